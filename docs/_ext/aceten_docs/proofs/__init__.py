"""What a clause rests on: theorems, vectors, and the traces from it to both."""

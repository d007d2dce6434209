"""Which questions a program is asked, and how they are made."""

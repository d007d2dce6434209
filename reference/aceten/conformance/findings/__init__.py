"""What a program does wrong: asked again, made smaller, told apart, and in words."""

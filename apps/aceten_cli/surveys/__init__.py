"""Commands about thousands of deals."""

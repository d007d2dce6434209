"""What rulebooks say: their pages, and pages about several."""

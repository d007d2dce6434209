"""Answers that carry their proof: certificates of what positions are worth."""

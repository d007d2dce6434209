"""Certificates of strategies for hidden cards: what each of two players can be sure of who sees his own cards alone.

A certificate holds what both do, with what chance, wherever their own strategy brings them. Whoever checks it follows all deals that may
be by the rules, and against each of the two lets the other do his best by what he sees. No solver is needed for it, or trusted; all is
computed in whole numbers.
"""

"""Rules as people take them otherwise: how a deal is played by them, and which are tried."""

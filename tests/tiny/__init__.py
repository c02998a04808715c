"""Three tiny games in plain Python, which prove the contract and carry the planted faults."""

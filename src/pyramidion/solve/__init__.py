"""Solving games of two seats without chance and secrets, and playing what was solved.

search    depth-first proof-number search over the verbs, with a `table`
prover    a proof in progress, kept on disk
strategy  the winner's moves from a finished proof
certificate, verify   the strategy as a file, and its independent check
book, oracle          playing from it: "won", "lost" or "open"
"""

"""Secrets that hold a seat: 256 random bits, of which only a hash is kept."""

import hashlib
import secrets


def new_secret() -> str:
    """For a link, a browser or a program."""
    return secrets.token_urlsafe(32)


def new_table() -> str:
    """A table's address is what spectators get, so it must not be guessed either."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> str:
    """What is kept of a secret. It has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()

"""PettingZoo's `pyramido_v0`."""

from pyramidion.adapters.pettingzoo.aec import environment

env, raw_env = environment("pyramido", 0)

"""PettingZoo's `flaming_v0`."""

from pyramidion.adapters.pettingzoo.aec import environment

env, raw_env = environment("flaming", 0)

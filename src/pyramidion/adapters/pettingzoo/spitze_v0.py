"""PettingZoo's `spitze_v0`."""

from pyramidion.adapters.pettingzoo.aec import environment

env, raw_env = environment("spitze", 0)

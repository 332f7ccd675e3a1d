"""PettingZoo's `jaguar_v0`."""

from pyramidion.adapters.pettingzoo.aec import environment

env, raw_env = environment("jaguar", 0)

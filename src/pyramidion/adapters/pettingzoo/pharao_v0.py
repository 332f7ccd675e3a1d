"""PettingZoo's `pharao_v0`."""

from pyramidion.adapters.pettingzoo.aec import environment

env, raw_env = environment("pharao", 0)

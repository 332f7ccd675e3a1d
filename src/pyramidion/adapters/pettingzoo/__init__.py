"""The games for PettingZoo: `from pyramidion.adapters.pettingzoo import jaguar_v0`."""

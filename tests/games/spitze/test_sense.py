"""The sense of Einfach Spitze."""

import pyramidion
from pyramidion.engine.sense import simulated
from pyramidion.games import catalogue


def test_an_expert_thinks_longer_where_thinking_a_little_longer_helps_little() -> None:
    catalogue.sensible("spitze")
    at_two, at_four = (pyramidion.new("spitze", players=n).state for n in (2, 4))
    assert simulated(at_two, 3000) == 3000 < simulated(at_four, 3000)
    assert simulated(at_four, 400) == 400

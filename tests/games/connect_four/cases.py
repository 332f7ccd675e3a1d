from pyramidion.games import catalogue
from pyramidion.tutorial.connect_four.face import FACE
from tests.cases import Case

catalogue.add(FACE)

CASES = [Case("connect_four", 2)]

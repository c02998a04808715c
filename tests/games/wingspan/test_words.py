"""Views, texts, questions and sentences."""

from ludarena.core.sight import sight, story
from ludarena.core.trace import Fact, only
from ludarena.games.wingspan import WINGSPAN_SLICE as GAME
from ludarena.games.wingspan.facts import DREW_FROM_DECK, FACTS, TUCKED
from ludarena.games.wingspan.narration import sentence_of
from ludarena.games.wingspan.phrases import bonus_words, cost_words, goal_words, power_words
from ludarena.games.wingspan.tables import BIRDS, BONUS_CARDS, BONUS_LABELS, GOALS
from ludarena.games.wingspan.view import view_of
from tests.games.wingspan.positions import Table, bird


def test_powers_in_words():
    assert power_words(bird("american-robin")) == (
        "brown, when its row is activated: put 1 card of your hand under this bird; then draw 1"
    )
    assert power_words(bird("belted-kingfisher")) == (
        "pink, when another player plays a bird into the wetland (once between your turns): "
        "gain 1 fish from the supply"
    )
    assert power_words(bird("american-woodcock")) == ""


def test_costs_in_words():
    assert cost_words(bird("american-woodcock")) == "2 invertebrate and 1 seed"
    assert cost_words(bird("mallard")) == "1 invertebrate or seed"
    assert cost_words(bird("black-vulture")) == "no food"
    assert cost_words(bird("common-loon")) == "1 fish and 1 of any food"


def test_bonus_cards_and_goals_in_words():
    assert bonus_words(BONUS_LABELS.index("forester")) == (
        "birds that live in the forest only: 4 points from 3, 8 points from 5"
    )
    assert len({bonus_words(card) for card in range(BONUS_CARDS)}) == BONUS_CARDS
    assert len({goal_words(goal) for goal in range(GOALS)}) == GOALS


def test_every_power_can_be_said():
    said = [power_words(number) for number in range(BIRDS)]
    assert all("{" not in words for words in said)


def test_another_hand_is_shown_by_its_size_and_known_cards_alone():
    table = Table().tray("mallard", "osprey", "killdeer").hand(0, "anhinga")
    table.play("draw-cards", "draw:osprey")
    seen = sight(GAME, table.state, 1)
    assert "Known to all in this hand: Osprey" in seen.text
    assert "Anhinga" not in seen.text.split("## Seat 0")[1].split("## Seat 1")[0]
    assert view_of(table.state.determinize(1, 0), 1).players[0].hand is None


def test_a_question_says_what_called_for_it():
    table = Table().feeder("fish", "fruit", "seed").mat(0, "forest", "indigo-bunting")
    table.play("gain-food", "take:fish")
    decision = GAME.pending(table.state, 0)
    assert decision is not None
    assert decision.kind == "take_dice"
    assert decision.cause == (
        "the bird Indigo Bunting; invertebrate or fruit; 1 left, this one included"
    )


def test_steps_of_the_set_up_choice_are_repeated():
    state = GAME.new(seats=2, seed=5)
    first = state.legal_actions(0)[0]
    state.apply(0, first)
    decision = GAME.pending(state, 0)
    assert decision is not None
    assert decision.steps == (GAME.action_id(first),)


def test_secret_parts_are_said_to_those_who_see_them():
    fact = Fact(DREW_FROM_DECK, (0,), (bird("osprey"),), only(0))
    assert story(GAME, [fact], 0) == ["Seat 0 draws Osprey from the deck."]
    assert story(GAME, [fact], 1) == ["Seat 0 draws a card from the deck."]
    tuck = Fact(TUCKED, (1, bird("american-robin")), (bird("osprey"),), only(1))
    assert story(GAME, [tuck], "public") == [
        "Seat 1 tucks a card of its hand under American Robin."
    ]


def test_every_kind_of_fact_has_a_sentence():
    samples = {"faces": 2, "birds": 2, "cards": 2, "others": 1, "bonus": 1}
    for kind, row in enumerate(FACTS):
        numbers = [1] * sum(samples.get(name.lstrip("*"), 1) for name in row.arguments)
        sentence = sentence_of(Fact(kind, tuple(numbers)))
        assert sentence.endswith(".")


def test_every_action_has_its_own_sentence():
    state = GAME.new(seats=2, seed=5)
    sentences = {GAME.describe(state, 0, action) for action in range(GAME.actions.size)}
    assert len(sentences) == GAME.actions.size


def test_rules_text_has_its_numbers():
    text = GAME.rules_text()
    assert "52 of its birds, 12 of its bonus cards" in text
    assert "{{" not in text

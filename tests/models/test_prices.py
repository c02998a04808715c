"""Price tables and costs: every figure is worked out by hand from the table in the test."""

from decimal import Decimal

import pytest

from ludarena.models.errors import InvalidPrices, MissingPrice
from ludarena.models.price_proposals import propose
from ludarena.models.prices import Prices, built_in_prices, parse_prices, read_prices
from ludarena.models.usage import Usage

TABLE = """
name = "test"
date = 2026-11-01
currency = "USD"
source = "made up"
tier = "standard"
left_out = ["search"]

[[model]]
id = "steps"
aliases = ["steps-latest"]
input = 1.00
cached = 0.25
cache_write = 2.00
output = 10.00

[[model.step]]
above = 1000
input = 3.00
output = 20.00
"""


def test_cost_is_the_published_formula():
    # 1e-6 * (1.00 * (900 - 600) + 0.25 * 600 + 10.00 * 70) = (300 + 150 + 700) / 1e6
    prices = Prices([parse_prices(TABLE, "test")])
    assert prices.cost("steps", Usage(input=900, cached=600, output=70)) == Decimal("0.00115")


def test_cache_writes_have_a_price_of_their_own():
    # 300 fresh at 1.00, 200 written at 2.00, 10 output at 10.00
    usage = Usage(input=500, cache_write=200, output=10)
    assert Prices([parse_prices(TABLE, "test")]).cost("steps", usage) == Decimal("0.0008")


def test_reasoning_is_paid_as_the_output_that_it_is_part_of():
    prices = Prices([parse_prices(TABLE, "test")])
    with_reasoning = Usage(input=10, output=100, reasoning=90)
    assert prices.cost("steps", with_reasoning) == prices.cost("steps", Usage(10, 100))


def test_step_holds_for_the_whole_call_beyond_its_length():
    prices = Prices([parse_prices(TABLE, "test")])
    assert prices.cost("steps", Usage(input=1000, output=0)) == Decimal("0.001")
    # Beyond: all 1,001 at 3.00; the step names no cached price, so cached input is fresh input.
    assert prices.cost("steps", Usage(input=1001, cached=1, output=0)) == Decimal("0.003003")


def test_cost_is_taken_of_responses_not_of_their_sum():
    prices = Prices([parse_prices(TABLE, "test")])
    one = Usage(input=600, output=0)
    assert prices.cost("steps", one) * 2 == Decimal("0.0012")
    assert prices.cost("steps", one + one) == Decimal("0.0036")


def test_most_is_no_less_than_any_cost_of_the_size():
    # 2,000 input at the dearest rate below or at that length (3.00), 10 output at 20.00
    prices = Prices([parse_prices(TABLE, "test")])
    assert prices.most("steps", 2000, 10) == Decimal("0.0062")
    # 500 input at the dearest of the first rates, that of writing: 2.00
    assert prices.most("steps", 500, 10) == Decimal("0.0011")


def test_alias_costs_the_same():
    prices = Prices([parse_prices(TABLE, "test")])
    assert prices.cost("steps-latest", Usage(10, 10)) == prices.cost("steps", Usage(10, 10))


def test_other_currency_is_exchanged_at_the_dated_rate():
    text = TABLE.replace('"USD"', '"CNY"').replace(
        "[[model]]", '[exchange]\nto = "USD"\nrate = 0.14\ndate = 2026-11-02\n\n[[model]]', 1
    )
    prices = Prices([parse_prices(text, "test")])
    assert prices.currency == "USD"
    assert prices.cost("steps", Usage(input=1000, output=0)) == Decimal("0.00014")


def test_tables_in_different_currencies_are_refused():
    other = TABLE.replace('"USD"', '"EUR"').replace("steps", "other")
    with pytest.raises(InvalidPrices, match="costs in EUR, but those of test are in USD"):
        Prices([parse_prices(TABLE, "test"), parse_prices(other, "other")])


def test_model_in_two_tables_is_refused():
    with pytest.raises(InvalidPrices, match="model 'steps' stands in test too"):
        Prices([parse_prices(TABLE, "a"), parse_prices(TABLE, "b")])


def test_model_without_a_price_is_an_error_with_the_nearest_name():
    with pytest.raises(MissingPrice, match=r"no price for model 'step'.*did you mean 'steps'"):
        Prices([parse_prices(TABLE, "test")]).require(["steps", "step"])


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("output = 10.00", "", "model 'steps' needs a number 'output'"),
        ("input = 1.00", "input = -1", "'input' cannot be -1"),
        ("input = 1.00", 'input = "1"', "needs a number 'input'"),
        ("cached = 0.25", "cahced = 0.25", "unknown key 'cahced'"),
        ("above = 1000", "above = 0", "steps need whole numbers 'above' that ascend"),
        ('currency = "USD"', 'currency = "dollar"', "code of three letters"),
        ("date = 2026-11-01", 'date = "2026-11-01"', "without quotes"),
        ('source = "made up"', "", "needs a text 'source'"),
        ('aliases = ["steps-latest"]', 'aliases = ["steps"]', "model 'steps' stands there twice"),
        ('name = "test"', 'name = "test', "is no valid TOML"),
    ],
)
def test_wrong_table_is_refused_by_name_and_key(old, new, complaint):
    with pytest.raises(InvalidPrices) as caught:
        parse_prices(TABLE.replace(old, new, 1), "prices.toml")
    assert "prices.toml" in str(caught.value) and complaint in str(caught.value)


def test_digest_follows_the_contents_and_not_the_spelling():
    table = parse_prices(TABLE, "test")
    respelt = TABLE.replace("1.00", "1.0").replace("name =", "# a comment\nname =")
    assert parse_prices(respelt, "elsewhere").digest == table.digest
    assert parse_prices(TABLE.replace("1.00", "1.01"), "test").digest != table.digest
    assert len(Prices([table]).digest) == 32


def test_table_is_read_from_a_file_or_refused(tmp_path):
    path = tmp_path / "prices.toml"
    path.write_text(TABLE)
    assert read_prices(path).left_out == ("search",)
    with pytest.raises(InvalidPrices, match="cannot be read"):
        read_prices(tmp_path / "missing.toml")


def test_built_in_table_has_the_embedded_model_for_nothing():
    prices = Prices([built_in_prices()])
    assert prices.cost("smollm2-135m-instruct", Usage(2000, 100)) == 0
    with pytest.raises(InvalidPrices, match="known: example"):
        built_in_prices("vendor")


def test_proposal_is_a_table_that_can_be_used():
    text = propose(["google:gemini-2.5-pro", "openai:gpt-5"])
    table = parse_prices(text, "proposal")
    assert set(table.models) == {"gemini-2.5-pro", "gpt-5"}
    assert table.models["gemini-2.5-pro"].steps[0][0] == 200_000
    assert table.models["gpt-5"].rates.cached < table.models["gpt-5"].rates.input
    assert "web searches kcount" in table.left_out


def test_proposal_for_an_unknown_model_is_refused():
    with pytest.raises(MissingPrice, match="no price for model 'openai:no-such-model'"):
        propose(["openai:no-such-model"])

"""Grammars (GBNF, as llama.cpp reads it) that hold a small model to a legal answer."""

from __future__ import annotations

from collections.abc import Sequence

ANSWER = "Final Answer: "
"""What stands before the choice, on a line of its own."""


def choice_grammar(choices: Sequence[str], reasoning_words: int) -> str:
    """Return the grammar of up to so many words of reasoning and a last line with one choice.

    Raise `ValueError` without a choice.

    >>> print(choice_grammar(["pass", "take:red"], 0))
    root ::= "Final Answer: " choice
    choice ::= "pass" | "take:red"
    """
    if not choices:
        raise ValueError("a grammar needs at least one choice")
    rules = [f"choice ::= {' | '.join(_literal(choice) for choice in choices)}"]
    if reasoning_words <= 0:
        return "\n".join([f"root ::= {_literal(ANSWER)} choice", *rules])
    least = min(4, reasoning_words)
    return "\n".join(
        [
            f"root ::= word ({_literal(' ')} word){{{least - 1},{reasoning_words - 1}}} "
            f"{_literal('.' + chr(10) + ANSWER)} choice",
            "word ::= [A-Za-z0-9'+-]{1,14} [,;]?",
            *rules,
        ]
    )


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'

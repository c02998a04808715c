"""A model server without a model, on which agent programs can be tried at no cost.

    python examples/scripted_model.py            # serves until Ctrl-C, at http://127.0.0.1:8099/v1

It speaks Chat Completions, Responses, Messages and generateContent, and counts tokens as a provider
would. Whichever program asks, it looks, lists its actions, and takes the first card that it can
have, or else the first action of the list: so it plays alike under every program.
"""

from __future__ import annotations

import re
import sys
import threading

from ludarena.testing.provider import Asked, Reply, ScriptedProvider, ToolUse

PORT = 8099
WANTED = ("buy", "build", "stage")


def play(asked: Asked) -> Reply:
    """Return the next step: observe, legal_actions, act, and a last word when nothing is owed."""
    if not asked.results:
        return Reply(calls=(ToolUse("observe"),))
    last = asked.results[-1]
    listed = re.search(r"Decision (\d+), \d+ legal actions:", last)
    if listed is not None:
        ids: list[str] = re.findall(r"^- (\S+): ", last.replace("\\n", "\n"), re.MULTILINE)
        chosen = next((one for one in ids if one.startswith(WANTED)), ids[0])
        action = {"action": chosen, "decision": int(listed[1])}
        return Reply(calls=(ToolUse("act", action),))
    if re.search(r"You owe decision \d+\.", last):
        return Reply(calls=(ToolUse("legal_actions"),))
    return Reply(text="I have made my move.")


def main() -> None:
    port = int(sys.argv[1]) if len(sys.argv) > 1 else PORT
    with ScriptedProvider(play, port=port) as provider:
        print(f"serving at {provider.url}/v1 until Ctrl-C", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            tokens = provider.tokens()
            print(
                f"{len(provider.served())} requests, {tokens.input} tokens in, {tokens.output} out"
            )


if __name__ == "__main__":
    main()

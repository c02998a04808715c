"""Requests in the four APIs, as programs send them; the standard library suffices to make them."""

from __future__ import annotations

APIS = ("chat", "responses", "messages", "gemini")

PATHS = {
    "chat": "/chat/completions",
    "responses": "/responses",
    "messages": "/v1/messages",
    "gemini": "/v1beta/models/{model}:{verb}",
}


def body(api, *, model="scripted-1", stream=False, text="Your move?", max_output=100):
    if api == "chat":
        value = {"model": model, "messages": [{"role": "user", "content": text}], "stream": stream}
        if stream:
            value["stream_options"] = {"include_usage": True}
        return {**value, "max_completion_tokens": max_output}
    if api == "responses":
        return {"model": model, "input": text, "stream": stream, "max_output_tokens": max_output}
    if api == "messages":
        messages = [{"role": "user", "content": text}]
        return {"model": model, "messages": messages, "stream": stream, "max_tokens": max_output}
    contents = [{"role": "user", "parts": [{"text": text}]}]
    return {"contents": contents, "generationConfig": {"maxOutputTokens": max_output}}


def url(base, api, *, model="scripted-1", stream=False):
    verb = "streamGenerateContent" if stream else "generateContent"
    query = "?alt=sse" if api == "gemini" and stream else ""
    return base + PATHS[api].format(model=model, verb=verb) + query

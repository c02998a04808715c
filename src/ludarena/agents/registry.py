"""Types of agents by name: what they are, their settings, and how one is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from ludarena.agents.controller import Controller
from ludarena.agents.errors import InvalidSetting, UnknownAgentType, UnknownSetting
from ludarena.agents.llm_settings import GENERIC_SETTINGS, MCP_SETTINGS, program_settings
from ludarena.agents.llm_settings import SETTINGS as LLM_SETTINGS
from ludarena.agents.settings import Setting, number, one_of, storable, whole
from ludarena.core.view import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentType:
    """A type of agent.

    `version` changes whenever the same settings may choose other actions than before. `builder`
    is `module:name` of a callable that takes the settings as keywords and returns a `Controller`.
    `details`, where given, is one that takes all settings and returns further fields of the
    participant's record: the model, the digest of its prompts and the like.
    `interactive` types sit at the terminal and cannot play unattended. Types `over_mcp` act by the
    tools of the seat server.
    """

    name: str
    version: str
    note: str
    builder: str
    settings: tuple[Setting, ...] = ()
    interactive: bool = False
    details: str = ""
    over_mcp: bool = False

    def complete(self, given: Mapping[str, object]) -> dict[str, Json]:
        """Return the value of every setting, given or default.

        Raises `UnknownSetting` and `InvalidSetting`.
        """
        known = {setting.name: setting for setting in self.settings}
        for name, value in given.items():
            if name not in known:
                raise UnknownSetting(self.name, name, known)
            if not (known[name].accepts(value) and storable(value)):
                shown = known[name].shown(value)
                raise InvalidSetting(self.name, name, shown, known[name].expected)
        return {name: cast(Json, given.get(name, one.default)) for name, one in known.items()}

    def build(self, given: Mapping[str, object]) -> Controller:
        """Return a controller with these settings; raises as `complete` does."""
        build = cast(Callable[..., Controller], _named(self.builder))
        return build(**self.complete(given))

    def record(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Return the fields of a participant's record that complete settings stand for.

        Raises `InvalidSetting` for settings that do not fit together.
        """
        if not self.details:
            return {"harness_version": self.version}
        tell = cast(Callable[[Mapping[str, Json]], dict[str, Json]], _named(self.details))
        return tell(settings)


def _named(place: str) -> object:
    module, name = place.split(":")
    return getattr(import_module(module), name)


def _is_script(value: object) -> bool:
    """Return whether the value is a list of replies, or of lists of them, one a try."""
    if not isinstance(value, list | tuple):
        return False
    tries = (one if isinstance(one, list | tuple) else [one] for one in value)
    return all(isinstance(text, str) for one in tries for text in one)


def _are_texts(value: object) -> bool:
    """Return whether the value is a list of texts."""
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


_MANY = 10_000_000

_SIMULATIONS = Setting(
    name="simulations",
    default=1024,
    accepts=whole(1, _MANY),
    expected="an integer of 1 or more",
    note="simulations a decision",
)
_STEPS = Setting(
    name="steps",
    default=18,
    accepts=whole(1, _MANY),
    expected="an integer of 1 or more",
    note="decisions applied in a simulation before the game's own standing is taken",
)
_SECONDS = Setting(
    name="seconds",
    default=None,
    accepts=lambda value: value is None or number(0.001, 86_400)(value),
    expected="seconds above 0",
    note="time for a decision; when it cuts, results do not depend on the seed alone",
)
_ROLLOUT = Setting(
    name="rollout",
    default="guided",
    accepts=one_of("guided", "uniform"),
    expected="guided or uniform",
    note="how rollouts choose: by the game's action scores, or any legal action",
)
_ROLLOUT_EPSILON = Setting(
    name="epsilon",
    default=0.1,
    accepts=number(0.0, 1.0),
    expected="a number from 0 to 1",
    note="how often a guided rollout plays any legal action",
)


def _program(name: str, title: str, executable: str, module: str) -> AgentType:
    return AgentType(
        name=name,
        version="1",
        note=f"{title}, called for each decision; see docs/concepts/programs.md",
        builder=f"ludarena.harness.drivers.{module}:agent",
        settings=program_settings(executable),
        details=f"ludarena.harness.drivers.{module}:details",
        over_mcp=True,
    )


_TYPES = (
    AgentType(
        name="random",
        version="1",
        note="plays any legal action, all equally likely",
        builder="ludarena.agents.random:RandomAgent",
    ),
    AgentType(
        name="heuristic",
        version="1",
        note="plays the action that the game's own scores like best, now and then any other",
        builder="ludarena.agents.heuristic:HeuristicAgent",
        settings=(
            Setting(
                name="epsilon",
                default=0.1,
                accepts=number(0.0, 1.0),
                expected="a number from 0 to 1",
                note="how often any legal action is played instead of the best one",
            ),
        ),
    ),
    AgentType(
        name="ismcts",
        version="1",
        note="information-set Monte Carlo tree search",
        builder="ludarena.agents.search:IsmctsAgent",
        settings=(
            _SIMULATIONS,
            _STEPS,
            _SECONDS,
            _ROLLOUT,
            _ROLLOUT_EPSILON,
            Setting(
                name="exploration",
                default=0.7,
                accepts=number(0.0, 100.0),
                expected="a number from 0 to 100",
                note="weight of the upper confidence bound",
            ),
            Setting(
                name="backup",
                default="max-n",
                accepts=one_of("max-n", "paranoid"),
                expected="max-n or paranoid",
                note="whether others play for themselves or against this seat",
            ),
            Setting(
                name="rollout_steps_only",
                default=False,
                accepts=one_of(True, False),
                expected="true or false",
                note="whether decisions in the tree are left out of `steps`",
            ),
            Setting(
                name="widening",
                default=0.0,
                accepts=number(0.0, 1_000.0),
                expected="a number of 0 or more",
                note="w above 0 lets a node have at most w * sqrt(visits) children",
            ),
            Setting(
                name="reuse",
                default=False,
                accepts=one_of(True, False),
                expected="true or false",
                note="whether the tree goes on to the seat's next decision of the same turn",
            ),
        ),
    ),
    AgentType(
        name="flat",
        version="1",
        note="flat Monte Carlo: equally many rollouts of each action",
        builder="ludarena.agents.search:FlatMonteCarloAgent",
        settings=(_SIMULATIONS, _STEPS, _SECONDS, _ROLLOUT, _ROLLOUT_EPSILON),
    ),
    AgentType(
        name="greedy",
        version="1",
        note="looks one decision ahead by the game's own standing",
        builder="ludarena.agents.search:GreedyAgent",
        settings=(
            Setting(
                name="samples",
                default=8,
                accepts=whole(1, _MANY),
                expected="an integer of 1 or more",
                note="redraws of what is hidden, a decision",
            ),
        ),
    ),
    AgentType(
        name="scripted",
        version="1",
        note="replies from a list, and plays the first legal action when it is used up",
        builder="ludarena.agents.scripted:ScriptedAgent",
        settings=(
            Setting(
                name="replies",
                default=[],
                accepts=_is_script,
                expected="a list of texts, or of lists of texts, one a try",
                note="an action id, any other text, `!first`, `!last`, or `!` and a failure",
            ),
        ),
    ),
    AgentType(
        name="python",
        version="1",
        note="a class of your own in a Python file; see docs/concepts/own-agent.md",
        builder="ludarena.agents.python:PythonAgent",
        settings=(
            Setting(
                name="path",
                default="",
                accepts=lambda value: isinstance(value, str) and ":" in value.strip(":"),
                expected="file.py:Class, module:Class or entry:NAME",
                note="where the class is; it has a method decide(turn) that returns an action id",
            ),
            Setting(
                name="settings",
                default={},
                accepts=lambda value: isinstance(value, dict),
                expected="a table of keyword arguments: texts, finite numbers, lists, tables",
                note="what the class is built with",
            ),
            Setting(
                name="seconds",
                default=60.0,
                accepts=number(0.01, 86_400),
                expected="seconds above 0",
                note="time for one decision, after which the process is killed",
            ),
            Setting(
                name="environment",
                default=[],
                accepts=_are_texts,
                expected="a list of names of environment variables",
                note="what it is handed although its name is that of a secret (KEY, TOKEN, ...)",
            ),
        ),
    ),
    AgentType(
        name="llm",
        version="1",
        note="a language model, asked by the native loop; see docs/concepts/llm.md",
        builder="ludarena.agents.llm.agent:LlmAgent",
        settings=LLM_SETTINGS,
        details="ludarena.agents.llm.record:details",
    ),
    AgentType(
        name="mcp",
        version="1",
        note="a program that acts over MCP; see docs/concepts/mcp.md",
        builder="ludarena.harness.agent:McpAgent",
        settings=MCP_SETTINGS,
        details="ludarena.harness.record:details",
        over_mcp=True,
    ),
    _program("codex", "Codex", "codex", "codex"),
    _program("opencode", "OpenCode", "opencode", "opencode"),
    _program("qwen-code", "Qwen Code", "qwen", "qwen"),
    _program("dsh", "DeepSeek Harness", "dsh", "dsh"),
    _program("claude-code", "Claude Code", "claude", "claude"),
    _program("gemini-cli", "Gemini CLI", "gemini", "gemini"),
    AgentType(
        name="program",
        version="1",
        note="any other agent program that speaks MCP; see docs/concepts/own-program.md",
        builder="ludarena.harness.drivers.generic:agent",
        settings=GENERIC_SETTINGS,
        details="ludarena.harness.drivers.generic:details",
        over_mcp=True,
    ),
    AgentType(
        name="human",
        version="1",
        note="a person at this terminal",
        builder="ludarena.agents.human:HumanAgent",
        interactive=True,
    ),
)


def agent_types() -> tuple[AgentType, ...]:
    """Return all installed types of agents."""
    return _TYPES


def agent_type(name: str) -> AgentType:
    """Return the type of that name; raise `UnknownAgentType` otherwise."""
    for kind in _TYPES:
        if kind.name == name:
            return kind
    raise UnknownAgentType(name, (kind.name for kind in _TYPES))


def build_agent(name: str, settings: Mapping[str, object]) -> Controller:
    """Return a new controller of an agent type.

    Raises `UnknownAgentType`, `UnknownSetting` and `InvalidSetting`.
    """
    return agent_type(name).build(settings)

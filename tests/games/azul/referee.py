"""A second, naive umpire of Azul, written from the rules alone and without the engine.

Tiles are colour names in plain lists. What chance decided is told to it: the factories that a
round begins with. Slow and plain on purpose.
"""

from collections import Counter

COLOURS = ("blue", "yellow", "red", "black", "white")
FACTORIES = {2: 5, 3: 7, 4: 9}
PENALTIES = (1, 1, 2, 2, 2, 3, 3)
MARKER = "marker"


class Board:
    """One player's board; `wall[row][column]` holds a colour or None."""

    def __init__(self) -> None:
        self.lines: list[list[str]] = [[] for _ in range(5)]
        self.wall: list[list[str | None]] = [[None] * 5 for _ in range(5)]
        self.floor: list[str] = []
        self.score = 0
        self.placed = 0
        self.lost = 0
        self.bonus = {"rows": 0, "columns": 0, "colours": 0}

    def may_hold(self, line: int, colour: str) -> bool:
        tiles = self.lines[line]
        return (
            len(tiles) <= line
            and all(tile == colour for tile in tiles)
            and colour not in self.wall[line]
        )

    def rows(self) -> int:
        return sum(None not in row for row in self.wall)

    def columns(self) -> int:
        return sum(all(row[column] for row in self.wall) for column in range(5))

    def colours(self) -> int:
        return sum(all(colour in row for row in self.wall) for colour in COLOURS)

    def run(self, row: int, column: int, down: int, right: int) -> int:
        """Count the tiles that join (row, column) to both sides along one direction."""
        length = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < 5 and 0 <= c < 5 and self.wall[r][c]:
                length += 1
                r, c = r + sign * down, c + sign * right
        return length

    def place(self, row: int, column: int, colour: str) -> None:
        self.wall[row][column] = colour
        runs = [self.run(row, column, 0, 1), self.run(row, column, 1, 0)]
        points = sum(length for length in runs if length > 1) or 1
        self.score += points
        self.placed += points


class Referee:
    """A match of Azul from its first factories on."""

    def __init__(self, seats: int, options: dict, factories: list[list[str]]) -> None:
        self.seats = seats
        self.grey = options.get("wall", "coloured") == "grey"
        self.replace_last = options.get("marker_on_full_floor", "no_penalty") == "replace_last"
        self.round_limit = options.get("round_limit", 50)
        self.boards = [Board() for _ in range(seats)]
        self.bag = Counter(dict.fromkeys(COLOURS, 20))
        self.lid: Counter = Counter()
        self.round = 1
        self.starter = 0
        self.over = False
        self.by_cap = False
        self.tiling_row: int | None = None
        self.fill(factories)

    # --- factories --------------------------------------------------------------------------

    def fill(self, factories: list[list[str]]) -> None:
        """Fill the factories with the tiles that were drawn, in the order of the factories."""
        self.factories: list[list[str]] = [[] for _ in range(FACTORIES[self.seats])]
        self.centre: list[str] = []
        self.marker: int | None = None
        self.seat = self.starter
        drawn = list(factories)
        for factory in self.factories:
            wanted = min(4, self.bag.total() + self.lid.total())
            if wanted:
                tiles = drawn.pop(0)
                assert len(tiles) == wanted, f"{len(tiles)} tiles drawn instead of {wanted}"
                self.draw(tiles)
                factory.extend(tiles)
        assert not drawn, "more factories were filled than there are tiles for"

    def draw(self, tiles: list[str]) -> None:
        drawn = Counter(tiles)
        if self.bag.total() < len(tiles):
            assert self.bag <= drawn, "tiles were left in the bag when the lid was emptied"
            self.bag += self.lid
            self.lid = Counter()
        assert drawn <= self.bag, f"{tiles} are not in the bag"
        self.bag -= drawn

    # --- factory offer ----------------------------------------------------------------------

    def sources(self) -> dict[str, list[str]]:
        named = {f"factory-{n}": tiles for n, tiles in enumerate(self.factories, 1)}
        return {**named, "centre": self.centre}

    def legal(self) -> set[str]:
        if self.over:
            return set()
        board = self.boards[self.seat]
        if self.tiling_row is not None:
            return {f"tile:column-{column + 1}" for column in self.free_columns(board)}
        ids = set()
        for name, tiles in self.sources().items():
            for colour in set(tiles):
                ids.add(f"draft:{name}:{colour}:floor")
                for line in range(5):
                    if board.may_hold(line, colour):
                        ids.add(f"draft:{name}:{colour}:line-{line + 1}")
        return ids

    def play(self, action: str, factories: list[list[str]]) -> None:
        """Play an action; `factories` are those that were filled after it, if any."""
        self.drawn = factories
        kind, *words = action.split(":")
        if kind == "tile":
            self.tile_grey(int(words[0][-1]) - 1)
            self.tile_on()
        else:
            self.draft(*words)
        assert not self.drawn, "factories were filled in the middle of a round"

    def draft(self, source: str, colour: str, target: str) -> None:
        board = self.boards[self.seat]
        tiles = self.sources()[source]
        picked = [tile for tile in tiles if tile == colour]
        others = [tile for tile in tiles if tile != colour]
        tiles.clear()
        self.centre += others
        if source == "centre" and self.marker is None:
            self.marker = self.seat
            self.take_marker(board)
        if target != "floor":
            line = int(target[-1]) - 1
            while picked and len(board.lines[line]) <= line:
                board.lines[line].append(picked.pop())
        self.to_floor(board, picked)
        if self.centre or any(self.factories):
            self.seat = (self.seat + 1) % self.seats
        else:
            self.begin_tiling()

    def take_marker(self, board: Board) -> None:
        if len(board.floor) < 7:
            board.floor.append(MARKER)
        elif self.replace_last:
            self.lid[board.floor[6]] += 1
            board.floor[6] = MARKER

    def to_floor(self, board: Board, tiles: list[str]) -> None:
        for tile in tiles:
            if len(board.floor) < 7:
                board.floor.append(tile)
            else:
                self.lid[tile] += 1

    # --- wall-tiling ------------------------------------------------------------------------

    def begin_tiling(self) -> None:
        self.order = [(self.starter + n) % self.seats for n in range(self.seats)]
        self.rows_left = list(range(5))
        self.tile_on()

    def tile_on(self) -> None:
        """Tile all that needs no choice, up to a choice or the end of the round."""
        self.tiling_row = None
        while self.order:
            self.seat = self.order[0]
            board = self.boards[self.seat]
            while self.rows_left:
                row = self.rows_left[0]
                if len(board.lines[row]) == row + 1 and self.asks(board, row):
                    self.tiling_row = row
                    return
                self.rows_left.pop(0)
            self.clear_floor(board)
            self.order.pop(0)
            self.rows_left = list(range(5))
        self.end_round()

    def asks(self, board: Board, row: int) -> bool:
        """Tile a full row if there is no choice; return whether there is one."""
        colour = board.lines[row][0]
        if not self.grey:
            self.place(board, row, (row + COLOURS.index(colour)) % 5)
            return False
        self.tiling_row = row
        columns = self.free_columns(board)
        if len(columns) > 1:
            return True
        if columns:
            self.place(board, row, columns[0])
        else:
            tiles, board.lines[row] = board.lines[row], []
            self.to_floor(board, tiles)
        return False

    def free_columns(self, board: Board) -> list[int]:
        assert self.tiling_row is not None
        colour = board.lines[self.tiling_row][0]
        return [
            column
            for column in range(5)
            if board.wall[self.tiling_row][column] is None
            and all(row[column] != colour for row in board.wall)
        ]

    def tile_grey(self, column: int) -> None:
        assert self.tiling_row is not None
        self.place(self.boards[self.seat], self.tiling_row, column)
        self.rows_left.pop(0)

    def place(self, board: Board, row: int, column: int) -> None:
        tiles, board.lines[row] = board.lines[row], []
        self.lid[tiles[0]] += row
        board.place(row, column, tiles[0])

    def clear_floor(self, board: Board) -> None:
        lost = min(board.score, sum(PENALTIES[: len(board.floor)]))
        board.score -= lost
        board.lost += lost
        self.lid.update(tile for tile in board.floor if tile != MARKER)
        board.floor = []

    # --- end --------------------------------------------------------------------------------

    def end_round(self) -> None:
        self.tiling_row = None
        if self.marker is not None:
            self.starter = self.marker
        if any(board.rows() for board in self.boards):
            self.finish()
        elif self.round == self.round_limit or not self.bag.total() + self.lid.total():
            self.by_cap = True
            self.finish()
        else:
            self.round += 1
            drawn, self.drawn = self.drawn, []
            self.fill(drawn)

    def finish(self) -> None:
        self.over = True
        for board in self.boards:
            board.bonus = {
                "rows": 2 * board.rows(),
                "columns": 7 * board.columns(),
                "colours": 10 * board.colours(),
            }
            board.score += sum(board.bonus.values())

    def ranks(self) -> list[int]:
        keys = [(board.score, board.rows()) for board in self.boards]
        return [1 + sum(other > own for other in keys) for own in keys]

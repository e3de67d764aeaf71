"""Paths of a piece prepared for the tables, independent of the board.

This module is compiled, because every game begins by using it.
"""

from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_CAPTURE,
    CAN_MOVE,
    ROW,
    UNMOVED,
)

from amalthea.engine.pieces.description.betza import Path, Step


def orient(paths, colour):
    """Return paths from the view of a colour."""
    return [path.turned() for path in paths] if colour else list(paths)


def drop_duplicates(paths):
    """Return paths for the same moves without duplicates, so that no move is generated twice.

    A step may not move or capture if an earlier path with the same beginning, or a leap to the same
    square, already does; a path of which nothing is left is dropped. Other paths may still meet on
    a square: see `is_ambiguous`.
    """
    leaps: dict = {}
    for path in paths:
        if len(path.steps) == 1 and not path.initial:
            step = path.steps[0]
            known = leaps.get((step.dx, step.dy), (False, False))
            leaps[step.dx, step.dy] = (known[0] or step.move, known[1] or step.capture)
    offered: dict = {}
    kept = []
    for path in sorted(paths, key=lambda path: (path.initial, len(path.steps))):
        steps = []
        dx = dy = 0
        begun: tuple = ()
        for step in path.steps:
            dx += step.dx
            dy += step.dy
            begun = (*begun, (step.dx, step.dy))
            by_leap = leaps.get((dx, dy), (False, False)) if len(path.steps) > 1 else (False, False)
            known = offered.get(begun, (False, False))
            move = step.move and not by_leap[0] and not known[0]
            capture = step.capture and not by_leap[1] and not known[1]
            if not path.initial:
                offered[begun] = (known[0] or step.move, known[1] or step.capture)
            steps.append(Step(step.dx, step.dy, move, capture))
        useful = [length for length, step in enumerate(steps, 1) if step.move or step.capture]
        if useful:
            kept.append(Path(tuple(steps[: max(useful)]), path.initial))
    return kept


def is_ambiguous(paths):
    """Return True if two different paths of one piece may end on one square."""
    cells: dict = {}
    for path in paths:
        dx = dy = 0
        for step in path.steps:
            dx += step.dx
            dy += step.dy
            moves, captures = cells.get((dx, dy), (False, False))
            if (moves and step.move) or (captures and step.capture):
                return True
            cells[dx, dy] = (moves or step.move, captures or step.capture)
    return False


def capture_parts(paths):
    """Return the parts of paths that matter if only captures are generated."""
    kept = []
    for path in paths:
        last = max((i for i, step in enumerate(path.steps, 1) if step.capture), default=0)
        if last:
            kept.append(Path(path.steps[:last], path.initial))
    return kept


def tree(paths):
    """Merge paths with a common beginning into a tree, depth first.

    It is a list of (cell difference from the start, flags, index behind the branch).
    """
    root: dict = {}
    for path in paths:
        branch = root
        dx = dy = 0
        for step in path.steps:
            dx += step.dx
            dy += step.dy
            node = branch.setdefault((dx, dy, path.initial), [0, {}])
            node[0] |= CAN_MOVE * step.move | CAN_CAPTURE * step.capture
            node[0] |= UNMOVED * path.initial
            branch = node[1]
    flat: list = []
    _flatten(root, flat)
    return flat


def _flatten(branch, flat):
    for (dx, dy, _), (flags, further) in branch.items():
        index = len(flat)
        flat.append(None)
        _flatten(further, flat)
        flat[index] = (dy * ROW + dx, flags, len(flat))


def routes(paths, second_square):
    """Return the attack routes of a piece: {(dx, dy): [(cells, length, beside)]}.

    The piece gets there along the first `length` of `cells` (each relative to the piece); the last
    one is (dx, dy), the others must be empty. `beside`: see Route.
    """
    found: dict = {}
    for path in paths:
        walks = [_entered_cells(path, second_square, False)]
        if second_square:
            walks.append(_entered_cells(path, second_square, True))
        for cells, ends in walks:
            for length, beside in ends:
                route = (cells, length, beside)
                known = found.setdefault(cells[length - 1], [])
                if route not in known:
                    known.append(route)
    return found


def other_routes(found, known):
    """Return the routes that are not among the known ones, in the form of `routes`."""
    return {
        to: kept
        for to, routes in found.items()
        if (kept := [route for route in routes if route not in known.get(to, ())])
    }


def _entered_cells(path, second_square, far_first):
    """Return (cells that a piece enters on a path, [(length, beside)] of the captures on it).

    Of two cells that are entered in one step the first one is captured; `far_first` says which.
    """
    cells: list = []
    ends = []
    dx = dy = 0
    covered = _footprint(0, 0, second_square)
    for step in path.steps:
        dx += step.dx
        dy += step.dy
        before, covered = covered, _footprint(dx, dy, second_square)
        entered = [cell for cell in covered if cell not in before]
        if far_first:
            entered.reverse()
        if step.capture and entered:
            beside = 0
            if len(entered) > 1:
                (x, y), (other_x, other_y) = entered
                beside = (other_y - y) * ROW + other_x - x
            ends.append((len(cells) + 1, beside))
        cells += entered
    return tuple(cells), ends


def pivots(piece, turned):
    """Return the cell differences of a piece on two squares from its anchor to its pivots."""
    return [
        (y - other_y) * ROW + x - other_x
        for x, y in _footprint(0, 0, piece.second_square)
        for other_x, other_y in _footprint(0, 0, turned.second_square)
    ]


def _footprint(dx, dy, second_square):
    """Return the cells that a piece covers, given its anchor."""
    second = [(dx + second_square[0], dy + second_square[1])] if second_square else []
    return [(dx, dy), *second]

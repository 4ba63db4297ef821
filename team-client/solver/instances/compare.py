"""CP-SAT and a plain exact cover on instances written by `--example course -- --write FOLDER`; not needed by any test.

    python3 -m venv venv && venv/bin/pip install ortools
    venv/bin/python compare.py FOLDER [--seconds 30] [--workers 2] [--no-dlx | --no-cp-sat] [NAME..]

Both are given the same frame and stones and asked for a wall that leaves nothing empty; CP-SAT may leave squares empty and has
the fewest as its aim. Neither is asked to make stones stand (W3), which makes it easier for them. The exact cover is Knuth's
algorithm X: a column a square and a column a kind of stone with its count, always the column with the fewest rows next.
Seconds are of this process's processors, by the worker.
"""
import argparse
import json
import pathlib
import time


def turns(cells):
    seen = []
    for _ in range(4):
        cells = [(c, -r) for r, c in cells]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        shape = tuple(sorted((r - top, c - left) for r, c in cells))
        if shape not in seen:
            seen.append(shape)
    return seen


def read(path):
    """The frame's squares, by kind the count of its stones, and all ways to lie: (kind, squares)."""
    data = json.loads(path.read_text())
    squares = {(r, c) for r, row in enumerate(data["frame"]) for c, sign in enumerate(row) if sign == "#"}
    counts, shapes = {}, {}
    for stone in data["stones"]:
        all_turns = turns([tuple(cell) for cell in stone["cells"]])
        kind = min(all_turns)
        counts[kind] = counts.get(kind, 0) + 1
        shapes[kind] = all_turns
    ways = []
    for kind, all_turns in shapes.items():
        for shape in all_turns:
            for row, col in squares:
                first = shape[0]
                cells = [(r - first[0] + row, c - first[1] + col) for r, c in shape]
                if all(cell in squares for cell in cells):
                    ways.append((kind, cells))
    return squares, counts, ways


def cp_sat(squares, counts, ways, seconds, workers):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    laid = [model.new_bool_var("") for _ in ways]
    empty = {square: model.new_bool_var("") for square in squares}
    over, of_kind = {square: [] for square in squares}, {kind: [] for kind in counts}
    for var, (kind, cells) in zip(laid, ways):
        of_kind[kind].append(var)
        for cell in cells:
            over[cell].append(var)
    for square in squares:
        model.add_exactly_one(over[square] + [empty[square]])
    for kind, count in counts.items():
        model.add(sum(of_kind[kind]) <= count)
    model.minimize(sum(empty.values()))

    start = time.process_time()

    class Watch(cp_model.CpSolverSolutionCallback):
        def __init__(self):
            super().__init__()
            self.told = []

        def on_solution_callback(self):
            self.told.append(((time.process_time() - start) / workers, int(self.objective_value)))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    # Deterministic limits do not compare, so the wall clock is given generously and the processors' clock stops it.
    solver.parameters.max_time_in_seconds = 1000 * seconds
    watch = Watch()
    import threading

    done = threading.Event()

    def stop():
        while not done.wait(0.1):
            if (time.process_time() - start) / workers >= seconds:
                solver.stop_search()

    threading.Thread(target=stop, daemon=True).start()
    status = solver.solve(model, watch)
    done.set()
    spent = (time.process_time() - start) / workers
    last = watch.told[-1] if watch.told else (float("nan"), None)
    return f"CP-SAT: {last[1]} empty at {last[0]:.1f} s, {solver.status_name(status)} after {spent:.1f} s"


def dlx(squares, counts, ways, seconds):
    """Algorithm X with sets; how many squares were covered at most, and whether all were."""
    left = dict(counts)
    over = {square: set() for square in squares}
    for at, (_, cells) in enumerate(ways):
        for cell in cells:
            over[cell].add(at)
    of_kind = {kind: [at for at, way in enumerate(ways) if way[0] == kind] for kind in counts}
    start, steps, best = time.process_time(), 0, 0

    def lay(at):
        kind, cells = ways[at]
        gone, columns = [], [(cell, over.pop(cell)) for cell in cells]
        for _, column in columns:
            for other in column:
                for cell in ways[other][1]:
                    if cell in over and other in over[cell]:
                        over[cell].discard(other)
                        gone.append((cell, other))
        left[kind] -= 1
        if left[kind] == 0:
            for other in of_kind[kind]:
                for cell in ways[other][1]:
                    if cell in over and other in over[cell]:
                        over[cell].discard(other)
                        gone.append((cell, other))
        return kind, columns, gone

    def lift(kind, columns, gone):
        for cell, other in reversed(gone):
            over[cell].add(other)
        left[kind] += 1
        for cell, column in reversed(columns):
            over[cell] = column

    stack = []

    def choose():
        square = min(over, key=lambda square: (len(over[square]), square))
        stack.append([sorted(over[square]), 0, None])

    choose()
    while stack and time.process_time() - start < seconds:
        top = stack[-1]
        if top[2]:
            lift(*top[2])
            top[2] = None
        if top[1] == len(top[0]):
            stack.pop()
            continue
        top[2] = lay(top[0][top[1]])
        top[1] += 1
        steps += 1
        best = max(best, len(squares) - len(over))
        if not over:
            break
        choose()
    spent = time.process_time() - start
    return f"exact cover: {len(squares) - best} uncovered at best after {steps} stones laid, {spent:.1f} s"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--no-dlx", action="store_true")
    parser.add_argument("--no-cp-sat", action="store_true")
    args = parser.parse_intermixed_args()
    for path in sorted(args.folder.glob("*.json")):
        if args.names and path.stem not in args.names:
            continue
        squares, counts, ways = read(path)
        print(f"{path.stem} {len(squares)} squares, {len(ways)} ways to lie", flush=True)
        if not args.no_cp_sat:
            print("  " + cp_sat(squares, counts, ways, args.seconds, args.workers), flush=True)
        if not args.no_dlx:
            print("  " + dlx(squares, counts, ways, args.seconds), flush=True)


if __name__ == "__main__":
    main()

"""Code shared by the drivers of terminals and browsers: options, prerequisites, step times, and cleanup of the hall."""

import argparse
import contextlib
import os
import pathlib
import shutil
import signal
import sys
import time

from hall import Failure, Hall

ROOT = pathlib.Path(__file__).resolve().parents[3]
MISSING = 3


def missing(what, name="tmux"):
    """Ends the driver with exit code 3, or 1 if ISHIGAKI_REQUIRE lists the missing program."""
    print(f"{what}: no check was run", file=sys.stderr)
    is_required = name in os.environ.get("ISHIGAKI_REQUIRE", "").replace(" ", "").split(",")
    sys.exit(1 if is_required else MISSING)


def options(doc, choices=(), **more):
    """Parses the command line. `doc` is the driver's docstring, `choices` are the values of `--only`, and `more` the settings of
    other options by their names."""
    parser = argparse.ArgumentParser(description=doc.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--bin", metavar="DIR", default=ROOT / "target/debug", help="directory with the programs")
    parser.add_argument("--keep", metavar="DIR", type=pathlib.Path, help="directory for the captured screens")
    if choices:
        parser.add_argument("--only", choices=choices, help="run only this one")
    for name, settings in more.items():
        parser.add_argument(f"--{name}", **settings)
    chosen = parser.parse_args()
    if not shutil.which("tmux"):
        missing("tmux is missing (apt-get install tmux)")
    if chosen.keep:
        chosen.keep.mkdir(parents=True, exist_ok=True)
    # Exit normally on a signal, so that the hall stops its programs.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    return chosen


def timed():
    """Returns a function that prints a step with the seconds since this call."""
    began = time.monotonic()
    return lambda what: print(f"{time.monotonic() - began:5.1f} s  {what}", flush=True)


@contextlib.contextmanager
def hall(programs, contest, referenced, pictures=None, kind=Hall):
    """Opens a hall of this kind with this contest. Prints the evidence and ends the driver if a check fails."""
    with kind(programs, contest, referenced, pictures) as opened:
        try:
            yield opened
        except Exception as error:
            print(opened.evidence(), file=sys.stderr)
            if not isinstance(error, Failure):
                raise
            sys.exit(f"{pathlib.Path(sys.argv[0]).parent.name}: {error}")

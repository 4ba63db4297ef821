"""A real browser for tests: Chromium, driven by Playwright, which is fetched once into target/browser.

What is missing is said, and then nothing is run: exit code 3, or 1 where ISHIGAKI_REQUIRE names chromium.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[3]
MISSING = 3
PACKAGES = ["playwright==1.65.*", "axe-playwright-python==0.1.*"]
ARGUMENTS = ["--no-sandbox", "--disable-background-networking"]


def missing(what):
    print(f"browser: {what}: the pages were not looked at", file=sys.stderr)
    is_required = "chromium" in os.environ.get("ISHIGAKI_REQUIRE", "").replace(" ", "").split(",")
    sys.exit(1 if is_required else MISSING)


def chromium():
    """Where it is; without it, or tmux, nothing is run."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not found:
        missing("there is no Chromium here (apt-get install chromium)")
    if not shutil.which("tmux"):
        missing("there is no tmux here")
    return found


def with_playwright(script):
    """Goes on if Playwright is here; else runs the script again in a Python that has it, made once."""
    try:
        import axe_playwright_python
        import playwright

        return axe_playwright_python, playwright
    except ImportError:
        pass
    place = ROOT / "target/browser"
    python = place / "bin/python"
    if not python.exists():
        try:
            venv.create(place, with_pip=True)
        except subprocess.CalledProcessError:
            missing("there is no Python with venv here")
    if subprocess.run([python, "-c", "import playwright, axe_playwright_python"], capture_output=True, check=False).returncode:
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
        if subprocess.run(pip, check=False).returncode:
            missing("Playwright could not be fetched")
    os.execv(python, [str(python), script, *sys.argv[1:]])


def axe(package):
    """The rules of accessibility as a script for a page."""
    return (pathlib.Path(package.__file__).parent / "axe.min.js").read_text(encoding="utf-8")

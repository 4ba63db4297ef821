"""Chromium for tests, driven by Playwright. Playwright is installed once, into target/browser."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import venv

import driver

PACKAGES = ["playwright==1.65.*", "axe-playwright-python==0.1.*"]
ARGUMENTS = ["--no-sandbox", "--disable-background-networking"]
# Accessibility rules for all pages.
ACCESSIBILITY_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def missing(problem):
    driver.missing(problem, "chromium")


def program():
    """Returns the path of Chromium."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    return found or missing("Chromium is missing (apt-get install chromium)")


def prepare(script):
    """Returns the accessibility checker as a script for a page. Without Playwright, restarts `script` in a Python that has it."""
    program()
    try:
        import axe_playwright_python
        import playwright  # noqa: F401

        return (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    except ImportError:
        pass
    environment = driver.ROOT / "target/browser"
    python = environment / "bin/python"
    if not python.exists():
        try:
            venv.create(environment, with_pip=True)
        except subprocess.CalledProcessError:
            missing("Python has no venv module")
    if subprocess.run([python, "-c", "import playwright, axe_playwright_python"], capture_output=True, check=False).returncode:
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
        if subprocess.run(pip, check=False).returncode:
            missing("Playwright could not be installed")
    os.execv(python, [str(python), script, *sys.argv[1:]])


@contextlib.contextmanager
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
        try:
            yield opened
        finally:
            opened.close()


def check(name, page, axe):
    """Fails if the page scrolls sideways or breaks an accessibility rule."""
    from hall import Failure

    excess = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if excess > 0:
        raise Failure(f"{name} is {excess} pixels wider than its window")
    page.evaluate(axe)
    violations = page.evaluate(
        "rules => axe.run({runOnly: {type: 'tag', values: rules}})", ACCESSIBILITY_RULES
    )["violations"]
    if violations:
        texts = [
            f"{item['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
            for item in violations
            for node in item["nodes"][:2]
        ]
        raise Failure(f"{name} breaks accessibility rules: " + "; ".join(texts))

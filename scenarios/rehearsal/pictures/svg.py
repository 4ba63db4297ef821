"""Turns a terminal's screen with its colours, read from standard input, into an SVG: `svg.py COLUMNS LINES TITLE FILE`.

Every sign stands in its own cell, whatever font shows it, so that full-width text lines up; frames and blocks are drawn.
"""

import sys
from html import escape

from rich.cells import cell_len
from rich.color import Color
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

WIDTH, HEIGHT, SIZE, MARGIN, BAR = 9, 19, 15, 14, 30
BACK, FORE = (24, 27, 34), (222, 226, 230)
NORMAL = [(40, 44, 52), (224, 108, 117), (126, 199, 132), (229, 172, 92), (97, 160, 239), (198, 120, 221), (86, 194, 206), (200, 205, 212)]
BRIGHT = [(122, 130, 145), (240, 128, 136), (152, 220, 156), (240, 196, 116), (128, 184, 250), (214, 146, 236), (112, 214, 226), (245, 247, 250)]
THEME = TerminalTheme(BACK, FORE, NORMAL, BRIGHT)
# From the middle of a cell: left, right, up, down.
STROKES = {"─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "rud", "┤": "lud", "━": "lr"}
# Blocks: x, y, width and height in parts of a cell, and how dense.
BLOCKS = {"█": (0, 0, 1, 1, 1), "▓": (0, 0, 1, 1, 0.75), "▒": (0, 0, 1, 1, 0.5), "░": (0, 0, 1, 1, 0.25), "▀": (0, 0, 1, 0.5, 1),
          "▄": (0, 0.5, 1, 0.5, 1), "▌": (0, 0, 0.5, 1, 1), "▐": (0.5, 0, 0.5, 1, 1)}


def colour(of, usual, foreground):
    return "#%02x%02x%02x" % tuple((of or Color.default()).get_truecolor(THEME, foreground) if of and not of.is_default else usual)


def stroke(char, x, y, fill):
    """A piece of a frame, from the middle of its cell to its sides."""
    middle, centre = x + WIDTH / 2, y + HEIGHT / 2
    ends = {"l": (x, centre), "r": (x + WIDTH, centre), "u": (middle, y), "d": (middle, y + HEIGHT)}
    path = "".join(f"M{middle:g} {centre:g}L{ends[side][0]:g} {ends[side][1]:g}" for side in STROKES[char])
    return f'<path d="{path}" stroke="{fill}" stroke-width="{3 if char == "━" else 1}"/>'


def cells(segments):
    """Each sign with its style, its column and its width; a sign without a width belongs to the one before."""
    column = 0
    for segment in segments:
        for char in segment.text:
            width = cell_len(char)
            yield char, segment.style, column, width
            column += width


def line(segments, row):
    """What one line of the screen is drawn with: grounds first, then signs."""
    grounds, signs, y = [], [], BAR + row * HEIGHT
    for char, style, column, width in cells(segments):
        x = MARGIN + column * WIDTH
        front = colour(style and style.color, FORE, True)
        back = colour(style and style.bgcolor, BACK, False)
        if style and style.reverse:
            front, back = back, front
        if back != colour(None, BACK, False):
            grounds.append(f'<rect x="{x}" y="{y}" width="{max(width, 1) * WIDTH}" height="{HEIGHT}" fill="{back}"/>')
        looks = (' font-weight="bold"' if style and style.bold else "") + (' opacity="0.6"' if style and style.dim else "")
        if char in STROKES:
            signs.append(stroke(char, x, y, front))
        elif char in BLOCKS:
            left, top, wide, high, dense = BLOCKS[char]
            signs.append(f'<rect x="{x + left * WIDTH:g}" y="{y + top * HEIGHT:g}" width="{wide * WIDTH:g}" height="{high * HEIGHT:g}" fill="{front}"'
                         + (f' opacity="{dense}"/>' if dense < 1 else "/>"))
        elif not char.isspace():
            signs.append(f'<text x="{x}" y="{y + SIZE}" fill="{front}"{looks}>{escape(char)}</text>')
    return grounds + signs


def main():
    columns, lines, title, file = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
    console = Console(width=columns, force_terminal=True, color_system="truecolor")
    options = console.options.update(width=columns, no_wrap=True, overflow="crop")
    drawn = []
    for row, text in enumerate(sys.stdin.read().split("\n")[:lines]):
        drawn += line(console.render_lines(Text.from_ansi(text), options, pad=False)[0], row)
    width, height = columns * WIDTH + 2 * MARGIN, BAR + lines * HEIGHT + MARGIN
    dark = colour(None, BACK, False)
    picture = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" shape-rendering="crispEdges" role="img" aria-label="{escape(title)}">',
        f'<rect width="{width}" height="{height}" rx="8" fill="{dark}"/>',
        f'<text x="{width / 2:g}" y="20" text-anchor="middle" font-family="sans-serif" font-size="13" fill="#8b93a1">{escape(title)}</text>',
        f'<g font-family="\'DejaVu Sans Mono\', \'Noto Sans Mono CJK JP\', \'Hiragino Sans\', Menlo, Consolas, monospace" font-size="{SIZE}">',
        *drawn, "</g>", "</svg>", ""]
    with open(file, "w", encoding="utf-8") as out:
        out.write("\n".join(picture))


main()

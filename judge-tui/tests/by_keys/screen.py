"""Cells, frames and text of a terminal's screen, independent of any program or game."""

import dataclasses
import re
import unicodedata

TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT, SIDE = "┌┐└┘│"
STROKES = {TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT, SIDE}


def width(char):
    """Returns the columns of a character."""
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def squeezed(text):
    """Removes blanks and sides of frames, so that wrapped text compares equal."""
    return "".join(text.replace(SIDE, " ").split())


@dataclasses.dataclass(frozen=True)
class Frame:
    """A closed box with straight sides. Rows and columns are those of its border, from 0."""

    top: int
    left: int
    bottom: int
    right: int

    def covers(self, row, column):
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    def clears(self, row, column):
        """Returns whether this is the column left of the box, cleared because a full-width character would reach into it."""
        return self.top <= row <= self.bottom and column == self.left - 1


class Screen:
    """A captured screen of a terminal."""

    def __init__(self, text):
        self.lines = [line.rstrip() for line in text.split("\n")]
        self.text = "\n".join(self.lines)
        self.cells = [_cells(line) for line in self.lines]
        self._squeezed = squeezed(self.text)

    def __str__(self):
        return self.text

    def says(self, text):
        """Returns whether the screen has this text, also if it is wrapped in a frame. Regular expressions don't match
        wrapped text."""
        if isinstance(text, re.Pattern):
            return text.search(self.text) is not None
        return squeezed(text) in self._squeezed

    def line(self, *parts):
        """Returns the first line with all these parts in this order, or `None`."""
        for line in self.lines:
            at = 0
            for part in parts:
                at = line.find(part, at)
                if at < 0:
                    break
                at += len(part)
            else:
                return line
        return None

    def window(self, title):
        """Returns the inside of the frame with this title in its upper border, or `None`."""
        for frame in self.frames():
            if squeezed(title) in squeezed(self._cut(frame.top, frame.left + 1, frame.right)):
                rows = range(frame.top + 1, frame.bottom)
                return Screen("\n".join(self._cut(row, frame.left + 1, frame.right) for row in rows))
        return None

    def frames(self):
        """Returns all frames that are not covered."""
        starts = [(row, column) for row, column, char in self._all() if char == TOP_LEFT]
        found = (self._walk(row, column, ())[0] for row, column in starts)
        return [frame for frame in found if frame]

    def crooked(self):
        """Returns the faults of the frames: strokes that don't meet and are not covered by another frame."""
        whole, seen, wrong = self.frames(), set(), []
        for row, column, char in self._all():
            if char != TOP_LEFT:
                continue
            over = [frame for frame in whole if not frame.covers(row, column)]
            frame, strokes = self._walk(row, column, over)
            seen |= strokes
            if frame is None:
                wrong.append(f"the frame at line {row + 1}, column {column + 1} does not close")
        for row, column, char in self._all():
            if char in STROKES and (row, column) not in seen and not self._emerges(row, column, whole, seen):
                wrong.append(f"{char} at line {row + 1}, column {column + 1} belongs to no frame")
        return wrong

    def _all(self):
        for row, line in enumerate(self.cells):
            for column, char in enumerate(line):
                yield row, column, char

    def _at(self, row, column):
        if 0 <= row < len(self.cells) and 0 <= column < len(self.cells[row]):
            return self.cells[row][column]
        return " "

    def _cut(self, row, start, end):
        return "".join(self.cells[row][start:end])

    def _walk(self, row, column, over):
        """Follows a frame from its upper left corner, also under the frames in `over`. Returns it with its strokes."""
        hidden = lambda at, on: self._is_hidden(at, on, over)
        strokes = {(row, column)}
        right = column + 1
        while self._at(row, right) != TOP_RIGHT or hidden(row, right):
            if right >= len(self.cells[row]) or (self._at(row, right) in STROKES and not hidden(row, right)):
                return None, strokes
            right += 1
        strokes.add((row, right))
        ends = []
        for on, end in ((column, BOTTOM_LEFT), (right, BOTTOM_RIGHT)):
            at = row + 1
            while self._at(at, on) == SIDE or hidden(at, on):
                if not hidden(at, on):
                    strokes.add((at, on))
                at += 1
            if self._at(at, on) != end:
                return None, strokes
            strokes.add((at, on))
            ends.append(at)
        if ends[0] != ends[1]:
            return None, strokes
        return Frame(row, column, ends[0], right), strokes

    def _emerges(self, row, column, whole, seen):
        """Returns whether the stroke's frame has covered upper corners."""
        over = [frame for frame in whole if not frame.covers(row, column)]
        at = row
        while at >= 0 and self._at(at, column) in STROKES:
            if (at, column) in seen:
                return False
            at -= 1
        return self._is_hidden(at, column, over)

    def _is_hidden(self, row, column, over):
        is_blank = self._at(row, column) not in STROKES
        return any(frame.covers(row, column) or (is_blank and frame.clears(row, column)) for frame in over)


def _cells(line):
    """Returns a line's characters by column, with an empty cell after each full-width one."""
    cells = []
    for char in line:
        wide = width(char)
        if wide == 0 and cells:
            cells[-1] += char
        elif wide > 0:
            cells += [char] + [""] * (wide - 1)
    return cells

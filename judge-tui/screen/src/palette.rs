//! Colours and fill patterns by meaning.

use ratatui::style::{Color, Modifier, Style};

/// Colours and patterns that a screen is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    colour: bool,
}

/// Pattern of a stone, with a colour. Neighbours on a wall differ in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StonePattern(usize);

/// Two columns of each pattern. All characters have one column in every terminal that draws boxes.
const PATTERNS: [&str; StonePattern::COUNT] = ["██", "▒▒", "##", "░░", "%%", "▚▚", "==", "xx"];

/// No two colours differ only in red and green.
const COLOURS: [Color; StonePattern::COUNT] = [
    Color::Blue,
    Color::Yellow,
    Color::Magenta,
    Color::Cyan,
    Color::LightRed,
    Color::LightBlue,
    Color::Green,
    Color::White,
];

/// Background and text colours of games' marks; none of them means a warning.
const GAMES: [(Color, Color); 8] = [
    (Color::Blue, Color::White),
    (Color::LightGreen, Color::Black),
    (Color::Magenta, Color::White),
    (Color::LightCyan, Color::Black),
    (Color::Green, Color::Black),
    (Color::LightMagenta, Color::Black),
    (Color::Cyan, Color::Black),
    (Color::LightBlue, Color::Black),
];

impl StonePattern {
    /// Number of inks.
    pub const COUNT: usize = 8;

    /// Returns the pattern of this number, modulo their count.
    pub const fn of(number: usize) -> Self {
        Self(number % Self::COUNT)
    }

    /// Returns the next pattern.
    #[must_use]
    pub const fn next(self) -> Self {
        Self::of(self.0 + 1)
    }

    /// Returns two columns of the pattern.
    pub fn pattern(self) -> &'static str {
        PATTERNS.get(self.0).copied().unwrap_or("██")
    }

    /// Returns its colour.
    pub fn colour(self) -> Color {
        COLOURS.get(self.0).copied().unwrap_or(Color::Reset)
    }
}

impl Palette {
    /// The sixteen colours of every terminal.
    pub const COLOUR: Self = Self { colour: true };
    /// No colour: only symbols, patterns, bold and reversed text.
    pub const PLAIN: Self = Self { colour: false };

    /// Returns whether there are colours.
    pub const fn has_colour(self) -> bool {
        self.colour
    }

    /// Returns the style of a stone's squares.
    pub fn stone(self, ink: StonePattern) -> Style {
        self.fore(ink.colour())
    }

    /// Returns the style of unimportant text.
    pub fn faint(self) -> Style {
        if self.colour { Style::new().fg(Color::DarkGray) } else { Style::new().add_modifier(Modifier::DIM) }
    }

    /// Returns the style of success.
    pub fn good(self) -> Style {
        self.fore(Color::Green)
    }

    /// Returns the style of a warning.
    pub fn warning(self) -> Style {
        self.fore(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of alarms and rejections.
    pub fn alarm(self) -> Style {
        self.fore(Color::LightRed).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of headings and keys.
    pub fn heading(self) -> Style {
        self.fore(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of the selection.
    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Returns the style of a game's mark, modulo their count.
    pub fn game(self, number: usize) -> Style {
        let (background, foreground) =
            GAMES.get(number % GAMES.len()).copied().unwrap_or((Color::Reset, Color::Reset));
        if self.colour {
            Style::new().bg(background).fg(foreground)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    fn fore(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }
}

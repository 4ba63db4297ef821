//! Colours and fill patterns. Knows what a colour is for, not where it is used.

use ratatui::style::{Color, Modifier, Style};

/// Colours and patterns that a screen is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    colour: bool,
}

/// Pattern of one stone, with a colour where there are colours. Neighbours on a wall always
/// differ in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StonePattern(usize);

/// Two columns of each pattern; all of one column's width in every terminal that draws boxes.
const PATTERNS: [&str; StonePattern::COUNT] = ["██", "▒▒", "##", "░░", "%%", "▚▚", "==", "xx"];

/// The colour that goes with each pattern: none is told from another by red against green alone.
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

/// The grounds of games' marks, none of which warns of anything, each with what can be read on it.
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

    /// The ink of this number, counted round and round.
    pub const fn of(number: usize) -> Self {
        Self(number % Self::COUNT)
    }

    /// The one after it.
    #[must_use]
    pub const fn next(self) -> Self {
        Self::of(self.0 + 1)
    }

    /// Two columns of its pattern.
    pub fn pattern(self) -> &'static str {
        PATTERNS.get(self.0).copied().unwrap_or("██")
    }

    /// Its colour, where there are colours.
    pub fn colour(self) -> Color {
        COLOURS.get(self.0).copied().unwrap_or(Color::Reset)
    }
}

impl Palette {
    /// With the sixteen colours that every terminal has and its owner may have chosen.
    pub const COLOUR: Self = Self { colour: true };
    /// Without any colour: signs, patterns, bold and reversed text only.
    pub const PLAIN: Self = Self { colour: false };

    /// Returns whether there are colours.
    pub const fn has_colour(self) -> bool {
        self.colour
    }

    /// A stone's squares.
    pub fn stone(self, ink: StonePattern) -> Style {
        self.fore(ink.colour())
    }

    /// Returns what is not important now.
    pub fn faint(self) -> Style {
        if self.colour { Style::new().fg(Color::DarkGray) } else { Style::new().add_modifier(Modifier::DIM) }
    }

    /// Returns what is done and good.
    pub fn good(self) -> Style {
        self.fore(Color::Green)
    }

    /// Returns what wants attention soon.
    pub fn warning(self) -> Style {
        self.fore(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// Returns what wants attention now, and what was refused.
    pub fn alarm(self) -> Style {
        self.fore(Color::LightRed).add_modifier(Modifier::BOLD)
    }

    /// Headings and keys.
    pub fn heading(self) -> Style {
        self.fore(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// Returns what is selected.
    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The mark of a game of this number, counted round and round.
    pub fn game(self, number: usize) -> Style {
        let (ground, sign) = GAMES.get(number % GAMES.len()).copied().unwrap_or((Color::Reset, Color::Reset));
        if self.colour {
            Style::new().bg(ground).fg(sign)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    fn fore(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }
}

//! Parameters of generated scenarios, and their TOML file. Every key occurs once, unknown ones are rejected.

use std::ops::RangeInclusive;

use ishigaki_catalogue::{Message, Value, toml_message};
use ishigaki_scenarios::line_and_column;
use serde::{Deserialize, Serialize};

/// A family of frames (`W1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Stepped at one side, straight at the other.
    OneSided,
    /// Stepped at both sides.
    Stepped,
    /// Stepped at both sides, with a hole of 2 x 2 squares.
    Gapped,
    /// Stepped at both sides, with a gate of 2 x 3 squares near the bottom that stones must span.
    Gated,
}

/// Size and family of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FramePlan {
    pub family: Family,
    /// 40 to 300, the same for a scenario and its spare.
    pub squares: u32,
}

/// Parameters of a scenario, with defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// 1 to 24 characters from a-z, 0-9 and -, such as `heat-a`.
    pub name: String,
    pub title: String,
    #[serde(default)]
    pub title_ja: Option<String>,
    /// 4 to 9 (`G2`).
    pub teams: u32,
    /// 2 to 20 (`G1`).
    pub rounds: u32,
    /// 16 to 40.
    pub types: u32,
    /// 0 has many small and handy stones, 100 few of them and many awkward ones.
    pub awkwardness: u32,
    /// The squares of the stones, in percent of all frames: 95 to 100. At 100 all teams could fill their
    /// frames in one game; below, each could with the stones of its planted wall.
    #[serde(default = "usual::stone_percent")]
    pub stone_percent: u32,
    /// Wins of a team in all rounds, in percent of the stones of a wall: 110 to 130 (`A5`).
    #[serde(default = "usual::wins_percent")]
    pub wins_percent: u32,
    /// Lines of a list, in percent of the wins of the round: 150 to 400 (`A2`).
    #[serde(default = "usual::lines_percent")]
    pub lines_percent: u32,
    /// Minimum prices of all stones, in percent of all teams' money: 62 to 73.
    #[serde(default = "usual::price_percent")]
    pub price_percent: u32,
    pub frame: FramePlan,
    /// True if to make a spare too (`G4`).
    #[serde(default = "usual::spare")]
    pub spare: bool,
    pub seed: u64,
}

/// Squares of the frames per stone type with some copies.
const SQUARES_A_TYPE: u32 = 18;

mod usual {
    pub(super) fn stone_percent() -> u32 {
        98
    }
    pub(super) fn wins_percent() -> u32 {
        118
    }
    pub(super) fn lines_percent() -> u32 {
        250
    }
    pub(super) fn price_percent() -> u32 {
        69
    }
    pub(super) fn spare() -> bool {
        true
    }
}

/// Error in parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("misuse-parameters")]
pub enum ParameterFault {
    Unreadable {
        line: usize,
        column: usize,
        what: Value,
    },
    Name {
        name: String,
    },
    #[message("misuse-parameters-range")]
    OutOfRange {
        field: &'static str,
        value: u32,
        low: u32,
        high: u32,
        rule: &'static str,
    },
}

impl Parameters {
    /// Parses the parameters.
    ///
    /// # Errors
    /// If the text is invalid, or a figure is out of its range.
    pub fn parse(text: &str) -> Result<Self, ParameterFault> {
        let parameters: Self = toml::from_str(text).map_err(|error| {
            let (line, column) = line_and_column(text, error.span().map_or(0, |span| span.start));
            let what = toml_message(&error.message().replace('\n', " "));
            ParameterFault::Unreadable { line, column, what }
        })?;
        parameters.check()?;
        Ok(parameters)
    }

    /// Checks that every figure is in its range.
    ///
    /// # Errors
    /// The first one that is not.
    pub fn check(&self) -> Result<(), ParameterFault> {
        let is_name = |name: &str| {
            (1..=24).contains(&name.len())
                && name.bytes().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'-')
        };
        if !is_name(&self.name) {
            return Err(ParameterFault::Name { name: self.name.clone() });
        }
        let figures: [(&'static str, u32, RangeInclusive<u32>, &'static str); 9] = [
            ("teams", self.teams, 4..=9, "G2: teams a game"),
            ("rounds", self.rounds, 2..=20, "G1: a number of rounds"),
            ("types", self.types, 16..=40, "G1: stone types"),
            ("awkwardness", self.awkwardness, 0..=100, "percent"),
            ("stone_percent", self.stone_percent, 95..=100, "G3: one pool of stones for the whole game"),
            ("wins_percent", self.wins_percent, 110..=130, "A5: most wins W"),
            ("lines_percent", self.lines_percent, 150..=400, "A2: most bids M"),
            ("price_percent", self.price_percent, 62..=73, "G1: money is what bids compete with"),
            ("frame.squares", self.frame.squares, 40..=300, "W1: a frame"),
        ];
        for (field, value, range, rule) in figures {
            if !range.contains(&value) {
                let (low, high) = (*range.start(), *range.end());
                return Err(ParameterFault::OutOfRange { field, value, low, high, rule });
            }
        }
        // Two copies of every type are already a large part of the pool.
        let room = self.teams * self.frame.squares / SQUARES_A_TYPE;
        if self.types > room {
            let rule = "G3: the squares of all frames, 18 for each type";
            return Err(ParameterFault::OutOfRange {
                field: "types",
                value: self.types,
                low: 16,
                high: room,
                rule,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "name = \"a\"\ntitle = \"A\"\nteams = 6\nrounds = 8\ntypes = 24\nawkwardness = 30\nseed = 1\n\
                        frame = { family = \"stepped\", squares = 90 }\n";

    #[test]
    fn omitted_parameters_get_defaults() {
        let read = Parameters::parse(GOOD).unwrap();
        assert_eq!((read.stone_percent, read.spare, read.frame.family), (98, true, Family::Stepped));
    }

    #[test]
    fn invalid_parameter_is_named_with_range_and_rule() {
        let fault =
            |from: &str, to: &str| Parameters::parse(&GOOD.replace(from, to)).unwrap_err().to_string();
        assert_eq!(fault("teams = 6", "teams = 3"), "`teams` is 3; expected 4 to 9 (G2: teams a game)");
        assert_eq!(
            fault("squares = 90", "squares = 900"),
            "`frame.squares` is 900; expected 40 to 300 (W1: a frame)"
        );
        let many = fault("types = 24", "types = 39");
        assert_eq!(
            many,
            "`types` is 39; expected 16 to 30 (G3: the squares of all frames, 18 for each type)"
        );
        assert!(fault("\"a\"", "\"A b\"").starts_with("`name` is \"A b\""));
        assert!(fault("seed = 1", "sead = 1").contains("sead"));
        let family = fault("\"stepped\"", "\"round\"");
        assert!(family.starts_with("line 8, column 20: ") && family.contains("one-sided"), "{family}");
        assert!(!family.contains('\n'), "{family}");
    }
}

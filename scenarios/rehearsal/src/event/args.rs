//! The arguments of the rehearsal of an event.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ishigaki_command::Language;

/// Text below the help page.
const EXAMPLES: &str = "\
Examples:
  rehearsal event
  rehearsal event --preset O18 --players 40 --seed 7 --lang ja
  rehearsal event --preset ishigaki --teams 40 --kill-in-stage 1
  rehearsal event --preset MX --kill-in-round 3 --transcript event.jsonl";

/// An event that can be rehearsed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EventPreset {
    /// 第42期オセロ名人戦: four leagues, semi-finals, prize games.
    #[default]
    #[value(name = "M42", alias = "meijin-42")]
    Meijin42,
    /// 第18期オセロ王座戦: two leagues, whose firsts play the final.
    #[value(name = "O18", aliases = ["oza-18", "ouza-18"])]
    Oza18,
    /// オセロ名人戦 of another year: four leagues, two classes of seeds, a women's final.
    #[value(name = "MX", aliases = ["meijin-x", "meijin"])]
    MeijinX,
    /// 石垣工務店: heats, repechage, semi-finals and final, with real games by bots in all groups at once (TG).
    #[value(name = "ishigaki")]
    Ishigaki,
}

/// Number of players or teams unless told.
const PLAYERS: u16 = 96;
const TEAMS: u16 = 40;

/// Arguments of `rehearsal event`.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct EventAsked {
    /// Which event is held, by the name of its preset as contest files have it.
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub preset: EventPreset,
    /// How many lines the roster has: players, or teams of ishigaki, of which there are at most 256 [default: 96 players, 40 teams].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(8..=512))]
    pub players: Option<u16>,
    /// The same by another name.
    #[arg(long, value_name = "N", conflicts_with = "players", value_parser = clap::value_parser!(u16).range(8..=512))]
    pub teams: Option<u16>,
    /// What names, strengths, absentees, digits and results are drawn from. The same seed gives the same event.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Kill the server (kill -9) in this round, when half of its results are in, and start it again; of ishigaki in this
    /// stage, in the middle of its games.
    #[arg(long, visible_alias = "kill-in-stage", value_name = "ROUND")]
    pub kill_in_round: Option<u32>,
    /// Write the public record of the event to this file.
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,
    /// Tell no story; the last line of the output is the event as JSON.
    #[arg(long)]
    pub json: bool,
    /// Tell only the podium and the verdict.
    #[arg(long)]
    pub quiet: bool,
    /// Make no pauses for reading. There are none where the output is no terminal.
    #[arg(long)]
    pub no_pauses: bool,
    /// In which language it is told.
    #[command(flatten)]
    pub language: Language,
    /// Keep the server's files (contest, journal, token hashes, log) in this folder.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

impl EventPreset {
    /// Returns its name in settings.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Meijin42 => "M42",
            Self::Oza18 => "O18",
            Self::MeijinX => "MX",
            Self::Ishigaki => "ishigaki",
        }
    }

    /// Returns the event's title in English, and its id.
    pub(super) const fn title_and_id(self) -> (&'static str, &'static str) {
        match self {
            Self::Meijin42 => ("42nd Othello Meijin", "meijin-42"),
            Self::Oza18 => ("18th Othello Oza", "oza-18"),
            Self::MeijinX => ("Othello Meijin", "meijin-x"),
            Self::Ishigaki => ("Ishigaki Koumuten", "ishigaki"),
        }
    }

    /// Returns how many lines the roster has unless told.
    pub const fn usual(self) -> u16 {
        match self {
            Self::Ishigaki => TEAMS,
            Self::Meijin42 | Self::Oza18 | Self::MeijinX => PLAYERS,
        }
    }
}

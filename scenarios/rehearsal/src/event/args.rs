//! Arguments of `rehearsal event`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ishigaki_command::Language;

const EXAMPLES: &str = "\
Examples:
  rehearsal event
  rehearsal event --preset O18 --players 40 --seed 7 --lang ja
  rehearsal event --preset round-robin --players 9
  rehearsal event --preset ishigaki --teams 40 --kill-in-stage 1
  rehearsal event --preset MX --kill-in-round 3 --transcript event.jsonl";

ishigaki_catalogue::keyed! {
    /// Event to rehearse.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
    pub enum EventPreset: pub(super) name {
        /// 第42期オセロ名人戦: four leagues, semi-finals, prize games
        #[default]
        #[value(name = "M42", alias = "meijin-42")]
        Meijin42 = "M42",
        /// 第18期オセロ王座戦: two leagues, whose winners play the final
        #[value(name = "O18", aliases = ["oza-18", "ouza-18"])]
        Oza18 = "O18",
        /// オセロ名人戦 of another year: four leagues, two classes of seeded players, a women's final
        #[value(name = "MX", aliases = ["meijin-x", "meijin"])]
        MeijinX = "MX",
        /// Small event in one pool of Swiss pairings, five rounds (TS1)
        #[value(name = "swiss")]
        Swiss = "swiss",
        /// Small event in which every two players meet once (TS2)
        #[value(name = "round-robin")]
        RoundRobin = "round-robin",
        /// 石垣工務店: heats, repechage, semi-finals and final, with real games by bots in all groups (TG)
        #[value(name = "ishigaki")]
        Ishigaki = "ishigaki",
    }
}

const PLAYERS: u16 = 96;
const SMALL_PLAYERS: u16 = 10;
const TEAMS: u16 = 40;

/// Arguments of `rehearsal event`.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct EventAsked {
    /// Preset of the event
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub preset: EventPreset,
    /// Number of players, or of teams for ishigaki (at most 256) [default: 96 players, 10 in a small event, 40 teams]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(8..=512))]
    pub players: Option<u16>,
    /// Number of teams
    #[arg(long, value_name = "N", conflicts_with = "players", value_parser = clap::value_parser!(u16).range(8..=512))]
    pub teams: Option<u16>,
    /// Seed of names, strengths, absences, digits and results
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Kill the server (kill -9) in the middle of this round, or of this stage for ishigaki, and restart it
    #[arg(long, visible_alias = "kill-in-stage", value_name = "ROUND")]
    pub kill_in_round: Option<u32>,
    /// Save the public record in this file
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,
    /// Print only JSON
    #[arg(long)]
    pub json: bool,
    /// Print only the podium and the verdict
    #[arg(long)]
    pub quiet: bool,
    /// Don't pause for reading
    #[arg(long)]
    pub no_pauses: bool,
    #[command(flatten)]
    pub language: Language,
    /// Keep the server's files (contest, journal, token hashes, log) in this folder
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

impl EventPreset {
    /// Returns the English title and the id.
    pub(super) const fn title_and_id(self) -> (&'static str, &'static str) {
        match self {
            Self::Meijin42 => ("42nd Othello Meijin", "meijin-42"),
            Self::Oza18 => ("18th Othello Oza", "oza-18"),
            Self::MeijinX => ("Othello Meijin", "meijin-x"),
            Self::Swiss => ("Swiss event", "swiss"),
            Self::RoundRobin => ("Round robin", "round-robin"),
            Self::Ishigaki => ("Ishigaki Koumuten", "ishigaki"),
        }
    }

    /// Returns the default number of roster lines.
    pub const fn usual(self) -> u16 {
        match self {
            Self::Ishigaki => TEAMS,
            Self::Swiss | Self::RoundRobin => SMALL_PLAYERS,
            Self::Meijin42 | Self::Oza18 | Self::MeijinX => PLAYERS,
        }
    }
}

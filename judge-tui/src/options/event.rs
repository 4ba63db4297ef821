//! Options of the event commands.

pub(crate) mod act;

use std::path::PathBuf;

use clap::{ArgGroup, Subcommand, ValueEnum};
use ishigaki_board::EntrantError;
use ishigaki_catalogue::Message;
use ishigaki_client::spelling::number;
use ishigaki_command::ValueError;
use ishigaki_printout::PrintKind;
use ishigaki_rules::ranking::Tally;

use crate::counts::{TypedTally, read_tally};
use act::EventAct;

/// An act or query of an event; without one, the event's screen.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct EventArgs {
    /// Id of the event; without it, the only open event, or the only event if all are over
    #[arg(long = "event", global = true, value_name = "ID", default_value = "", hide_default_value = true)]
    pub(crate) event: String,
    /// Print one JSON object
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Show what an act would change, and change nothing
    #[arg(long, global = true)]
    pub(crate) preview: bool,
    /// Without a command, the event's screen opens in the terminal.
    #[command(subcommand)]
    pub(crate) task: Option<EventTask>,
}

/// Commands of an event. Players are named by number, roster id, or part of the name.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum EventTask {
    /// List events
    #[command(after_help = "Examples:\n  judge-tui event list --json")]
    List,
    /// Show the state of an event and its missing results
    #[command(after_help = "Examples:\n  judge-tui event show")]
    Show,
    /// Print a sheet of the event
    #[command(
        after_help = "Examples:\n  judge-tui event print pairings --round 3\n  judge-tui event print slips --html --out slips.html\n  judge-tui event print standings --csv --out tables\n  judge-tui event print --trf --out event.trf"
    )]
    Print {
        #[command(flatten)]
        print: PrintArgs,
    },
    /// Create an event from a preset or a settings file (organiser)
    #[command(
        after_help = "Examples:\n  judge-tui event create meijin --preset M42 --lottery-date 2026-12-05\n  judge-tui event create oza --config oza.json",
        group = ArgGroup::new("source").args(["preset", "config"]).required(true)
    )]
    Create {
        /// Id of the event: a to z, 0 to 9 and -; unique among games and events
        #[arg(value_name = "ID")]
        new: String,
        /// Preset: M42, O18, MX, swiss, round-robin, or ishigaki for groups
        #[arg(long, value_name = "NAME")]
        preset: Option<String>,
        /// Title, instead of the preset's
        #[arg(long, value_name = "TEXT", conflicts_with = "config")]
        title: Option<String>,
        /// Japanese title; without it, the preset's, unless --title is given
        #[arg(long, value_name = "TEXT", conflicts_with = "config")]
        title_ja: Option<String>,
        /// Date of the lotteries, such as 2026-12-05; only results from that date count (TV1)
        #[arg(long, value_name = "DATE", conflicts_with = "config")]
        lottery_date: Option<String>,
        /// File with the settings as a JSON object
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    #[command(flatten)]
    Act(EventAct),
}

/// A result slip (`TO9`).
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct SlipArgs {
    /// Winner (○)
    #[arg(value_name = "WINNER")]
    pub(crate) winner: String,
    /// Loser
    #[arg(value_name = "LOSER")]
    pub(crate) loser: String,
    /// Round; without it, the latest paired round
    #[arg(long, value_name = "ROUND")]
    pub(crate) round: Option<u32>,
    /// Signatures on the slip
    #[arg(long, value_name = "WHO", value_enum, default_value = "none")]
    pub(crate) signed: SlipSigner,
    /// End of the game
    #[arg(long, value_name = "WHY", value_enum, default_value = "normal")]
    pub(crate) end: GameEnd,
    /// Discs, the winner's first; they add up to 64 (TO5)
    #[arg(long, value_name = "WINNER:LOSER", value_parser = discs)]
    pub(crate) discs: Option<(u32, u32)>,
    /// Player with black
    #[arg(long, value_name = "PLAYER")]
    pub(crate) black: Option<String>,
    /// Holder of the draw-win right
    #[arg(long, value_name = "PLAYER")]
    pub(crate) draw_win: Option<String>,
    /// Call of the hidden disc: the colour on top (TO10)
    #[arg(long, value_name = "COLOUR", value_enum)]
    pub(crate) call: Option<DiscColour>,
    /// Black discs on corners before the first move, 0 to 4 (TO6)
    #[arg(long, value_name = "DISCS", default_value_t = 0, hide_default_value = true)]
    pub(crate) handicap: u32,
    /// Moves, such as f5d6c3 (TO9)
    #[arg(long, value_name = "MOVES")]
    pub(crate) transcript: Option<String>,
}

/// Figures of a group's teams (`E2`).
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct CountsArgs {
    /// Number of the group in its stage
    #[arg(value_name = "GROUP")]
    pub(crate) group: u32,
    /// Figures of a team: empty squares, gaps in the top row, TSUYAMA left, stones used, stones unused; or
    /// out if disqualified
    #[arg(value_name = "TEAM=EMPTY,GAPS,LEFT,USED,UNUSED", required = true, value_parser = team_count)]
    pub(crate) counts: Vec<TeamCount>,
    /// Number of the stage; without it, the latest drawn stage
    #[arg(long, value_name = "STAGE")]
    pub(crate) stage: Option<u32>,
}

/// Figures of one team, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TeamCount {
    pub(crate) team: String,
    /// Figures; `None` if the team is disqualified (`E3`).
    pub(crate) tally: Option<Tally>,
}

/// Signatures of a slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SlipSigner {
    /// None, or not recorded
    None,
    Winner,
    Loser,
    Both,
}

/// Colour of a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiscColour {
    Black,
    White,
}

/// End of an Othello game (`TO9`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameEnd {
    /// On the board
    Normal,
    /// Time
    Time,
    /// Both out of time, unnoticed
    DoubleTime,
    /// Forfeit
    Forfeit,
    /// Ruling of the referee
    Referee,
}

/// Sheet and format; text without another format.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct PrintArgs {
    /// Sheet to print
    #[arg(value_name = "KIND", value_parser = kind, required_unless_present = "trf", conflicts_with = "trf")]
    pub(crate) kind: Option<PrintKind>,
    /// Round; without it, the latest paired round
    #[arg(long, value_name = "ROUND")]
    pub(crate) round: Option<u32>,
    /// Stage of the groups; without it, the latest drawn stage
    #[arg(long, value_name = "STAGE", conflicts_with = "trf")]
    pub(crate) stage: Option<u32>,
    /// HTML page for A4
    #[arg(long, conflicts_with_all = ["csv", "trf"])]
    pub(crate) html: bool,
    /// CSV: one file per table in the --out folder, or one file if its name ends in .csv; without --out, all
    /// tables to standard output
    #[arg(long, conflicts_with = "trf")]
    pub(crate) csv: bool,
    /// Rounds of the leagues as a FIDE report file (TRF16)
    #[arg(long, conflicts_with = "round")]
    pub(crate) trf: bool,
    /// File to write, replaced if it exists; without it, standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Error of an event's options.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message("cli-event")]
pub(crate) enum EventUsage {
    #[message(transparent)]
    Entrant(EntrantError),
    /// A pair isn't two players with a colon.
    NoPair {
        pair: String,
    },
    /// The stage has no such group, or is not drawn yet.
    NoGroup {
        stage: u32,
        group: u32,
    },
    /// The team plays in another group or stage.
    NotInGroup {
        /// Id and name.
        team: String,
        stage: String,
        group: u32,
    },
    /// A team is named twice.
    CountedTwice {
        /// Id and name.
        team: String,
    },
    /// Figures of these teams are missing.
    NotCounted {
        /// Ids and names.
        teams: Vec<String>,
    },
    NoResult,
    NothingToPrint,
    NoStage {
        stage: u32,
        stages: usize,
    },
    NotDrawn {
        stage: String,
    },
    /// Available only in an event in leagues.
    OfLeagues,
    /// Available only in a contest in groups.
    OfGroups,
}

fn discs(text: &str) -> Result<(u32, u32), ValueError> {
    let both = text.split_once(':').and_then(|(one, other)| Some((number(one)?, number(other)?)));
    both.ok_or_else(|| ValueError::new("usage-form-discs"))
}

fn team_count(text: &str) -> Result<TeamCount, ValueError> {
    let read = text.rsplit_once('=').and_then(|(team, counted)| {
        let TypedTally(tally) = read_tally(counted)?;
        Some(TeamCount { team: team.to_owned(), tally })
    });
    read.ok_or_else(|| ValueError::new("usage-form-team-count"))
}

fn kind(name: &str) -> Result<PrintKind, ValueError> {
    PrintKind::named(name).ok_or_else(|| {
        let names: Vec<&str> = PrintKind::OF_EVENTS.into_iter().map(PrintKind::name).collect();
        ValueError::new("usage-form-one-of").with("names", names.join(", "))
    })
}

//! The options of an event's commands: its organiser's, desk's and referee's acts, and what is printed of it.

use std::path::PathBuf;

use clap::{ArgGroup, Subcommand, ValueEnum};
use ishigaki_catalogue::Message;
use ishigaki_client::spelling::number;
use ishigaki_command::ValueError;
use ishigaki_printout::PrintKind;
use ishigaki_rules::ranking::Tally;

use crate::counts::{TypedTally, read_tally};

/// An act of an event, or a question about it; without either, the event's screen.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct EventArgs {
    /// The event's id; without it, the only event that is not over, or if all are over the only one.
    #[arg(long = "event", global = true, value_name = "ID", default_value = "", hide_default_value = true)]
    pub(crate) event: String,
    /// Answer with one JSON object.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// What is asked; without it, a terminal shows the event, with keys for all of this.
    #[command(subcommand)]
    pub(crate) task: Option<EventTask>,
}

/// What can be asked of an event. A player is named by number, by id in the roster, or by a part of the name.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum EventTask {
    /// List the events.
    #[command(after_help = "Examples:\n  judge-tui event list --json")]
    List,
    /// Say where an event is, and which games have no result yet.
    #[command(after_help = "Examples:\n  judge-tui event show")]
    Show,
    /// Print something of the event: draw, leagues, pairings, slips, results, standings, bracket, ranking, diplomas; groups.
    #[command(
        after_help = "Examples:\n  judge-tui event print pairings --round 3\n  judge-tui event print slips --html --out slips.html\n  judge-tui event print standings --csv --out tables\n  judge-tui event print --trf --out event.trf"
    )]
    Print {
        #[command(flatten)]
        print: PrintArgs,
    },
    /// Create an event by a preset, or by a file of settings. Needs the organiser's token.
    #[command(
        after_help = "Examples:\n  judge-tui event create meijin --preset M42 --lottery-date 2026-12-05\n  judge-tui event create oza --config oza.json",
        group = ArgGroup::new("source").args(["preset", "config"]).required(true)
    )]
    Create {
        /// The event's id: "a" to "z", "0" to "9" and "-"; no game and no other event may have it.
        #[arg(value_name = "ID")]
        new: String,
        /// The preset: M42, O18, MX; in groups ishigaki.
        #[arg(long, value_name = "NAME")]
        preset: Option<String>,
        /// What the event is called, instead of what the preset says.
        #[arg(long, value_name = "TEXT", conflicts_with = "config")]
        title: Option<String>,
        /// Title in Japanese; without it, the preset's, unless --title replaces that.
        #[arg(long, value_name = "TEXT", conflicts_with = "config")]
        title_ja: Option<String>,
        /// Date on which the lotteries are drawn, such as 2026-12-05: only their results of that day count (TV1).
        #[arg(long, value_name = "DATE", conflicts_with = "config")]
        lottery_date: Option<String>,
        /// A file with the settings as a JSON object.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    #[command(flatten)]
    Organiser(OrganiserAct),
    #[command(flatten)]
    Desk(DeskAct),
    #[command(flatten)]
    Referee(RefereeAct),
}

/// What the organiser does in an event that is there.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum OrganiserAct {
    /// Set the roster, in place of any other, from CSV or JSON (TV1). Columns: id, name, kana, romaji, seed, woman; more
    /// are the organiser's own. Needs the organiser's token.
    #[command(after_help = "Examples:\n  judge-tui event roster players.csv")]
    Roster {
        /// The file; - is standard input.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Fix settings and roster, and say their hash, which is to be published (TV1). Needs the organiser's token.
    #[command(after_help = "Examples:\n  judge-tui event commit")]
    Commit,
    /// Enter the lotteries' results in their order, from which the draw follows (TD2). Needs the organiser's token.
    #[command(after_help = "Examples:\n  judge-tui event digits 407 1932 0586 7741")]
    Digits {
        /// A result, with all its digits.
        #[arg(value_name = "DIGITS", required = true)]
        results: Vec<String>,
    },
    /// End reception and make the leagues (TL). Needs the organiser's token.
    #[command(after_help = "Examples:\n  judge-tui event leagues")]
    Leagues,
    /// Pair the next round (TP, TK). Needs the organiser's token.
    #[command(after_help = "Examples:\n  judge-tui event pair 3")]
    Pair {
        /// The round; it must be the next one.
        #[arg(value_name = "ROUND")]
        round: u32,
    },
    /// Draw the groups of a stage, in a contest in groups (TG2, TG3). Needs the organiser's token.
    #[command(after_help = "Examples:\n  judge-tui event draw-groups 1")]
    DrawGroups {
        /// The stage, from 1; it must be the next one.
        #[arg(value_name = "STAGE")]
        stage: u32,
        /// Draw it although all its teams but one are absent, or all: it has no game then, and the team that is there goes on.
        #[arg(long)]
        without_game: bool,
    },
    /// Count the game of a group that the server does not hold itself, in a contest in groups (E4). Needs the organiser's token.
    #[command(after_help = "Examples:\n  judge-tui event count 2 oak=3,1,40,9,2 owl=5,0,12,8,0 ash=out")]
    Count {
        #[command(flatten)]
        counts: CountsArgs,
    },
    /// Close a stage: who advances stands (TG4). Needs the organiser's token.
    #[command(after_help = "Examples:\n  judge-tui event close-stage 1")]
    CloseStage {
        /// The stage, from 1; it must be the one that is under way.
        #[arg(value_name = "STAGE")]
        stage: u32,
    },
    /// Declare the final ranking (TE). Needs the organiser's token.
    #[command(after_help = "Examples:\n  judge-tui event declare")]
    Declare,
    /// Give the event up: nothing follows. Asks nothing. Needs the organiser's token.
    #[command(after_help = "Examples:\n  judge-tui event abandon --reason \"the hall is flooded\"")]
    Abandon {
        /// Why; recorded, and everybody can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

/// What the desk does: reception and result slips.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum DeskAct {
    /// Note that a player or team is absent, or there after all (TD7). In leagues, a ruling with a reason once the digits are
    /// known, which needs the referee's token.
    #[command(
        after_help = "Examples:\n  judge-tui event absent 12\n  judge-tui event absent 12 --present\n  judge-tui event absent 12 --reason \"has called in sick\""
    )]
    Absent {
        /// The player.
        #[arg(value_name = "PLAYER")]
        player: String,
        /// Reason of the ruling, recorded and published with it.
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
        /// There after all.
        #[arg(long)]
        present: bool,
    },
    /// Note the slip that a seed drew at reception (TD6).
    #[command(after_help = "Examples:\n  judge-tui event slip P03 2")]
    Slip {
        /// The player.
        #[arg(value_name = "PLAYER")]
        player: String,
        /// The number on the slip.
        #[arg(value_name = "NUMBER")]
        number: u32,
    },
    /// Enter the result of a game from its slip (TO9). Only a ruling can take its place.
    #[command(
        after_help = "Examples:\n  judge-tui event result 12 15 --signed both\n  judge-tui event result 12 15 --round 3 --signed both --discs 40:24 --black 15"
    )]
    Result {
        #[command(flatten)]
        slip: SlipArgs,
    },
    /// Enter the order of a janken of equal teams across a margin, in a contest in groups (TG4).
    #[command(after_help = "Examples:\n  judge-tui event janken oak owl ash")]
    Janken {
        /// The teams, best first.
        #[arg(value_name = "TEAM", required = true)]
        teams: Vec<String>,
    },
    /// Take a player out from the next pairing on (TW1).
    #[command(after_help = "Examples:\n  judge-tui event withdraw 12")]
    Withdraw {
        /// The player.
        #[arg(value_name = "PLAYER")]
        player: String,
    },
}

/// What the referee does (`TV3`).
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum RefereeAct {
    /// Put another result in the place of one that was entered, as a ruling (TV3). Needs the referee's token.
    #[command(
        after_help = "Examples:\n  judge-tui event overrule 15 12 --signed both --reason \"entered the wrong way round\""
    )]
    Overrule {
        #[command(flatten)]
        slip: SlipArgs,
        /// Why; recorded, and everybody can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Name the first of a league in which nobody is left (TF4). Needs the referee's token.
    #[command(after_help = "Examples:\n  judge-tui event name-first B 12 --reason \"all have withdrawn\"")]
    NameFirst {
        /// The league's letter.
        #[arg(value_name = "LEAGUE")]
        league: String,
        /// The player.
        #[arg(value_name = "PLAYER")]
        player: String,
        /// Why; recorded, and everybody can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Confirm a league's first who was found by the ranking (TF4). Needs the referee's token.
    #[command(after_help = "Examples:\n  judge-tui event confirm-first B")]
    ConfirmFirst {
        /// The league's letter.
        #[arg(value_name = "LEAGUE")]
        league: String,
    },
    /// Replace the game of a group by its spare (G4). Needs the referee's token.
    #[command(
        after_help = "Examples:\n  judge-tui event replace-game 3 --reason \"the drawing was wrong\"\n  judge-tui event replace-game 3 --counted --reason \"the scenario was another group's\""
    )]
    ReplaceGame {
        /// The group's number in the stage that is under way.
        #[arg(value_name = "GROUP")]
        group: u32,
        /// Replace it although it is counted: its result is given up. Without it, a counted game is refused.
        #[arg(long)]
        counted: bool,
        /// Why; recorded, and everybody can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Put another result in the place of the game's of a group, counted or not, as a ruling (TV3). Teams that are not named keep
    /// what was counted. Needs the referee's token.
    #[command(
        after_help = "Examples:\n  judge-tui event overrule-game 2 oak=3,1,40,9,2 --reason \"oak's wall was counted wrong\""
    )]
    OverruleGame {
        #[command(flatten)]
        counts: CountsArgs,
        /// Why; recorded, and everybody can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Put other results in the place of the lotteries', as a ruling, until leagues or groups are drawn from them (TD8). Needs
    /// the referee's token.
    #[command(
        after_help = "Examples:\n  judge-tui event overrule-digits 407 1932 0568 7741 --reason \"two digits were swapped\""
    )]
    OverruleDigits {
        /// A result, with all its digits, in the order of the plan.
        #[arg(value_name = "DIGITS", required = true)]
        results: Vec<String>,
        /// Why; recorded, and everybody can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Put another order in the place of a janken's, as a ruling (TV3). Needs the referee's token.
    #[command(
        after_help = "Examples:\n  judge-tui event overrule-janken owl oak --reason \"entered the wrong way round\""
    )]
    OverruleJanken {
        /// The teams, all of them, best first.
        #[arg(value_name = "TEAM", required = true)]
        teams: Vec<String>,
        /// The stage, from 1; without it, the one that was drawn last.
        #[arg(long, value_name = "STAGE")]
        stage: Option<u32>,
        /// Why; recorded, and everybody can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Put a ruling on record, in words (TV3). Needs the referee's token.
    #[command(after_help = "Examples:\n  judge-tui event rule \"round 4 starts ten minutes later\"")]
    Rule {
        /// The ruling; everybody can read it.
        #[arg(value_name = "TEXT")]
        text: String,
    },
}

/// What stands on a slip (`TO9`).
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct SlipArgs {
    /// Who won (○).
    #[arg(value_name = "WINNER")]
    pub(crate) winner: String,
    /// Who lost.
    #[arg(value_name = "LOSER")]
    pub(crate) loser: String,
    /// The round; without it, the one that was paired last.
    #[arg(long, value_name = "ROUND")]
    pub(crate) round: Option<u32>,
    /// Who signed the slip.
    #[arg(long, value_name = "WHO", value_enum, default_value = "none")]
    pub(crate) signed: SlipSigner,
    /// Why the game ended.
    #[arg(long, value_name = "WHY", value_enum, default_value = "normal")]
    pub(crate) end: GameEnd,
    /// The discs, the winner's first; both add up to 64 (TO5).
    #[arg(long, value_name = "WINNER:LOSER", value_parser = discs)]
    pub(crate) discs: Option<(u32, u32)>,
    /// Who played black.
    #[arg(long, value_name = "PLAYER")]
    pub(crate) black: Option<String>,
    /// Who held the draw-win right.
    #[arg(long, value_name = "PLAYER")]
    pub(crate) draw_win: Option<String>,
    /// Black discs on corners before the first move, 0 to 4 (TO6).
    #[arg(long, value_name = "DISCS", default_value_t = 0, hide_default_value = true)]
    pub(crate) handicap: u32,
    /// The moves, such as f5d6c3 (TO9).
    #[arg(long, value_name = "MOVES")]
    pub(crate) transcript: Option<String>,
}

/// What the teams of a group count (`E2`).
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct CountsArgs {
    /// The group's number in its stage.
    #[arg(value_name = "GROUP")]
    pub(crate) group: u32,
    /// What a team counts, by id: empty squares, gaps in the top row, TSUYAMA left, stones used, stones unused; out of one that is
    /// disqualified.
    #[arg(value_name = "TEAM=EMPTY,GAPS,LEFT,USED,UNUSED", required = true, value_parser = team_count)]
    pub(crate) counts: Vec<TeamCount>,
    /// The stage, from 1; without it, the one that was drawn last.
    #[arg(long, value_name = "STAGE")]
    pub(crate) stage: Option<u32>,
}

/// The counts of one team, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TeamCount {
    /// The team, as typed.
    pub(crate) team: String,
    /// Counts of the team; `None` if it is disqualified (`E3`).
    pub(crate) tally: Option<Tally>,
}

/// Who signed a slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SlipSigner {
    /// Nobody, or it was not kept.
    None,
    /// The winner.
    Winner,
    /// The loser.
    Loser,
    /// Both.
    Both,
}

/// Why a game of Othello ended (`TO9`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameEnd {
    /// On the board.
    Normal,
    /// By the clock.
    Time,
    /// By both clocks, unnoticed.
    DoubleTime,
    /// By forfeit.
    Forfeit,
    /// By the referee's ruling.
    Referee,
}

/// What is printed, and as what; as text unless something else is said.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct PrintArgs {
    /// What is printed.
    #[arg(value_name = "KIND", value_parser = kind, required_unless_present = "trf", conflicts_with = "trf")]
    pub(crate) kind: Option<PrintKind>,
    /// The round, of what is printed of one; without it, the one that was paired last.
    #[arg(long, value_name = "ROUND")]
    pub(crate) round: Option<u32>,
    /// The stage of the groups, from 1, in a contest in groups; without it, the one that was drawn last.
    #[arg(long, value_name = "STAGE", conflicts_with = "trf")]
    pub(crate) stage: Option<u32>,
    /// As a page for A4.
    #[arg(long, conflicts_with_all = ["csv", "trf"])]
    pub(crate) html: bool,
    /// As CSV: one file for each table in the folder --out, or a file if its name ends in .csv; without --out, all tables to
    /// standard output with a blank line between.
    #[arg(long, conflicts_with = "trf")]
    pub(crate) csv: bool,
    /// The leagues' rounds as FIDE's report file, TRF16.
    #[arg(long, conflicts_with = "round")]
    pub(crate) trf: bool,
    /// The file to write; standard output if it is left out. An existing file is replaced.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Error of an event's options that make no sense.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message("cli-event")]
pub(crate) enum EventUsage {
    /// Nobody is called so.
    NoPlayer { named: String },
    /// Several are called so.
    SeveralPlayers {
        named: String,
        /// Their numbers and names.
        players: Vec<String>,
    },
    /// No team is called so.
    NoTeam { named: String },
    /// Several teams are called so.
    SeveralTeams {
        named: String,
        /// Their ids and names.
        teams: Vec<String>,
    },
    /// The stage has no such group, or is not drawn yet.
    NoGroup {
        /// The stage, from 1.
        stage: u32,
        /// The group, from 1.
        group: u32,
    },
    /// The team plays in another group, or stage.
    NotInGroup {
        /// Its id and name.
        team: String,
        /// Name of the stage that is meant.
        stage: String,
        /// The group, from 1.
        group: u32,
    },
    /// A team's counts were said twice.
    CountedTwice {
        /// Its id and name.
        team: String,
    },
    /// Nothing is known of what these teams count.
    NotCounted {
        /// Their ids and names.
        teams: Vec<String>,
    },
    /// The game that is to be replaced is counted, and it was not said that its result is to be given up.
    Counted {
        /// The group, from 1.
        group: u32,
    },
    /// The game that is to be overruled has no result.
    NoResult,
    /// There is nothing of the kind yet.
    NothingToPrint,
    /// The plan has no such stage.
    NoStage {
        /// The stage, as typed.
        stage: u32,
        /// Number of its stages.
        stages: usize,
    },
    /// The groups of the stage are not drawn yet.
    NotDrawn {
        /// Name of the stage.
        stage: String,
    },
    /// Only an event in leagues knows it.
    OfLeagues,
    /// Only a contest in groups knows it.
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

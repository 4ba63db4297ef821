//! Table of an event's acts as commands.

use clap::{Args, Subcommand};

use super::{CountsArgs, SlipArgs};

/// Passes the table of arguments to the macro `then`: per argument its type, help, clap attributes, field,
/// value and conversion. `of` is the event, and `words` are the reader's.
macro_rules! event_arguments {
    ($then:ident) => {
        $then! { (of, words)
            FileArg "File; - for standard input" [value_name = "FILE"]
                file: std::path::PathBuf => ishigaki_roster::RosterDraft = roster(&file, of)?;
            DigitsArg "Result with all its digits, in the order of the plan" [value_name = "DIGITS", required = true]
                results: Vec<String> => Vec<String> = results;
            RoundArg "Number of the round" [value_name = "ROUND"]
                round: u32 => Round = Round(one_based(round, "round")?);
            StageArg "Number of the stage" [value_name = "STAGE"]
                stage: u32 => StageId = group_stage_from_wire(stage, "stage")?;
            StageOption "Number of the stage; without it, the latest drawn stage" [long, value_name = "STAGE"]
                stage: Option<u32> => StageId = match stage {
                    Some(stage) => group_stage_from_wire(stage, "stage")?,
                    None => last_drawn(groups(of)?.contest),
                };
            WithoutGameFlag "Draw even if at most one team is present: the stage has no game, and that team advances" [long]
                without_game: bool => bool = without_game;
            ReasonOption "Reason, recorded and published" [long, value_name = "TEXT"]
                reason: String => String = reason;
            PlayerArg "Player" [value_name = "PLAYER"]
                player: String => String = player;
            RulingReasonOption "Reason of the ruling, recorded and published" [long, value_name = "TEXT"]
                reason: Option<String> => Option<String> = reason;
            PresentFlag "Mark as present" [long]
                present: bool => bool = present;
            NumberArg "Number on the slip" [value_name = "NUMBER"]
                number: u32 => DrawNumber = DrawNumber(one_based(number, "number")?);
            TeamsArg "All teams, best first" [value_name = "TEAM", required = true]
                teams: Vec<String> => Vec<TeamId> = order(groups(of)?, &teams, words)?;
            LeagueArg "Letter of the league" [value_name = "LEAGUE"]
                league: String => LeagueId = league_from_wire(&league, "league")?;
            GroupArg "Number of the group in the current stage" [value_name = "GROUP"]
                group: u32 => GroupGame = GroupGame {
                    stage: shown_stage(groups(of)?.contest, None),
                    group: GroupId(one_based(group, "game.group")?.saturating_sub(1)),
                    spare: false,
                };
            CountedFlag "Replace it even if it was counted, and discard its result" [long]
                counted: bool => bool = counted;
            PairsArg "Pairs of players" [value_name = "PLAYER:PLAYER", required = true]
                pairs: Vec<String> => Vec<(PlayerId, PlayerId)> = fixed_pairs(of, &pairs, words)?;
            GameArg "Both players of the game" [value_name = "PLAYER:PLAYER"]
                entry: String => u32 = last_entry(of, &entry, words)?;
            TableArg "Number of the table in the current round" [value_name = "TABLE"]
                table: u32 => u32 = one_based(table, "table")?;
            CalledArg "Players to call; without any, both players of the table" [value_name = "PLAYER"]
                players: Vec<String> => Vec<PlayerId> = called(of, &players, words)?;
            EnglishOption "Text in English, at most 200 characters" [long, value_name = "TEXT", required_unless_present = "japanese"]
                english: Option<String> => String = english.unwrap_or_default();
            JapaneseOption "Text in Japanese, at most 200 characters" [long, value_name = "TEXT"]
                japanese: Option<String> => String = japanese.unwrap_or_default();
            TextArg "Text of the ruling, published" [value_name = "TEXT"]
                text: String => String = text;
        }
    };
}

/// Passes the table of acts to the macro `then`: per act its help, examples, arguments and call. `of` is the
/// event, and `words` are the reader's.
macro_rules! event_acts {
    ($then:ident) => {
        $then! { (of, words)
            /// Set the roster from an Excel workbook, CSV or JSON, replacing any existing one (organiser, TV1)
            "roster players.xlsx"
            Roster { roster: FileArg } => EventCall::SetRoster(roster);
            /// Lock settings and roster, and print their hash for publication (organiser, TV1)
            "commit"
            Commit {} => EventCall::Commit;
            /// Enter the lottery results in order (organiser, TD2)
            "digits 407 1932 0586 7741"
            Digits { results: DigitsArg } => Act::EnterDigits { results };
            /// Close reception and form the leagues (organiser, TL)
            "leagues"
            Leagues {} => Act::MakeLeagues;
            /// Pair the next round (organiser, TP, TK)
            "pair 3"
            Pair { round: RoundArg } => Act::PairRound { round };
            /// Draw the groups of a stage (organiser, TG2, TG3)
            "draw-groups 1"
            DrawGroups { stage: StageArg, without_game: WithoutGameFlag } => Act::DrawGroups { stage, without_game };
            /// Enter the result of a group's game that is not on the server (organiser, E4)
            "count 2 oak=3,1,40,9,2 owl=5,0,12,8,0 ash=out"
            Count { counts: CountsArgs } => Act::CountGame { game: counts.0, result: counts.1 };
            /// Close a stage, which decides which teams advance (organiser, TG4)
            "close-stage 1"
            CloseStage { stage: StageArg } => Act::CloseStage { stage };
            /// Declare the final ranking (organiser, TE)
            "declare"
            Declare {} => Act::Declare;
            /// Abandon the event, without confirmation (organiser)
            "abandon --reason \"the hall is flooded\""
            Abandon { reason: ReasonOption } => Act::Abandon { reason };
            /// Mark a player or team as absent, or as present again (TD7). In leagues, a ruling with a reason
            /// once the digits are known (referee)
            "absent 12" "absent 12 --present" "absent 12 --reason \"has called in sick\""
            Absent { player: PlayerArg, reason: RulingReasonOption, present: PresentFlag } => {
                attendance(of, &player, reason, !present, words)?
            };
            /// Record the slip that a seeded player drew (TD6)
            "slip P03 2"
            Slip { player: PlayerArg, number: NumberArg } => Act::DrawSlip { player: find_player(of, &player, words)?, number };
            /// Enter the result of a game from its slip (TO9). Only a ruling can replace it
            "result 12 15 --signed both" "result 12 15 --round 3 --signed both --discs 40:24 --black 15"
            Result { slip: SlipArgs } => Act::EnterResult { round: slip.0, slip: slip.1 };
            /// Enter the janken order of equal teams at the margin (TG4)
            "janken oak owl ash"
            Janken { order: TeamsArg } => Act::EnterJanken { stage: shown_stage(groups(of)?.contest, None), order };
            /// Withdraw a player from the next pairing onwards (TW1)
            "withdraw 12"
            Withdraw { player: PlayerArg } => Act::Withdraw { player: find_player(of, &player, words)? };
            /// Show an announcement in the hall and on phones (TV4)
            #[command(name = "announce")]
            "announce --english \"Prizes at 17:00\" --japanese \"表彰式は17時です\""
            Notice { english: EnglishOption, japanese: JapaneseOption } => Act::PostNotice { english, japanese };
            /// Call players to their table in the hall and on their phones (TV4)
            "call 6" "call 6 12"
            Call { table: TableArg, players: CalledArg } => {
                Act::CallPlayers { round: last_round(leagues(of)?), table, players }
            };
            /// Take back the pairing of the current round, until a game has a result (referee, TV3)
            "unpair 3 --reason \"two brothers were paired\""
            Unpair { round: RoundArg, reason: ReasonOption } => Act::UnpairRound { round, reason };
            /// Pair the next round with fixed pairs; the others are paired as by the rules (referee, TV3)
            "pair-by-ruling 3 12:15 7:9 --reason \"two brothers were paired\""
            PairByRuling { round: RoundArg, fixed: PairsArg, reason: ReasonOption } => {
                Act::PairByRuling { round, fixed, reason }
            };
            /// Excuse a player from the next round to be paired, which is a loss (referee, TV3)
            "excuse 12 --reason \"an examination\""
            Excuse { player: PlayerArg, reason: ReasonOption } => {
                Act::Excuse { player: find_player(of, &player, words)?, reason }
            };
            /// Take back the result of a game, which is played again, until the next round is paired (referee, TV3)
            "reopen 12:15 --reason \"they played with swapped colours\""
            Reopen { entry: GameArg, reason: ReasonOption } => Act::ReopenGame { entry, reason };
            /// Overrule an entered result (referee, TV3)
            "overrule 15 12 --signed both --reason \"entered the wrong way round\""
            Overrule { slip: SlipArgs, reason: ReasonOption } => {
                Act::Overrule { entry: entry(leagues(of)?, slip.0, &slip.1)?, slip: slip.1, reason }
            };
            /// Name who takes first place in a league without players (referee, TF4)
            "name-first B 12 --reason \"all have withdrawn\""
            NameFirst { league: LeagueArg, player: PlayerArg, reason: ReasonOption } => {
                Act::NameFirst { league, player: find_player(of, &player, words)?, reason }
            };
            /// Confirm first place in a league as ranked (referee, TF4)
            "confirm-first B"
            ConfirmFirst { league: LeagueArg } => Act::ConfirmFirst { league };
            /// Replace a group's game with its spare (referee, G4)
            "replace-game 3 --reason \"the drawing was wrong\"" "replace-game 3 --counted --reason \"the scenario was another group's\""
            ReplaceGame { game: GroupArg, counted: CountedFlag, reason: ReasonOption } => {
                Act::ReplaceGame { game, counted, reason }
            };
            /// Overrule the result of a group's game (referee, TV3). Teams that are not named keep their
            /// figures
            "overrule-game 2 oak=3,1,40,9,2 --reason \"oak's wall was counted wrong\""
            OverruleGame { counts: CountsArgs, reason: ReasonOption } => {
                Act::OverruleGame { game: counts.0, result: counts.1, reason }
            };
            /// Overrule the lottery results, until leagues or groups are drawn (referee, TD8)
            "overrule-digits 407 1932 0568 7741 --reason \"two digits were swapped\""
            OverruleDigits { results: DigitsArg, reason: ReasonOption } => Act::OverruleDigits { results, reason };
            /// Overrule a janken order (referee, TV3)
            "overrule-janken owl oak --reason \"entered the wrong way round\""
            OverruleJanken { order: TeamsArg, stage: StageOption, reason: ReasonOption } => {
                Act::OverruleJanken { stage, order, reason }
            };
            /// Record a ruling as text (referee, TV3)
            "rule \"round 4 starts ten minutes later\""
            Rule { text: TextArg } => Act::Rule { text };
        }
    };
}

macro_rules! argument_structs {
    (($of:ident, $words:ident) $(
        $name:ident $help:literal [$($arg:tt)*] $field:ident: $type:ty => $value:ty = $read:expr;
    )*) => {$(
        #[derive(Clone, Debug, PartialEq, Eq, Args)]
        pub(crate) struct $name {
            #[doc = $help]
            #[arg($($arg)*)]
            pub(crate) $field: $type,
        }
    )*};
}

macro_rules! commands {
    (($of:ident, $words:ident) $(
        $(#[$help:meta])+ $($example:literal)+ $act:ident { $($field:ident: $args:ty),* } => $call:expr;
    )*) => {
        /// Acts of organiser, desk and referee in an existing event.
        #[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
        pub(crate) enum EventAct {$(
            $(#[$help])+
            #[command(after_help = concat!("Examples:" $(, "\n  judge-tui event ", $example)+))]
            $act { $(#[command(flatten)] $field: $args),* },
        )*}
    };
}

event_arguments!(argument_structs);
event_acts!(commands);

pub(crate) use {event_acts, event_arguments};

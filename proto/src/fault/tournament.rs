//! The reason of each refusal of an event's rules, and its figures.

mod groups;

use ishigaki_othello::{ClaimFault, Reason};
use ishigaki_tournament::{
    CompetitionRejection, DigitsFault, PairFault, PlayerId, Rejection, ResultFault, Score, SlipFault,
};

use super::{ErrorReason, Fault};
use crate::names::player_to_wire;
use crate::phase::stage_to_wire;
use crate::watch::EventStage;

impl Fault {
    /// Returns a refusal of an event's rules. Players and teams are lines of the roster, from 1.
    pub fn of_competition(rejection: &CompetitionRejection) -> Self {
        let fault = match rejection {
            CompetitionRejection::Leagues(rejection) => Self::of_leagues(rejection),
            CompetitionRejection::Groups(rejection) => Self::of_groups(rejection),
        };
        fault.under(rejection.rule()).with("field", rejection.field())
    }

    fn of_flood(most: usize) -> Self {
        Self::new(ErrorReason::TooManyMessages).with("most", most)
    }

    fn at_stage(stage: EventStage) -> Self {
        let name = stage.as_str_name();
        Self::new(ErrorReason::WrongStage).with("stage", name.strip_prefix("EVENT_STAGE_").unwrap_or(name))
    }

    fn of_leagues(rejection: &Rejection) -> Self {
        match rejection {
            Rejection::WrongStage { stage } => {
                let (stage, round) = stage_to_wire(*stage);
                let fault = Self::at_stage(stage);
                round.map_or(fault.clone(), |round| fault.with("round", round.0))
            }
            Rejection::OfGroups => Self::new(ErrorReason::OfAnotherKind).with("kind", "LEAGUES"),
            Rejection::NotTheReferee => Self::new(ErrorReason::NotTheReferee),
            Rejection::UnknownPlayer { player } => of_player(ErrorReason::UnknownPlayer, *player),
            Rejection::UnknownSeedClass { player } => of_player(ErrorReason::UnknownSeedClass, *player),
            Rejection::TooFew { present, least } => {
                Self::new(ErrorReason::TooFewPlayers).with("present", present).with("fewest", least)
            }
            Rejection::TooMany { players, most } => {
                Self::new(ErrorReason::TooManyPlayers).with("players", players).with("most", most)
            }
            Rejection::BadDigits(fault) => of_digits(*fault),
            Rejection::AttendanceStands { player } => of_player(ErrorReason::AttendanceStands, *player),
            Rejection::DrawStands => Self::new(ErrorReason::DrawStands),
            Rejection::BadSlip(fault) => of_slip(*fault),
            Rejection::WrongRound { named, current } => {
                Self::new(ErrorReason::WrongRound).with("named", named.0).with("current", current.0)
            }
            Rejection::ResultsOpen { round, games } => {
                Self::new(ErrorReason::ResultsOpen).with("round", round.0).with("open", games)
            }
            Rejection::ResultsEntered { round, games } => {
                Self::new(ErrorReason::ResultsEntered).with("round", round.0).with("entered", games)
            }
            Rejection::BadPairs(fault) => of_pairs(*fault),
            Rejection::NotPaired { winner, loser } => Self::new(ErrorReason::NotPaired)
                .with("winner", player_to_wire(*winner))
                .with("loser", player_to_wire(*loser)),
            Rejection::BadResult(fault) => of_result(*fault),
            Rejection::AlreadyEntered { entry } => {
                Self::new(ErrorReason::AlreadyEntered).with("entry", entry)
            }
            Rejection::NoSuchEntry { entry } => Self::new(ErrorReason::NoSuchEntry).with("entry", entry),
            Rejection::EntryTakenBack { entry } => {
                Self::new(ErrorReason::EntryTakenBack).with("entry", entry)
            }
            Rejection::LaterRoundPaired { round, current } => {
                Self::new(ErrorReason::LaterRoundPaired).with("round", round.0).with("current", current.0)
            }
            Rejection::BuiltUpon { bout } => Self::new(ErrorReason::BuiltUpon).with("playoff", bout),
            Rejection::CannotWithdraw { player } => of_player(ErrorReason::CannotWithdraw, *player),
            Rejection::NobodyLeft { league } => Self::new(ErrorReason::NobodyLeft).with("league", league),
            Rejection::NothingToRule { league } => {
                Self::new(ErrorReason::NothingToRule).with("league", league)
            }
            Rejection::CannotBeFirst { player } => of_player(ErrorReason::CannotBeFirst, *player),
            Rejection::NoReason => Self::new(ErrorReason::NoReason),
            Rejection::UnknownTable { table } => Self::new(ErrorReason::UnknownTable).with("table", table),
            Rejection::NotAtTable { player, table } => {
                of_player(ErrorReason::NotAtTable, *player).with("table", table)
            }
            Rejection::BadNotice(fault) => Self::of_text(fault.language, fault.error),
            Rejection::TooManyMessages { most } => Self::of_flood(*most),
            Rejection::TooWide => Self::new(ErrorReason::TooWide),
        }
    }
}

fn of_player(reason: ErrorReason, player: PlayerId) -> Fault {
    Fault::new(reason).with("player", player_to_wire(player))
}

fn of_digits(fault: DigitsFault) -> Fault {
    let bad = Fault::new(ErrorReason::BadDigits);
    match fault {
        DigitsFault::Count { given, lotteries } => bad.with("results", given).with("lotteries", lotteries),
        DigitsFault::Result { field, digits } => bad.with("nth", field).with("digits", digits),
    }
}

fn of_result(fault: ResultFault) -> Fault {
    let bad = |why| Fault::new(ErrorReason::BadResult).with("why", why);
    match fault {
        ResultFault::NotAPlayer { player } => bad("NOT_A_PLAYER").with("player", player_to_wire(player)),
        ResultFault::ForfeitWithDiscs => bad("FORFEIT_WITH_DISCS"),
        ResultFault::BadSum { sum } => bad("NOT_64").with("sum", sum),
        ResultFault::LoserHasMore { score: Score { winner, loser } } => {
            bad("LOSER_HAS_MORE").with("winner_discs", winner).with("loser_discs", loser)
        }
        ResultFault::DrawWinLost { reason: Reason::DoubleTime } => bad("BOTH_FLAGS"),
        ResultFault::DrawWinUnnamed => bad("DRAW_WIN_UNNAMED"),
        // Without its holder no draw-win right is lost.
        ResultFault::DrawWinLost { .. } | ResultFault::Claim(ClaimFault::NoDrawWin) => bad("DRAW_WIN_LOST"),
        ResultFault::IllegalMove { number, .. } => bad("ILLEGAL_MOVE").with("move", number),
        ResultFault::NotFinished { moves } => bad("NOT_FINISHED").with("moves", moves),
        ResultFault::OtherScore { black, white } => {
            bad("OTHER_SCORE").with("black", black).with("white", white)
        }
        ResultFault::Claim(ClaimFault::ForfeitWithMoves { moves }) => {
            bad("FORFEIT_WITH_MOVES").with("moves", moves)
        }
        ResultFault::Claim(ClaimFault::NotTheLastMover { .. }) => bad("NOT_THE_LAST_MOVER"),
    }
}

fn of_pairs(fault: PairFault) -> Fault {
    let bad = |why| Fault::new(ErrorReason::BadPairs).with("why", why);
    let of = |why, player| bad(why).with("player", player_to_wire(player));
    match fault {
        PairFault::None => bad("NONE"),
        PairFault::SamePlayer { player } => of("SAME_PLAYER", player),
        PairFault::Twice { player } => of("TWICE", player),
        PairFault::NotInPool { player } => of("NOT_IN_POOL", player),
        PairFault::DifferentPools { one, other } => {
            of("DIFFERENT_POOLS", one).with("other", player_to_wire(other))
        }
    }
}

fn of_slip(fault: SlipFault) -> Fault {
    let bad = |why| Fault::new(ErrorReason::BadSlip).with("why", why);
    let of = |why, player| bad(why).with("player", player_to_wire(player));
    match fault {
        SlipFault::NoSlips => bad("NO_SLIPS"),
        SlipFault::NotASeed { player } => of("NOT_A_SEED", player),
        SlipFault::AbsentSeed { player } => of("ABSENT", player),
        SlipFault::Drawn { player } => of("DRAWN", player),
        SlipFault::NotASlip { player, number } => of("NOT_A_SLIP", player).with("number", number.0),
        SlipFault::SlipTwice { number } => bad("TAKEN").with("number", number.0),
        SlipFault::SlipLeft { player } => of("LEFT", player),
    }
}

//! Events around the games: their facts and slips. Players are lines of the roster, from 1 on the wire, so nothing else of
//! the event is needed.

mod slip;

use ishigaki_rules::GameTime;
use ishigaki_tournament::{
    Actor, Bout, Certificate, DrawNumber, Entrant, Event, Fact, LeagueId, PlayerId, PoolId, PoolPairing,
    Round,
};

use super::{bytes_from_wire, counted};
use crate::event as wire;
use crate::event::event::Fact as WireFact;
use crate::fault::Fault;
use crate::names::player_to_wire;

pub use slip::{slip_from_wire, slip_to_wire};

/// An event's fact as the wire has it. Of a roster the wire also has the text and the names, which are the caller's to add.
pub fn tournament_event_to_wire(event: &Event) -> wire::Event {
    wire::Event {
        at_ms: event.at.0,
        by: officer_to_wire(event.by).into(),
        fact: Some(fact_to_wire(&event.fact)),
    }
}

/// An event's fact as the wire says it.
pub fn tournament_event_from_wire(event: &wire::Event) -> Result<Event, Fault> {
    let fact = event.fact.as_ref().ok_or_else(|| Fault::missing_field("fact"))?;
    Ok(Event { at: GameTime(event.at_ms), by: officer_from_wire(event.by())?, fact: fact_from_wire(fact)? })
}

/// As whom somebody acts.
pub fn officer_to_wire(by: Actor) -> wire::Officer {
    match by {
        Actor::Organiser => wire::Officer::Organiser,
        Actor::Desk => wire::Officer::Desk,
        Actor::Referee => wire::Officer::Referee,
        Actor::Server => wire::Officer::Server,
    }
}

fn officer_from_wire(by: wire::Officer) -> Result<Actor, Fault> {
    match by {
        wire::Officer::Unspecified => Err(Fault::missing_field("by")),
        wire::Officer::Organiser => Ok(Actor::Organiser),
        wire::Officer::Desk => Ok(Actor::Desk),
        wire::Officer::Referee => Ok(Actor::Referee),
        wire::Officer::Server => Ok(Actor::Server),
    }
}

/// The player of a line of the roster, from 1; the field is named in the fault. Whether the roster has it is the rules' to
/// say.
pub fn player_from_wire(line: u32, field: &str) -> Result<PlayerId, Fault> {
    Ok(PlayerId(counted(line, field)?.saturating_sub(1)))
}

/// A player who may be absent from the wire.
fn some_player(line: u32) -> Option<PlayerId> {
    line.checked_sub(1).map(PlayerId)
}

fn line_of(player: Option<PlayerId>) -> u32 {
    player.map_or(0, player_to_wire)
}

/// The league of a letter; the field is named in the fault.
pub fn league_from_wire(letter: &str, field: &str) -> Result<LeagueId, Fault> {
    if letter.is_empty() {
        return Err(Fault::missing_field(field));
    }
    LeagueId::parse(letter).ok_or_else(|| Fault::bad_field(field).with("value", letter))
}

fn fact_to_wire(fact: &Fact) -> WireFact {
    match fact {
        Fact::RosterSet { roster } => WireFact::RosterSet(wire::RosterSet {
            text: String::new(),
            entrants: roster.iter().map(entrant_to_wire).collect(),
        }),
        Fact::Committed { commitment } => {
            WireFact::Committed(wire::Committed { commitment: commitment.to_vec() })
        }
        Fact::DigitsEntered { results } => {
            WireFact::DigitsEntered(wire::DigitsEntered { results: results.clone() })
        }
        Fact::AttendanceMarked { player, absent } => WireFact::AttendanceMarked(wire::AttendanceMarked {
            player: player_to_wire(*player),
            absent: *absent,
        }),
        Fact::SlipDrawn { player, number } => {
            WireFact::SlipDrawn(wire::SlipDrawn { player: player_to_wire(*player), number: number.0 })
        }
        Fact::LeaguesMade => WireFact::LeaguesMade(wire::LeaguesMade {}),
        Fact::RoundPaired { round, pools, bouts } => WireFact::RoundPaired(wire::RoundPaired {
            round: round.0,
            pools: pools.iter().map(pool_to_wire).collect(),
            games: bouts.iter().map(bout_to_wire).collect(),
        }),
        Fact::ResultEntered { round, slip } => {
            WireFact::ResultEntered(wire::ResultEntered { round: round.0, slip: Some(slip_to_wire(slip)) })
        }
        Fact::PlayerWithdrew { player } => {
            WireFact::PlayerWithdrew(wire::PlayerWithdrew { player: player_to_wire(*player) })
        }
        Fact::ResultOverruled { entry, slip, reason } => WireFact::ResultOverruled(wire::ResultOverruled {
            entry: *entry,
            slip: Some(slip_to_wire(slip)),
            reason: reason.clone(),
        }),
        Fact::FirstNamed { league, player, reason } => WireFact::FirstNamed(wire::FirstNamed {
            league: league.to_string(),
            player: player_to_wire(*player),
            reason: reason.clone(),
        }),
        Fact::FirstConfirmed { league } => {
            WireFact::FirstConfirmed(wire::FirstConfirmed { league: league.to_string() })
        }
        Fact::Ruled { text } => WireFact::Ruled(wire::Ruled { text: text.clone() }),
        Fact::RankingDeclared => WireFact::RankingDeclared(wire::RankingDeclared {}),
        Fact::EventAbandoned { reason } => {
            WireFact::EventAbandoned(wire::EventAbandoned { reason: reason.clone() })
        }
    }
}

fn fact_from_wire(fact: &WireFact) -> Result<Fact, Fault> {
    Ok(match fact {
        WireFact::RosterSet(set) => {
            Fact::RosterSet { roster: set.entrants.iter().map(entrant_from_wire).collect() }
        }
        WireFact::Committed(committed) => {
            Fact::Committed { commitment: bytes_from_wire(&committed.commitment, "commitment")? }
        }
        WireFact::DigitsEntered(entered) => Fact::DigitsEntered { results: entered.results.clone() },
        WireFact::AttendanceMarked(marked) => Fact::AttendanceMarked {
            player: player_from_wire(marked.player, "player")?,
            absent: marked.absent,
        },
        WireFact::SlipDrawn(drawn) => Fact::SlipDrawn {
            player: player_from_wire(drawn.player, "player")?,
            number: DrawNumber(counted(drawn.number, "number")?),
        },
        WireFact::LeaguesMade(wire::LeaguesMade {}) => Fact::LeaguesMade,
        WireFact::RoundPaired(paired) => Fact::RoundPaired {
            round: Round(counted(paired.round, "round")?),
            pools: paired.pools.iter().map(pool_from_wire).collect::<Result<_, _>>()?,
            bouts: paired.games.iter().map(bout_from_wire).collect::<Result<_, _>>()?,
        },
        WireFact::ResultEntered(entered) => Fact::ResultEntered {
            round: Round(counted(entered.round, "round")?),
            slip: slip_from_wire(entered.slip.as_ref(), "slip")?,
        },
        WireFact::PlayerWithdrew(withdrew) => {
            Fact::PlayerWithdrew { player: player_from_wire(withdrew.player, "player")? }
        }
        WireFact::ResultOverruled(overruled) => Fact::ResultOverruled {
            entry: counted(overruled.entry, "entry")?,
            slip: slip_from_wire(overruled.slip.as_ref(), "slip")?,
            reason: overruled.reason.clone(),
        },
        WireFact::FirstNamed(named) => Fact::FirstNamed {
            league: league_from_wire(&named.league, "league")?,
            player: player_from_wire(named.player, "player")?,
            reason: named.reason.clone(),
        },
        WireFact::FirstConfirmed(confirmed) => {
            Fact::FirstConfirmed { league: league_from_wire(&confirmed.league, "league")? }
        }
        WireFact::Ruled(ruled) => Fact::Ruled { text: ruled.text.clone() },
        WireFact::RankingDeclared(wire::RankingDeclared {}) => Fact::RankingDeclared,
        WireFact::EventAbandoned(abandoned) => Fact::EventAbandoned { reason: abandoned.reason.clone() },
    })
}

fn entrant_to_wire(entrant: &Entrant) -> wire::Entrant {
    let class = entrant
        .seed
        .map_or(0, |class| u32::try_from(class).map_or(u32::MAX, |class| class.saturating_add(1)));
    wire::Entrant { seed_class: class, woman: entrant.woman, ..Default::default() }
}

fn entrant_from_wire(entrant: &wire::Entrant) -> Entrant {
    let seed = entrant.seed_class.checked_sub(1).and_then(|class| usize::try_from(class).ok());
    Entrant { seed, woman: entrant.woman }
}

fn pool_to_wire(pool: &PoolPairing) -> wire::PoolPairing {
    let pair = |(higher, lower): &(PlayerId, PlayerId)| wire::Pair {
        higher: player_to_wire(*higher),
        lower: player_to_wire(*lower),
    };
    wire::PoolPairing {
        pool: pool.pool.to_string(),
        pairs: pool.pairs.iter().map(pair).collect(),
        bye: line_of(pool.bye),
        certificate: pool.certificate.as_ref().map(|certificate| wire::Certificate {
            byes: certificate.byes,
            rematches: certificate.rematches,
            gaps: certificate.gaps.clone(),
        }),
    }
}

fn pool_from_wire(pool: &wire::PoolPairing) -> Result<PoolPairing, Fault> {
    let pair = |pair: &wire::Pair| {
        Ok((player_from_wire(pair.higher, "pairs.higher")?, player_from_wire(pair.lower, "pairs.lower")?))
    };
    Ok(PoolPairing {
        pool: PoolId::parse(&pool.pool).ok_or_else(|| Fault::bad_field("pool").with("value", &pool.pool))?,
        pairs: pool.pairs.iter().map(pair).collect::<Result<_, Fault>>()?,
        bye: some_player(pool.bye),
        certificate: pool.certificate.as_ref().map(|certificate| Certificate {
            byes: certificate.byes,
            rematches: certificate.rematches,
            gaps: certificate.gaps.clone(),
        }),
    })
}

fn bout_to_wire((bout, a, b): &(Bout, PlayerId, PlayerId)) -> wire::PlayoffGame {
    wire::PlayoffGame { game: bout.to_string(), a: player_to_wire(*a), b: player_to_wire(*b) }
}

fn bout_from_wire(game: &wire::PlayoffGame) -> Result<(Bout, PlayerId, PlayerId), Fault> {
    let bout = Bout::parse(&game.game).ok_or_else(|| Fault::bad_field("game").with("value", &game.game))?;
    Ok((bout, player_from_wire(game.a, "games.a")?, player_from_wire(game.b, "games.b")?))
}

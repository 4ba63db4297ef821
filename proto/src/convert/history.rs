//! Opened rounds as data.

use ishigaki_rules::auction::OfferedLot;
use ishigaki_rules::{Game, LotId, RoundRecord, RoundState};

use super::Names;
use super::auction::{team_list_to_wire, team_raises_to_wire};
use super::consequences::{handover_to_wire, settlement_to_wire};
use crate::wire;

/// Returns an attempt of a round; `None` before its lists are opened: until then there is nothing that may be
/// shown (`A4`).
pub fn opened_round_to_wire(game: &Game, record: &RoundRecord) -> Option<wire::OpenedRound> {
    let setup = game.setup();
    let state = match record.state {
        RoundState::Open => wire::RoundState::Open,
        RoundState::Final => wire::RoundState::Final,
        RoundState::Void { .. } => wire::RoundState::Void,
    };
    let offered = |(at, lot): (usize, &OfferedLot)| {
        (lot.copies > 0).then(|| wire::OfferedLot {
            lot: Names(setup).lot(LotId::at(at)),
            copies: lot.copies,
            min_price: lot.min_price.0,
        })
    };
    let wave = |raises: &Vec<_>| wire::OpenedWave {
        raises: raises.iter().map(|sent| team_raises_to_wire(sent, setup)).collect(),
    };
    Some(wire::OpenedRound {
        round: record.round.0,
        attempt: record.attempt,
        state: state.into(),
        offer: record.offer.lots.iter().enumerate().filter_map(offered).collect(),
        lists: record.lists.iter().map(|list| team_list_to_wire(list, setup)).collect(),
        waves: record.waves.iter().map(wave).collect(),
        settlement: Some(settlement_to_wire(game, record)?),
        handover: (record.state == RoundState::Final).then(|| handover_to_wire(game, record)),
    })
}

//! Failing calls by every client: too late, too early, or not allowed.

use ishigaki_proto::{judge, organiser, team, watch, wire};
use prost::Message as _;

use super::world::bids;

type Call = (String, Vec<u8>);

pub(crate) fn wrong_calls() -> Vec<Call> {
    let mut calls = teams_calls();
    calls.extend(judges_calls());
    calls.extend(organisers_calls());
    calls.push(("ishigaki.watch.v1.WatchService/NoSuchCall".into(), Vec::new()));
    let record = watch::ReadRecordRequest { game: "nosuch".into(), ..Default::default() };
    calls.push(("ishigaki.watch.v1.WatchService/ReadRecord".into(), record.encode_to_vec()));
    calls.push(("grpc.health.v1.Health/Check".into(), Vec::new()));
    calls
}

fn teams_calls() -> Vec<Call> {
    let call = |name: &str, request: Vec<u8>| (format!("ishigaki.team.v1.TeamService/{name}"), request);
    let game = || String::from("g");
    let stone = || Some(wire::Stone { lot: "X".into(), copy: 1 });
    let spot = wire::Spot { quarter_turns: 0, row: 0, col: 0 };
    let placement = wire::Placement { stone: stone(), placing: Some(wire::placement::Placing::Spot(spot)) };
    let rebid = |wave, attempt| team::SubmitRebidRequest {
        round: 1,
        wave,
        attempt,
        raises: vec![wire::Raise { priority: 3, price: 5 }],
        ..Default::default()
    };
    let place =
        team::PlaceStoneRequest { game: game(), placement: Some(placement.clone()), replaces_revision: 0 };
    let take_out = team::TakeOutStoneRequest { game: game(), stone: stone(), replaces_revision: 0 };
    let wall = team::SubmitWallRequest { game: game(), placements: vec![placement], replaces_revision: 0 };
    let check = team::CheckStonesRequest { game: game(), stones: stone().into_iter().collect() };
    let costly = bids(0, 0, &[("X", 2_000_000_000), ("X", 0)]);
    vec![
        call("SubmitBids", bids(0, 7, &[("X", 5)]).encode_to_vec()),
        call("SubmitBids", bids(9, 0, &[("X", 5)]).encode_to_vec()),
        call("SubmitBids", bids(0, 0, &[("nosuch", 5)]).encode_to_vec()),
        call("SubmitBids", costly.encode_to_vec()),
        call("SubmitRebid", rebid(1, 0).encode_to_vec()),
        call("SubmitRebid", rebid(9, 9).encode_to_vec()),
        call("PlaceStone", place.encode_to_vec()),
        call("TakeOutStone", take_out.encode_to_vec()),
        call("SubmitWall", wall.encode_to_vec()),
        call("CheckStones", check.encode_to_vec()),
    ]
}

fn judges_calls() -> Vec<Call> {
    let call = |name: &str, request: Vec<u8>| (format!("ishigaki.judge.v1.JudgeService/{name}"), request);
    let game = || String::from("g");
    let reason = || String::from("a reason");
    let open = judge::OpenRoundRequest { game: game(), round: 9 };
    let choice = Some(judge::confirm_lots_request::Choice::All(judge::AllLots {}));
    let confirm =
        judge::ConfirmLotsRequest { game: game(), round: 1, attempt: 9, choice, settlement_digest: None };
    let end = judge::SignalEndRequest { game: game() };
    let janken = judge::EnterJankenRequest { game: game(), order: vec!["a".into(), "b".into()] };
    let disqualify = judge::DisqualifyTeamRequest { game: game(), team: "out".into(), reason: reason() };
    let void = judge::VoidRoundRequest { game: game(), round: 1, reason: reason(), attempt: 9 };
    let extend = judge::ExtendWindowRequest { game: game(), by_ms: 0, reason: reason() };
    vec![
        call("OpenRound", open.encode_to_vec()),
        call("ConfirmLots", confirm.encode_to_vec()),
        call("SignalEnd", end.encode_to_vec()),
        call("EnterJanken", janken.encode_to_vec()),
        call("DisqualifyTeam", disqualify.encode_to_vec()),
        call("DeclareResult", judge::DeclareResultRequest { game: game() }.encode_to_vec()),
        call("VoidRound", void.encode_to_vec()),
        call("ExtendWindow", extend.encode_to_vec()),
        call("TickStones", judge::TickStonesRequest { game: game(), ..Default::default() }.encode_to_vec()),
        call("AddRemark", judge::AddRemarkRequest { game: game(), text: "  ".into() }.encode_to_vec()),
        call("ListPresence", judge::ListPresenceRequest { game: "nosuch".into() }.encode_to_vec()),
    ]
}

fn organisers_calls() -> Vec<Call> {
    let call =
        |name: &str, request: Vec<u8>| (format!("ishigaki.organiser.v1.OrganiserService/{name}"), request);
    let game = || String::from("g");
    let start = organiser::StartGameRequest { game: game(), ..Default::default() };
    let replace = organiser::ReplaceGameRequest { game: game(), reason: "a reason".into() };
    let reason = || String::from("a reason");
    let enter = |team: &str, round| organiser::EnterBidsRequest {
        game: game(),
        team: team.into(),
        round,
        reason: reason(),
        ..Default::default()
    };
    let dear = || vec![wire::Bid { lot: "X".into(), price: 2_000_000_000 }];
    let (team, round) = (|| String::from("a"), 1);
    let rebid = organiser::EnterRebidRequest {
        game: game(),
        team: team(),
        round,
        wave: 9,
        reason: reason(),
        ..Default::default()
    };
    let wall = organiser::EnterWallRequest { game: game(), team: team(), ..Default::default() };
    let count = Some(wire::WallCount { empty: 1_000_000, top_gaps: 0, used: 0 });
    let count = organiser::EnterCountRequest { game: game(), team: team(), count, reason: reason() };
    vec![
        call("StartGame", start.encode_to_vec()),
        call("ReplaceGame", replace.encode_to_vec()),
        call("EnterBids", enter("a", 9).encode_to_vec()),
        call("EnterBids", enter("nosuch", 1).encode_to_vec()),
        call(
            "EnterBids",
            organiser::EnterBidsRequest { reason: " ".into(), ..enter("a", 1) }.encode_to_vec(),
        ),
        call("EnterBids", organiser::EnterBidsRequest { bids: dear(), ..enter("a", 1) }.encode_to_vec()),
        call("EnterRebid", rebid.encode_to_vec()),
        call("EnterWall", wall.encode_to_vec()),
        call("EnterCount", count.encode_to_vec()),
    ]
}

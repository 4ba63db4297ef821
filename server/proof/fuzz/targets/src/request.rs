//! Requests as the services take them: decoded, turned into acts, judged in a game under way.

use ishigaki_proto::convert::{self, JudgeRequest, RequestedAct, act};
use ishigaki_proto::fault::Fault;
use ishigaki_proto::team::seal_request::Sealing;
use ishigaki_proto::{judge, organiser, team, watch};
use ishigaki_rules::{Act, Actor, Command, Game, Millis, Setup, TeamId, decide};
use prost::Message;

use crate::printed_text::check_event;
use crate::refusal::travels;
use crate::table::{TEAMS, conserves, played};

/// Act that a message asks for; `None` if it asks for nothing the rules decide.
type ActReading = Option<Result<RequestedAct, Fault>>;

type Kind = fn(&[u8], TeamId, &Setup) -> Option<(ActReading, Sender)>;

#[derive(Clone, Copy)]
enum Sender {
    Team,
    Judge,
    Organiser,
}

const KINDS: &[Kind] = &[
    |bytes, team, setup| {
        of(bytes, Sender::Team, |m: &team::SubmitBidsRequest| Some(act::submit_bids(m, team, setup)))
    },
    |bytes, team, _| {
        of(bytes, Sender::Team, |m: &team::SubmitRebidRequest| {
            Some(act::submit_rebid(m, team).map(RequestedAct::from))
        })
    },
    |bytes, team, setup| {
        of(bytes, Sender::Team, |m: &team::PlaceStoneRequest| Some(act::place_stone(m, team, setup)))
    },
    |bytes, team, setup| {
        of(bytes, Sender::Team, |m: &team::TakeOutStoneRequest| Some(act::take_out_stone(m, team, setup)))
    },
    |bytes, team, setup| {
        of(bytes, Sender::Team, |m: &team::SubmitWallRequest| Some(act::submit_wall(m, team, setup)))
    },
    by_judge::<judge::OpenRoundRequest>,
    by_judge::<judge::ConfirmLotsRequest>,
    by_judge::<judge::SignalEndRequest>,
    by_judge::<judge::EnterJankenRequest>,
    by_judge::<judge::DisqualifyTeamRequest>,
    by_judge::<judge::ReinstateTeamRequest>,
    by_judge::<judge::DeclareResultRequest>,
    by_judge::<judge::PauseGameRequest>,
    by_judge::<judge::ResumeGameRequest>,
    by_judge::<judge::ExtendWindowRequest>,
    by_judge::<judge::VoidRoundRequest>,
    by_judge::<judge::AbandonGameRequest>,
    |bytes, _, _| of(bytes, Sender::Judge, |_: &watch::ListGamesRequest| None),
    |bytes, _, _| of(bytes, Sender::Judge, |_: &watch::WatchGameRequest| None),
    |bytes, _, _| of(bytes, Sender::Judge, |_: &watch::ListRoundsRequest| None),
    |bytes, _, _| of(bytes, Sender::Judge, |_: &watch::ReadRecordRequest| None),
    |bytes, _, _| of(bytes, Sender::Organiser, |_: &organiser::StartGameRequest| None),
    |bytes, _, _| of(bytes, Sender::Organiser, |_: &organiser::ReplaceGameRequest| None),
    by_judge::<judge::TickStonesRequest>,
    by_judge::<judge::AddRemarkRequest>,
    |bytes, _, _| of(bytes, Sender::Judge, |_: &judge::ListPresenceRequest| None),
    |bytes, team, setup| {
        of(bytes, Sender::Team, |m: &team::CheckStonesRequest| {
            Some(act::check_stones(m, team, setup).map(RequestedAct::from))
        })
    },
    |bytes, _, setup| {
        of(bytes, Sender::Organiser, |m: &organiser::EnterBidsRequest| Some(act::enter_bids(m, setup)))
    },
    |bytes, _, setup| {
        of(bytes, Sender::Organiser, |m: &organiser::EnterRebidRequest| {
            Some(act::enter_rebid(m, setup).map(RequestedAct::from))
        })
    },
    |bytes, _, setup| {
        of(bytes, Sender::Organiser, |m: &organiser::EnterWallRequest| Some(act::enter_wall(m, setup)))
    },
    |bytes, _, setup| {
        of(bytes, Sender::Organiser, |m: &organiser::EnterCountRequest| {
            Some(act::enter_count(m, setup).map(RequestedAct::from))
        })
    },
    by_judge::<judge::AnnounceRequest>,
    by_judge::<judge::AnswerQuestionRequest>,
    |bytes, team, setup| {
        of(bytes, Sender::Team, |m: &team::AskQuestionRequest| {
            Some(act::ask_question(m, team, setup).map(RequestedAct::from))
        })
    },
    |bytes, team, setup| {
        of(bytes, Sender::Team, |m: &team::MarkReadRequest| {
            Some(act::mark_read(m, team, setup).map(RequestedAct::from))
        })
    },
    |bytes, team, setup| {
        of(bytes, Sender::Team, |m: &team::SealRequest| {
            Some(match m.sealing.as_ref()? {
                Sealing::Bids(bids) => act::submit_bids(bids, team, setup),
                Sealing::Rebid(rebid) => act::submit_rebid(rebid, team).map(RequestedAct::from),
            })
        })
    },
];

/// Reads a request: a byte for its kind (its index in the list above), one for the moment of the game, one
/// for the team, and the message.
///
/// The act is judged at that moment, and must keep all laws ([`crate::table::conserves`]); rejections are
/// converted to the wire.
pub fn request(bytes: &[u8]) -> bool {
    let [kind, moment, team, message @ ..] = bytes else { return false };
    let kind = KINDS[usize::from(*kind) % KINDS.len()];
    let moments = &played().moments;
    let game = &moments[usize::from(*moment) % moments.len()];
    let team = TEAMS[usize::from(*team) % TEAMS.len()];
    let Some((read_act, sender)) = kind(message, team, game.setup()) else { return false };
    match read_act {
        None => {}
        Some(Ok(read_act)) => {
            let by = match sender {
                Sender::Team => Actor::Team(team),
                Sender::Judge => Actor::Judge,
                Sender::Organiser => Actor::Organiser,
            };
            judged(game.clone(), by, read_act);
        }
        Some(Err(fault)) => travels(&fault),
    }
    true
}

fn of<M: Message + Default + PartialEq>(
    bytes: &[u8],
    sender: Sender,
    read_act: impl FnOnce(&M) -> ActReading,
) -> Option<(ActReading, Sender)> {
    let message = same::<M>(bytes)?;
    Some((read_act(&message), sender))
}

/// Reads a request for an act of the judge, and holds that the act leads back to it.
fn by_judge<M: Message + Default + PartialEq + JudgeRequest>(
    bytes: &[u8],
    _: TeamId,
    setup: &Setup,
) -> Option<(ActReading, Sender)> {
    of(bytes, Sender::Judge, |message: &M| {
        let act = message.act(setup);
        if let Ok(act) = &act {
            let again = M::of(message.game(), act, setup).expect("an act of this request");
            assert_eq!(again.act(setup).as_ref(), Ok(act), "a request changes on its way");
        }
        Some(act.map(RequestedAct::from))
    })
}

pub(crate) fn same<M: Message + Default + PartialEq>(bytes: &[u8]) -> Option<M> {
    let message = M::decode(bytes).ok()?;
    let written = message.encode_to_vec();
    assert_eq!(written.len(), message.encoded_len());
    assert!(M::decode(&*written).is_ok_and(|again| again == message), "a message changes when written again");
    Some(message)
}

fn judged(mut game: Game, by: Actor, RequestedAct { act, origin }: RequestedAct) {
    let at = game.now().after(Millis(1));
    // Callers decide due ticks first.
    if game.due().is_some_and(|due| due <= at) {
        let tick = Command { at, by: Actor::Clock, act: Act::Tick };
        for event in decide(&game, &tick).expect("a tick is never refused") {
            game.apply(&event);
        }
    }
    let command = Command { at, by, act };
    let decided = decide(&game, &command);
    assert_eq!(decided, decide(&game, &command), "two answers to one question");
    match decided {
        Ok(events) => {
            for event in events {
                let wire = convert::event_to_wire(&event, game.setup());
                assert_eq!(convert::event_from_wire(&wire, game.setup()).as_ref(), Ok(&event));
                check_event(game.setup(), &event);
                game.apply(&event);
                let _ = convert::derived(&game, &event).map(|derived| derived.encode_to_vec());
            }
            conserves(&game);
        }
        Err(rejection) => travels(&Fault::of_rejected(&rejection, game.setup(), &origin)),
    }
}

//! The acts: each a call of the service whose office it is. Who may do what is the server's to say.

use std::path::Path;

use ishigaki_client::{CallError, Link};
use ishigaki_proto::convert::player_to_wire;
use ishigaki_proto::event as wire;
use ishigaki_tournament::{PairedRound, Round};
use ishigaki_words::Words;
use serde::Serialize;
use serde_json::json;

use super::super::error::Error;
use crate::cli::enter;
use crate::event::{NamedEvent, roster_json};
use crate::options::{DeskAct, End, EventUsage, OrganiserAct, RefereeAct, Signed, SlipArgs, UsageError};

/// An act that is done.
#[derive(Serialize)]
pub(super) struct Acted {
    event: String,
    item: u64,
    /// SHA-256 of settings and roster, hexadecimal (`TV1`).
    #[serde(skip_serializing_if = "Option::is_none")]
    commitment: Option<String>,
    /// Its name in JSON.
    #[serde(skip)]
    pub(super) command: &'static str,
    #[serde(skip)]
    key: &'static str,
}

impl Acted {
    /// What is done, in words.
    pub(super) fn sentence(&self, words: &Words) -> String {
        let gaps = [("event", self.event.as_str().into()), ("what", words.label(self.key).into())];
        let done = words.say("cli-event-done", &gaps);
        match &self.commitment {
            Some(commitment) => {
                let published =
                    words.say("cli-event-commitment", &[("commitment", commitment.as_str().into())]);
                format!("{done}\n{published}")
            }
            None => done,
        }
    }
}

/// Makes a call and gives its answer.
macro_rules! answer {
    ($client:expr, $call:ident, $request:expr) => {
        $client.$call($request).await.map_err(CallError::from)?.into_inner()
    };
}

/// Creates an event by a preset or a file of settings.
pub(super) async fn create(
    link: &Link,
    new: String,
    preset: Option<String>,
    config: Option<&Path>,
) -> Result<Acted, Error> {
    let config = match config {
        Some(file) => enter::read(file)?,
        None => json!({ "preset": preset }).to_string(),
    };
    let request = wire::CreateEventRequest { event: new.clone(), config };
    let item = answer!(link.event_organiser(), create_event, request).item;
    Ok(done(new, item, "event-create", "cli-event-created"))
}

fn done(event: String, item: u64, command: &'static str, key: &'static str) -> Acted {
    Acted { event, item, commitment: None, command, key }
}

/// Does what is the organiser's.
pub(super) async fn organiser(link: &Link, event: &str, act: OrganiserAct) -> Result<Acted, Error> {
    let mut client = link.event_organiser();
    let named = || event.to_owned();
    let (item, command, key) = match act {
        OrganiserAct::Roster { file } => {
            let roster = roster(&file)?;
            let request = wire::SetRosterRequest { event: named(), roster };
            (answer!(client, set_roster, request).item, "event-roster", "cli-event-roster-set")
        }
        OrganiserAct::Commit => {
            let answer = answer!(client, commit_roster, wire::CommitRosterRequest { event: named() });
            let acted = done(named(), answer.item, "event-commit", "cli-event-committed");
            return Ok(Acted { commitment: Some(hex::encode(answer.commitment)), ..acted });
        }
        OrganiserAct::Digits { results } => {
            let request = wire::EnterDigitsRequest { event: named(), results };
            (answer!(client, enter_digits, request).item, "event-digits", "cli-event-drawn")
        }
        OrganiserAct::Leagues => {
            let request = wire::MakeLeaguesRequest { event: named() };
            (answer!(client, make_leagues, request).item, "event-leagues", "cli-event-leagues-made")
        }
        OrganiserAct::Pair { round } => {
            let request = wire::PairRoundRequest { event: named(), round };
            (answer!(client, pair_round, request).item, "event-pair", "cli-event-paired")
        }
        OrganiserAct::Abandon { reason } => {
            let request = wire::AbandonEventRequest { event: named(), reason };
            (answer!(client, abandon_event, request).item, "event-abandon", "cli-event-abandoned")
        }
        OrganiserAct::Declare => {
            let request = wire::DeclareRankingRequest { event: named() };
            (answer!(client, declare_ranking, request).item, "event-declare", "cli-event-declared")
        }
    };
    Ok(done(named(), item, command, key))
}

/// Does what is the desk's.
pub(super) async fn desk(
    link: &Link,
    event: NamedEvent<'_>,
    act: DeskAct,
    words: Words,
) -> Result<Acted, Error> {
    let mut client = link.desk();
    let id = || event.id().to_owned();
    let named = |player: &str| Ok::<_, UsageError>(player_to_wire(event.player(player, words)?));
    let (item, command, key) = match act {
        DeskAct::Absent { player, present } => {
            let request =
                wire::MarkAttendanceRequest { event: id(), player: named(&player)?, absent: !present };
            let key = if present { "cli-event-present" } else { "cli-event-absent" };
            (answer!(client, mark_attendance, request).item, "event-absent", key)
        }
        DeskAct::Slip { player, number } => {
            let request = wire::DrawSlipRequest { event: id(), player: named(&player)?, number };
            (answer!(client, draw_slip, request).item, "event-slip", "cli-event-slip-drawn")
        }
        DeskAct::Withdraw { player } => {
            let request = wire::WithdrawPlayerRequest { event: id(), player: named(&player)? };
            (answer!(client, withdraw_player, request).item, "event-withdraw", "cli-event-withdrawn")
        }
        DeskAct::Result { slip } => {
            let round = round(event, &slip).map_or(1, |round| round.0);
            let slip = Some(slip_of(event, slip, words)?);
            let request = wire::EnterResultRequest { event: id(), round, slip };
            (answer!(client, enter_result, request).item, "event-result", "cli-event-result-entered")
        }
    };
    Ok(done(id(), item, command, key))
}

/// Does what is the referee's (`TV3`).
pub(super) async fn referee(
    link: &Link,
    event: NamedEvent<'_>,
    act: RefereeAct,
    words: Words,
) -> Result<Acted, Error> {
    let mut client = link.referee();
    let id = || event.id().to_owned();
    let (item, command, key) = match act {
        RefereeAct::Overrule { slip, reason } => {
            let entry = entry(event, &slip, words)?;
            let slip = Some(slip_of(event, slip, words)?);
            let request = wire::OverruleResultRequest { event: id(), entry, slip, reason };
            (answer!(client, overrule_result, request).item, "event-overrule", "cli-event-overruled")
        }
        RefereeAct::NameFirst { league, player, reason } => {
            let player = player_to_wire(event.player(&player, words).map_err(UsageError::from)?);
            let request = wire::NameFirstRequest { event: id(), league, player, reason };
            (answer!(client, name_first, request).item, "event-name-first", "cli-event-first-named")
        }
        RefereeAct::ConfirmFirst { league } => {
            let request = wire::ConfirmFirstRequest { event: id(), league };
            (answer!(client, confirm_first, request).item, "event-confirm-first", "cli-event-first-confirmed")
        }
        RefereeAct::Rule { text } => {
            let request = wire::AddRulingRequest { event: id(), text };
            (answer!(client, add_ruling, request).item, "event-rule", "cli-event-ruled")
        }
    };
    Ok(done(id(), item, command, key))
}

/// The roster in a file, as the server takes it.
fn roster(file: &Path) -> Result<String, UsageError> {
    let unreadable = |what| UsageError::EntryFile { file: file.display().to_string(), what };
    roster_json(&enter::read(file)?).map_err(unreadable)
}

/// The round that a slip is of: the one it names, or the one that was paired last.
fn round(event: NamedEvent<'_>, slip: &SlipArgs) -> Option<Round> {
    let last = || event.tournament().rounds().last().map(|paired| paired.round);
    slip.round.map(Round).or_else(last)
}

/// The number of the entry that holds of a slip's game, to be overruled.
fn entry(event: NamedEvent<'_>, slip: &SlipArgs, words: Words) -> Result<u32, UsageError> {
    let (one, other) = (event.player(&slip.winner, words)?, event.player(&slip.loser, words)?);
    let round = round(event, slip);
    let is_of = |paired: &&PairedRound| Some(paired.round) == round;
    let paired = event.tournament().rounds().iter().find(is_of);
    let decided = paired.and_then(|paired| paired.results.get(&(one.min(other), one.max(other))));
    Ok(decided.ok_or(EventUsage::NoResult)?.entry)
}

fn slip_of(event: NamedEvent<'_>, slip: SlipArgs, words: Words) -> Result<wire::Slip, UsageError> {
    let line = |named: &str| Ok::<_, UsageError>(player_to_wire(event.player(named, words)?));
    let some = |named: Option<String>| named.map_or(Ok(0), |named| line(&named));
    Ok(wire::Slip {
        winner: line(&slip.winner)?,
        loser: line(&slip.loser)?,
        reason: match slip.end {
            End::Normal => wire::EndReason::Normal,
            End::Time => wire::EndReason::Time,
            End::DoubleTime => wire::EndReason::DoubleTime,
            End::Forfeit => wire::EndReason::Forfeit,
            End::Referee => wire::EndReason::Referee,
        }
        .into(),
        black: some(slip.black)?,
        draw_win: some(slip.draw_win)?,
        handicap: slip.handicap,
        transcript: slip.transcript.unwrap_or_default(),
        discs: slip.discs.map(|(winner, loser)| wire::DiscCount { winner, loser }),
        winner_signed: matches!(slip.signed, Signed::Both | Signed::Winner),
        loser_signed: matches!(slip.signed, Signed::Both | Signed::Loser),
        ..Default::default()
    })
}

//! Sealing: what is asked before, what is sent, and what the answer means.
//!
//! A list names the revision that it replaces: the one the draft rests on. So two laptops of a team can never
//! overwrite each other unseen, even where one has not heard of the other's list yet.

use std::fmt;

use ishigaki_proto::padding::pad_request;
use ishigaki_proto::{convert, team};
use ishigaki_record::sealing::{bids_text, raises_text};
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::{GameTime, Revision, Secret};

use super::feed::distrust;
use crate::Error;
use crate::doubt::{Doubt, doubts};
use crate::receipts::{Moment, ReceiptFault, check};
use crate::tui::dialog::Dialog;
use crate::tui::event::{Answer, Effect, Request, Ticket};
use crate::tui::notice::Notice;
use crate::tui::raises::same;
use crate::tui::state::State;

/// What is on its way to be sealed. Silent in debug output (`A4`).
pub(crate) struct Pending {
    ticket: Ticket,
    pub(super) what: What,
    moment: Moment,
    /// The revision that it names as the one it replaces.
    pub(super) replaces: Option<Revision>,
}

/// What was sent: a list or a re-bid. It has no debug output (`A4`).
pub(crate) enum What {
    Bids(Vec<Bid>),
    Raises(Vec<Raise>),
}

impl What {
    pub(crate) fn is_bids(&self, lines: &[Bid]) -> bool {
        matches!(self, Self::Bids(bids) if bids == lines)
    }

    pub(crate) fn is_raises(&self, lines: &[Raise]) -> bool {
        matches!(self, Self::Raises(raises) if same(raises, lines))
    }
}

impl fmt::Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

/// Seals the draft, after asking where something is unusual.
pub(super) fn begin(state: &mut State) -> Vec<Effect> {
    state.sheet.accept();
    state.raises.accept();
    if !may_seal(state) {
        return Vec::new();
    }
    if !state.differs() {
        state.notice = Some(Notice::Same);
        return Vec::new();
    }
    if !state.flaws().is_empty() {
        state.notice = Some(Notice::Faulty);
        return Vec::new();
    }
    let nothing =
        if state.is_rebidding() { state.raises.raises().is_empty() } else { state.sheet.lines().is_empty() };
    if nothing {
        state.dialog = Some(Dialog::Decline);
        return Vec::new();
    }
    let doubts = all_doubts(state);
    if doubts.is_empty() {
        return send(state, false);
    }
    state.dialog = Some(Dialog::Seal { doubts });
    Vec::new()
}

/// Asks whether to decline, or to pass.
pub(super) fn begin_decline(state: &mut State) {
    if may_seal(state) {
        state.dialog = Some(Dialog::Decline);
    }
}

/// Yes, seal it, in spite of these doubts; whatever has come up since is asked first.
pub(super) fn seal_in_spite(state: &mut State, answered: &[Doubt]) -> Vec<Effect> {
    if !may_seal(state) {
        return Vec::new();
    }
    let doubts = all_doubts(state);
    if doubts.iter().any(|doubt| !answered.contains(doubt)) {
        state.dialog = Some(Dialog::Seal { doubts });
        return Vec::new();
    }
    send(state, false)
}

/// Yes, decline, or pass. The draft stays: it may be sealed in its place until the deadline.
pub(super) fn decline_now(state: &mut State) -> Vec<Effect> {
    if may_seal(state) { send(state, true) } else { Vec::new() }
}

/// Closes a question that the game has overtaken: the round or the wave it was about is closed.
pub(super) fn reconsider(state: &mut State) {
    let asks = matches!(state.dialog, Some(Dialog::Seal { .. } | Dialog::Decline | Dialog::TakeSealed));
    if asks && !is_open(state) {
        state.dialog = None;
        // What has become of the round says more.
        state.notice.get_or_insert(Notice::NotNow);
    }
}

fn is_open(state: &State) -> bool {
    state.is_rebidding() || state.open_bidding().is_some()
}

fn may_seal(state: &mut State) -> bool {
    let obstacle = if !is_open(state) {
        Some(Notice::NotNow)
    } else if !state.is_online() {
        Some(Notice::Offline)
    } else if state.pending.is_some() {
        Some(Notice::OnItsWay)
    } else {
        None
    };
    let may = obstacle.is_none();
    state.notice = obstacle;
    may
}

fn all_doubts(state: &State) -> Vec<Doubt> {
    let mut all = Vec::new();
    if let (Some(revision), true) = (state.revisions().0, state.is_overtaken()) {
        all.push(Doubt::Elsewhere { revision });
    }
    if state.is_rebidding() {
        return all;
    }
    if let Some((view, (round, offer, held))) = state.view().zip(state.terms()) {
        all.extend(doubts(view.game, round, &offer, held, state.sheet.lines()));
    }
    all
}

/// Sends the draft, or nothing at all: a decline or a pass. Whoever comes here has seen what it replaces.
fn send(state: &mut State, nothing: bool) -> Vec<Effect> {
    let (sealed, _) = state.revisions();
    let request = if state.is_rebidding() {
        state.raises.rest_on(sealed);
        rebid_request(state, nothing)
    } else {
        state.sheet.rest_on(sealed);
        bids_request(state, nothing)
    };
    let Some((request, what, moment)) = request else {
        return Vec::new();
    };
    let ticket = state.next_ticket();
    super::unanswered::forget(state, false);
    state.pending = Some(Pending { ticket, what, moment, replaces: sealed });
    state.notice = Some(Notice::Sent);
    vec![Effect::Seal { ticket, request: Secret(request) }]
}

fn bids_request(state: &State, nothing: bool) -> Option<(Request, What, Moment)> {
    let record = state.open_bidding()?;
    let setup = state.game()?.setup();
    let bids = if nothing { Vec::new() } else { state.sheet.lines().to_vec() };
    let request = team::SubmitBidsRequest {
        game: state.receipts.game().to_owned(),
        round: record.round.0,
        attempt: record.attempt,
        replaces_revision: state.sheet.base().map_or(0, |revision| revision.0),
        bids: convert::bids_to_wire(&bids, setup),
        padding: Vec::new(),
    };
    let request = pad_request(request, setup);
    let moment = Moment { round: record.round.0, attempt: record.attempt, wave: 0, at: GameTime::default() };
    Some((Request::Bids(request), What::Bids(bids), moment))
}

fn rebid_request(state: &State, nothing: bool) -> Option<(Request, What, Moment)> {
    let (round, attempt, wave) = state.raises.moment()?;
    let raises = if nothing { Vec::new() } else { state.raises.raises() };
    let request = team::SubmitRebidRequest {
        game: state.receipts.game().to_owned(),
        round: round.0,
        attempt,
        wave: wave.0,
        replaces_revision: state.raises.base().map_or(0, |revision| revision.0),
        raises: convert::raises_to_wire(&raises),
        padding: Vec::new(),
    };
    let request = pad_request(request, state.game()?.setup());
    let moment = Moment { round: round.0, attempt, wave: wave.0, at: GameTime::default() };
    Some((Request::Rebid(request), What::Raises(raises), moment))
}

/// What has become of what was sent. An answer to a call that nobody remembers is no news.
pub(super) fn take_answer(state: &mut State, ticket: Ticket, answer: Answer) -> Vec<Effect> {
    let Some(pending) = state.pending.take_if(|pending| pending.ticket == ticket) else {
        return Vec::new();
    };
    match answer {
        Answer::Sealed { revision, received_at, receipt } => {
            let moment = Moment { at: received_at, ..pending.moment };
            take_sealed(state, revision, &pending.what, &moment, receipt.as_deref())
        }
        // It is no answer to a sealing.
        Answer::Built => Vec::new(),
        Answer::Failed(Error::Unanswered { .. } | Error::Unknown { .. }) => {
            super::unanswered::begin(state, pending);
            Vec::new()
        }
        Answer::Failed(error) => {
            state.notice = Some(match error {
                Error::Refused(fault) => Notice::refusal(fault),
                Error::Unanswered { .. } | Error::Unknown { .. } => return Vec::new(),
                Error::Receipt(fault) => Notice::WrongReceipt(fault),
                Error::Mirror(error) => Notice::Astray(error),
                Error::NotInGame { .. } => Notice::NotNow,
            });
            Vec::new()
        }
    }
}

fn take_sealed(
    state: &mut State,
    revision: Revision,
    what: &What,
    moment: &Moment,
    receipt: Option<&ishigaki_proto::wire::SealReceipt>,
) -> Vec<Effect> {
    let lines = match what {
        What::Bids(bids) => bids.len(),
        What::Raises(raises) => raises.len(),
    };
    // The feed may have gone on to the next round or wave meanwhile, and a newer list may stand there.
    let newer = state.revisions().0.is_none_or(|sealed| sealed <= revision);
    match what {
        What::Bids(_) if newer && state.open_bidding().is_some_and(|record| is_of(record, moment)) => {
            state.sheet.rest_on(Some(revision));
        }
        What::Raises(_) if newer && is_wave(state, moment) => state.raises.rest_on(Some(revision)),
        _ => {}
    }
    let checked = check_answer(state, what, moment, receipt);
    match checked {
        Ok(stored) => {
            state.notice = Some(Notice::Sealed { revision, lines });
            vec![Effect::Keep(Secret(Box::new(stored)))]
        }
        Err(fault) => {
            distrust(state, fault);
            Vec::new()
        }
    }
}

fn check_answer(
    state: &mut State,
    what: &What,
    moment: &Moment,
    receipt: Option<&ishigaki_proto::wire::SealReceipt>,
) -> Result<ishigaki_record::receipt::StoredReceipt, ReceiptFault> {
    let setup = state.mirror.setup().ok_or(ReceiptFault::NoKey)?;
    let key = state.mirror.server_key().ok_or(ReceiptFault::NoKey)?;
    let instance = state.mirror.instance().ok_or(ReceiptFault::NoKey)?;
    let text = match what {
        What::Bids(bids) => bids_text(setup, bids).map_err(|_| ReceiptFault::OtherList)?,
        What::Raises(raises) => raises_text(raises),
    };
    let context = moment.in_game(state.receipts.game(), instance, state.receipts.team(), key);
    let stored = check(receipt, &context, text)?;
    state.receipts.take(stored.clone())?;
    Ok(stored)
}

fn is_of(record: &ishigaki_rules::RoundRecord, moment: &Moment) -> bool {
    (record.round.0, record.attempt) == (moment.round, moment.attempt)
}

fn is_wave(state: &State, moment: &Moment) -> bool {
    state.raises.moment().is_some_and(|(round, attempt, wave)| {
        (round.0, attempt, wave.0) == (moment.round, moment.attempt, moment.wave)
    })
}

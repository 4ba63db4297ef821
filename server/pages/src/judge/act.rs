//! Acts of the page, carried out with the token of its visitor.

use ishigaki_catalogue::Message;
use ishigaki_client::judging::JudgeAct;
use ishigaki_client::spelling::stone;
use ishigaki_client::{CallError, JudgeSession, now};
use ishigaki_proto::convert::{JudgeRequest as _, RequestedAct, act as requests};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::judge::AnswerQuestionRequest;
use ishigaki_proto::organiser::{EnterBidsRequest, EnterCountRequest};
use ishigaki_proto::padding::pad_request;
use ishigaki_proto::wire;
use ishigaki_rules::{Act, Actor, Game, Phase, StoneId, WallCount};
use ishigaki_words::Words;
use serde::Deserialize;

use super::counts::EnteredCount;
use super::device::{JudgeDevice, View};

/// An act in the page's JSON. It may have a list on paper, so it has no `Debug`.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum PageAct {
    Game { game: String },
    HandOut { game: String, stones: Vec<String>, carried: bool },
    Answer(Answer),
    Count { game: String, team: String, count: Figures },
    DropCount { game: String, team: String },
    ConfirmCount(ConfirmedCount),
    List(PaperList),
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Figures {
    empty: u32,
    top_gaps: u32,
    used: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    game: String,
    team: String,
    question: u32,
    /// Revision of the answer that the judge saw; 0 for none.
    revision: u32,
    english: String,
    japanese: String,
    to_all: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmedCount {
    game: String,
    team: String,
    /// The count that the second person saw.
    count: Figures,
    reason: String,
    /// True if the only judge confirms their own count.
    alone: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PaperList {
    game: String,
    team: String,
    round: u32,
    attempt: u32,
    bids: Vec<Line>,
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    lot: String,
    price: u64,
}

/// Reason why an act wasn't carried out.
#[derive(Debug, thiserror::Error, Message)]
#[message("page-judge")]
pub(crate) enum ActError {
    /// The page shows another game, or an outdated state.
    Outdated,
    /// The team has submitted a list itself.
    AlreadySubmitted,
    /// The count must be confirmed on another device.
    SamePerson,
    #[message(transparent)]
    Call(#[from] CallError),
}

impl ActError {
    /// Returns the code that the page and tests check.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::Outdated => "outdated",
            Self::AlreadySubmitted => "already-submitted",
            Self::SamePerson => "same-person",
            Self::Call(CallError::Refused(_)) => "refused",
            Self::Call(CallError::Unanswered { .. } | CallError::Unknown { .. }) => "unanswered",
        }
    }

    /// Returns the text for the page. A rejection may have figures of the list, because it is for its sender.
    pub(crate) fn text(&self, words: Words) -> String {
        match self {
            Self::Call(CallError::Refused(fault)) => words.fault(fault),
            Self::Call(_) => words.label("page-judge-failed"),
            _ => words.message(self),
        }
    }
}

impl From<Fault> for ActError {
    fn from(fault: Fault) -> Self {
        Self::Call(CallError::Refused(Box::new(fault)))
    }
}

impl From<Figures> for WallCount {
    fn from(Figures { empty, top_gaps, used }: Figures) -> Self {
        Self { empty, top_gaps, used }
    }
}

impl JudgeDevice {
    pub(super) async fn perform(&self, act: PageAct) -> Result<(), ActError> {
        match act {
            PageAct::Game { game } => self.choose(&game),
            PageAct::HandOut { game, stones, carried } => self.hand_out(&game, &stones, carried).await,
            PageAct::Answer(answer) => self.answer(answer).await,
            PageAct::Count { game, team, count } => self.enter_count(&game, &team, count.into()),
            PageAct::DropCount { game, team } => {
                self.game(&game, |_, _| Ok(()))?;
                self.counts.remove(&game, &team);
                Ok(())
            }
            PageAct::ConfirmCount(confirmed) => self.confirm_count(confirmed).await,
            PageAct::List(list) => self.enter_list(list).await,
        }
    }

    fn choose(&self, game: &str) -> Result<(), ActError> {
        let mut view = self.view();
        if view.open_games().all(|listed| listed.game != game) {
            return Err(ActError::Outdated);
        }
        if view.game.as_deref() != Some(game) {
            view.follow(game);
            self.chosen.notify_one();
        }
        Ok(())
    }

    /// Calls `f` with the followed game, which must be this one.
    fn game<T>(
        &self,
        game: &str,
        f: impl FnOnce(&View, &Game) -> Result<T, ActError>,
    ) -> Result<T, ActError> {
        let view = self.view();
        let followed = view.session.game().filter(|_| view.game.as_deref() == Some(game));
        f(&view, followed.ok_or(ActError::Outdated)?)
    }

    async fn hand_out(&self, game: &str, stones: &[String], carried: bool) -> Result<(), ActError> {
        let act = self.game(game, |_, of| {
            let known = |code: &String| {
                let wire::Stone { lot, copy } = stone(code)?;
                Some(StoneId { lot: of.setup().lot_by_code(&lot)?, copy })
            };
            let stones: Option<Vec<StoneId>> = stones.iter().map(known).collect();
            Ok(Act::TickStones { stones: stones.ok_or(ActError::Outdated)?, carried })
        })?;
        self.judge(game, act).await
    }

    async fn answer(&self, answer: Answer) -> Result<(), ActError> {
        let Answer { game, team, question, revision, english, japanese, to_all } = answer;
        let act = self.game(&game, |_, of| {
            let request = AnswerQuestionRequest {
                game: game.clone(),
                team,
                question,
                replaces_revision: revision,
                text: Some(wire::Announcement { english, japanese }),
                to_all,
                padding: Vec::new(),
            };
            Ok(request.act(of.setup())?)
        })?;
        self.judge(&game, act).await
    }

    /// Makes the call for an act of the judge unless the rules reject it already.
    async fn judge(&self, game: &str, act: Act) -> Result<(), ActError> {
        let act = JudgeAct::from(act);
        let setup = self.game(game, |view, of| match view.session.refusal(&act, None, Some(now())) {
            Some(fault) => Err(fault.into()),
            None => Ok(of.setup().clone()),
        })?;
        act.call(&self.link, game.to_owned(), &setup).await?;
        Ok(())
    }

    fn enter_count(&self, game: &str, team: &str, count: WallCount) -> Result<(), ActError> {
        self.game(game, |view, of| {
            let request = count_request(game, team, count, "-".to_owned());
            check(&view.session, requests::enter_count(&request, of.setup())?)
        })?;
        self.counts.enter(game, team, EnteredCount { count, device: self.session.clone() });
        Ok(())
    }

    async fn confirm_count(&self, confirmed: ConfirmedCount) -> Result<(), ActError> {
        let ConfirmedCount { game, team, count, reason, alone } = confirmed;
        let entered = self.counts.get(&game, &team).filter(|entered| entered.count == count.into());
        let entered = entered.ok_or(ActError::Outdated)?;
        if entered.device == self.session && !(alone && self.counts.is_alone(&self.session)) {
            return Err(ActError::SamePerson);
        }
        let request = count_request(&game, &team, entered.count, reason);
        self.game(&game, |view, of| {
            check_organiser(view)?;
            check(&view.session, requests::enter_count(&request, of.setup())?)
        })?;
        self.link.organiser().enter_count(request).await.map_err(CallError::from)?;
        self.counts.remove_same(&game, &team, &entered);
        Ok(())
    }

    async fn enter_list(&self, list: PaperList) -> Result<(), ActError> {
        let PaperList { game, team, round, attempt, bids, reason } = list;
        let bids = bids.into_iter().map(|Line { lot, price }| wire::Bid { lot, price }).collect();
        let padding = Vec::new();
        let request = EnterBidsRequest { game: game.clone(), team, round, attempt, bids, reason, padding };
        let request = self.game(&game, |view, of| {
            check_organiser(view)?;
            // Otherwise a list on paper could replace the team's own unnoticed.
            let record = of.current_round().filter(|_| matches!(of.phase(), Phase::Bidding { .. }));
            let team = of.setup().team_by_code(&request.team);
            if record.zip(team).is_some_and(|(record, team)| record.sealed.contains_key(&team)) {
                return Err(ActError::AlreadySubmitted);
            }
            check(&view.session, requests::enter_bids(&request, of.setup())?)?;
            Ok(pad_request(request, of.setup()))
        })?;
        self.link.organiser().enter_bids(request).await.map_err(CallError::from)?;
        Ok(())
    }
}

fn count_request(game: &str, team: &str, count: WallCount, reason: String) -> EnterCountRequest {
    let WallCount { empty, top_gaps, used } = count;
    let count = Some(wire::WallCount { empty, top_gaps, used });
    EnterCountRequest { game: game.to_owned(), team: team.to_owned(), count, reason }
}

/// Only the organiser's token may enter something for a team (`G6`), which the server checks again.
fn check_organiser(view: &View) -> Result<(), ActError> {
    if view.is_organiser() {
        return Ok(());
    }
    Err(Fault::new(ErrorReason::PermissionDenied).with("needs", "organiser").into())
}

fn check(session: &JudgeSession, act: impl Into<RequestedAct>) -> Result<(), ActError> {
    session.refusal_of(Actor::Organiser, act, Some(now())).map_or(Ok(()), |fault| Err(fault.into()))
}

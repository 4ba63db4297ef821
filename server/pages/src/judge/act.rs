//! Acts of the page, carried out with the token of its visitor.

use ishigaki_client::judging::JudgeAct;
use ishigaki_client::spelling::stone;
use ishigaki_client::{CallError, JudgeSession, now};
use ishigaki_proto::convert::{JudgeRequest as _, RequestedAct, act as requests};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::judge::AnswerQuestionRequest;
use ishigaki_proto::organiser::{EnterBidsRequest, EnterCountRequest};
use ishigaki_proto::padding::pad_request;
use ishigaki_proto::wire;
use ishigaki_record::branch::Instance;
use ishigaki_rules::{Act, Actor, Game, StoneId};
use serde::Deserialize;

use super::counts::{DeviceCount, Figures};
use super::device::JudgeDevice;
use super::view::View;
use crate::act_error::ActError;

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
    /// The agreed count.
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
    /// True if it may replace a list that the team has submitted.
    replaces: bool,
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    lot: String,
    price: u64,
}

impl JudgeDevice {
    pub(super) async fn perform(&self, act: PageAct) -> Result<(), ActError> {
        match act {
            PageAct::Game { game } => self.choose(&game),
            PageAct::HandOut { game, stones, carried } => self.hand_out(&game, &stones, carried).await,
            PageAct::Answer(answer) => self.answer(answer).await,
            PageAct::Count { game, team, count } => self.enter_count(&game, &team, count),
            PageAct::DropCount { game, team } => {
                let instance = self.instance(&game)?;
                self.counts.remove(|entered| entered.is_of(instance, &team));
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

    fn instance(&self, game: &str) -> Result<Instance, ActError> {
        self.game(game, |view, _| view.session.mirror().instance().ok_or(ActError::Outdated))
    }

    fn enter_count(&self, game: &str, team: &str, figures: Figures) -> Result<(), ActError> {
        self.game(game, |view, of| {
            let request = count_request(game, team, figures, "-".to_owned());
            check(&view.session, requests::enter_count(&request, of.setup())?)
        })?;
        let count = DeviceCount { figures, device: self.session.clone() };
        Ok(self.counts.enter(self.instance(game)?, team, count)?)
    }

    async fn confirm_count(&self, confirmed: ConfirmedCount) -> Result<(), ActError> {
        let ConfirmedCount { game, team, count, reason, alone } = confirmed;
        let entered = self.counts.get(self.instance(&game)?, &team);
        let entered = entered.filter(|entered| entered.first.figures == count).ok_or(ActError::Outdated)?;
        let is_own = entered.first.device == self.session;
        let is_allowed =
            if is_own { alone && self.counts.is_alone(&self.session) } else { entered.is_agreed() };
        if !is_allowed {
            return Err(ActError::SamePerson);
        }
        let request = count_request(&game, &team, count, reason);
        self.game(&game, |view, of| check(&view.session, requests::enter_count(&request, of.setup())?))?;
        self.link.organiser().enter_count(request).await.map_err(CallError::from)?;
        // It may have been entered again.
        self.counts.remove(|other| *other == entered);
        Ok(())
    }

    async fn enter_list(&self, list: PaperList) -> Result<(), ActError> {
        let PaperList { game, team, round, attempt, bids, replaces: replaces_submitted, reason } = list;
        let bids = bids.into_iter().map(|Line { lot, price }| wire::Bid { lot, price }).collect();
        let request = EnterBidsRequest {
            game: game.clone(),
            team,
            round,
            attempt,
            bids,
            reason,
            replaces_submitted,
            padding: Vec::new(),
        };
        let request = self.game(&game, |view, of| {
            check_organiser(view)?;
            check(&view.session, requests::enter_bids(&request, of.setup())?)?;
            Ok(pad_request(request, of.setup()))
        })?;
        self.link.organiser().enter_bids(request).await.map_err(CallError::from)?;
        Ok(())
    }
}

fn count_request(game: &str, team: &str, count: Figures, reason: String) -> EnterCountRequest {
    let Figures { empty, top_gaps, used } = count;
    let count = Some(wire::WallCount { empty, top_gaps, used });
    EnterCountRequest { game: game.to_owned(), team: team.to_owned(), count, reason }
}

/// Only the organiser enters lists (`G6`), because a judge must not see a price before the opening (`A4`). The
/// server checks it again.
fn check_organiser(view: &View) -> Result<(), ActError> {
    if view.is_organiser() {
        return Ok(());
    }
    Err(Fault::new(ErrorReason::PermissionDenied).with("needs", "organiser").into())
}

fn check(session: &JudgeSession, act: impl Into<RequestedAct>) -> Result<(), ActError> {
    session.refusal_of(Actor::Organiser, act, Some(now())).map_or(Ok(()), |fault| Err(fault.into()))
}

//! The judge's acts on the console: one row per act with weight and texts.

use ishigaki_client::judging::JudgeAct;
use ishigaki_rules::{Act, Announcement, Event, Fact, Game, LotChoice, Phase, RoundRecord, TeamId};
use ishigaki_words::{Lang, Value};

use crate::console::keymap::ActKind;
use crate::console::message::{AnsweredQuestion, MessageText};
use crate::console::state::State;

pub(crate) const MAX_ANNOUNCEMENT_LENGTH: usize = Announcement::LONGEST;

/// Weight of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ActWeight {
    /// Reversible or harmless: done at once.
    Light,
    /// Irreversible: confirmed once.
    Final,
    /// Takes something from teams or ends everything: confirmed with a deliberate key.
    Grave,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) weight: ActWeight,
    pub(crate) name: &'static str,
    /// Keys of the question for its text, and of its readers; `None` without a question.
    pub(crate) text: Option<(&'static str, &'static str)>,
    pub(crate) warning: &'static str,
}

impl Row {
    const fn light(name: &'static str) -> Self {
        Self { weight: ActWeight::Light, name, text: None, warning: "console-warn-other" }
    }

    const fn with_warning(weight: ActWeight, name: &'static str, warning: &'static str) -> Self {
        Self { weight, name, text: None, warning }
    }

    const fn with_text(self, question: &'static str, publicity: &'static str) -> Self {
        Self { text: Some((question, publicity)), ..self }
    }

    const fn of(act: &Act) -> Self {
        use ActWeight::{Final, Grave};
        const ALL: &str = "console-reason-public";
        const ALL_GRAVE: &str = "console-reason-public-grave";
        match act {
            Act::OpenRound { .. } => Self::light("console-act-open-round"),
            Act::ConfirmLots { lots: LotChoice::One(_), .. } => {
                Self::with_warning(Final, "console-act-confirm-lot", "console-warn-confirm")
            }
            Act::ConfirmLots { .. } => {
                Self::with_warning(Final, "console-act-confirm-all", "console-warn-confirm")
            }
            Act::Pause { .. } => Self::light("console-deed-pause"),
            Act::Resume => Self::light("console-deed-resume"),
            Act::Extend { .. } => Self::light("console-act-extend"),
            Act::VoidRound { .. } => {
                Self::with_warning(Grave, "console-act-void-round", "console-warn-void-round")
                    .with_text("console-ask-reason-void-round", ALL_GRAVE)
            }
            Act::SignalEnd => Self::with_warning(Grave, "console-deed-signal-end", "console-warn-signal-end"),
            Act::EnterJanken { .. } => {
                Self::with_warning(Final, "console-act-enter-janken", "console-warn-enter-janken")
            }
            Act::Disqualify { .. } => {
                Self::with_warning(Grave, "console-act-disqualify", "console-warn-disqualify")
                    .with_text("console-ask-reason-disqualify", ALL_GRAVE)
            }
            Act::Reinstate { .. } => {
                Self::light("console-act-reinstate").with_text("console-ask-reason-reinstate", ALL)
            }
            Act::TickStones { carried: true, .. } => Self::light("console-act-tick"),
            Act::TickStones { .. } => Self::light("console-act-untick"),
            Act::DeclareResult => Self::with_warning(Grave, "console-act-declare", "console-warn-declare"),
            Act::Abandon { .. } => Self::with_warning(Grave, "console-act-abandon", "console-warn-abandon")
                .with_text("console-ask-reason-abandon", ALL_GRAVE),
            Act::Remark { .. } => {
                Self::light("console-act-remark").with_text("console-ask-remark", "console-remark-public")
            }
            Act::Announce { .. } => Self::light("console-deed-announce"),
            Act::AnswerQuestion { .. } => Self::light("console-act-answer"),
            // They are not the judge's acts.
            Act::Tick
            | Act::SubmitBids { .. }
            | Act::SubmitRebid { .. }
            | Act::PlaceStone { .. }
            | Act::TakeOutStone { .. }
            | Act::SubmitWall { .. }
            | Act::CheckStones { .. }
            | Act::AskQuestion { .. }
            | Act::MarkRead { .. }
            | Act::CountWall { .. } => Self::with_warning(Final, act.name(), "console-warn-other"),
        }
    }
}

impl State {
    fn unconnected(&self) -> Vec<TeamId> {
        let (Some(game), Some(teams)) = (self.game(), &self.presence.teams) else { return Vec::new() };
        let is_connected = |code: &str| teams.iter().any(|team| team.team == code && team.connections > 0);
        let missing = |team: &TeamId| {
            game.takes_part(*team) && game.setup().team(*team).is_some_and(|spec| !is_connected(&spec.code))
        };
        game.setup().team_ids().filter(missing).collect()
    }

    pub(crate) fn row(&self, act: &JudgeAct) -> Row {
        let act = match act {
            JudgeAct::Replace { .. } => return self.replacement(),
            JudgeAct::InGame(act) => act,
        };
        let row = Row::of(act);
        match act {
            // Confirming is light until it makes the round final (`A10`, `G5`).
            Act::ConfirmLots { lots: LotChoice::One(lot), .. } => {
                let open = self.game().and_then(Game::current_round).map(RoundRecord::unconfirmed);
                let completes = open.unwrap_or_default() == [*lot];
                Row { weight: if completes { row.weight } else { ActWeight::Light }, ..row }
            }
            // Unconnected teams can only bid on paper.
            Act::OpenRound { .. } if !self.unconnected().is_empty() => {
                Row::with_warning(ActWeight::Final, row.name, "console-warn-open-unconnected")
            }
            // Practice games don't count, so ending one harms no team.
            Act::Abandon { .. } if self.programme_entry.is_practice() => Row::with_warning(
                ActWeight::Final,
                "console-act-end-practice",
                "console-warn-abandon-practice",
            )
            .with_text("console-ask-reason-end-practice", "console-reason-public-grave"),
            Act::Abandon { .. } if self.programme_entry.spare().is_some() => {
                Row { warning: "console-warn-abandon-spare", ..row }
            }
            _ => row,
        }
    }

    /// More than starting the spare if the game isn't abandoned yet (`G4`).
    fn replacement(&self) -> Row {
        let name = "console-act-replace";
        let is_abandoned = self.game().is_some_and(|game| game.phase() == Phase::Abandoned);
        let warning = match self.programme_entry.spare() {
            None => "console-warn-replace-unknown",
            Some(_) if is_abandoned => "console-warn-spare",
            Some(_) => "console-warn-replace",
        };
        if is_abandoned {
            // The grave part was done before, and its reason is recorded.
            return Row::with_warning(ActWeight::Final, name, warning);
        }
        Row::with_warning(ActWeight::Grave, name, warning)
            .with_text("console-ask-reason-replace", "console-reason-public-grave")
    }

    pub(crate) fn name_of(&self, act: &JudgeAct) -> String {
        self.words.say(self.row(act).name, &self.particulars(act))
    }

    pub(crate) fn warning_of(&self, act: &JudgeAct) -> String {
        let mut gaps = self.particulars(act);
        gaps.push(("act", self.name_of(act).into()));
        self.words.say(self.row(act).warning, &gaps)
    }

    pub(crate) fn particulars(&self, act: &JudgeAct) -> Vec<(&'static str, Value)> {
        let words = self.words;
        let setup = self.game().map(Game::setup);
        let spare =
            || self.programme_entry.spare().map(|spare| spare.game.as_str()).unwrap_or_default().into();
        let team_name = |team: TeamId| setup.map(|setup| words.team(setup, team)).unwrap_or_default();
        let team = |team: TeamId| team_name(team).into();
        let act = match act {
            JudgeAct::Replace { .. } => return vec![("spare", spare())],
            JudgeAct::InGame(act) => act,
        };
        match act {
            Act::OpenRound { round } => {
                let teams = words.list(self.unconnected().into_iter().map(team_name));
                vec![("round", (*round).into()), ("teams", teams.into())]
            }
            Act::ConfirmLots { round, lots: LotChoice::All, .. } => {
                vec![("round", (*round).into())]
            }
            Act::ConfirmLots { round, lots: LotChoice::One(lot), .. } => {
                let lot = setup.map(|setup| words.lot(setup, *lot)).unwrap_or_default();
                vec![("lot", lot.into()), ("round", (*round).into())]
            }
            Act::VoidRound { round, attempt, .. } => {
                vec![("round", (*round).into()), ("attempt", attempt.unwrap_or(1).into())]
            }
            Act::Extend { by, .. } => vec![("span", words.duration(*by).into())],
            Act::SignalEnd => {
                let span = setup.map(|setup| words.duration(setup.end_countdown)).unwrap_or_default();
                vec![("span", span.into()), ("time", self.time_since_final().into())]
            }
            Act::Disqualify { team: whom, .. } | Act::Reinstate { team: whom, .. } => {
                vec![("team", team(*whom))]
            }
            Act::EnterJanken { order } => {
                let order = setup.map(|setup| words.teams(setup, order.iter().copied()));
                vec![("order", order.unwrap_or_default().into())]
            }
            Act::AnswerQuestion { team: whom, question, .. } => {
                vec![("team", team(*whom)), ("question", question.0.into())]
            }
            Act::TickStones { stones, .. } => {
                let stones = setup.map(|setup| words.stones(setup, stones.iter().copied()));
                vec![("stones", stones.unwrap_or_default().into())]
            }
            Act::Abandon { .. } => {
                let key = ActKind::Replace.binding().and_then(|binding| binding.keys.first());
                let key = key.map(ToString::to_string).unwrap_or_default();
                vec![("spare", spare()), ("key", key.into())]
            }
            _ => Vec::new(),
        }
    }
}

fn text_mut(act: &mut JudgeAct) -> Option<&mut String> {
    match act {
        JudgeAct::InGame(
            Act::Pause { reason: text }
            | Act::Extend { reason: text, .. }
            | Act::VoidRound { reason: text, .. }
            | Act::Disqualify { reason: text, .. }
            | Act::Reinstate { reason: text, .. }
            | Act::Abandon { reason: text }
            | Act::Remark { text },
        )
        | JudgeAct::Replace { reason: text } => Some(text),
        JudgeAct::InGame(_) => None,
    }
}

pub(crate) fn with_text(mut act: JudgeAct, text: &str) -> JudgeAct {
    if let Some(field) = text_mut(&mut act) {
        text.clone_into(field);
    }
    act
}

pub(crate) fn text_of(act: &JudgeAct) -> String {
    text_mut(&mut act.clone()).cloned().unwrap_or_default()
}

fn announcement_of(message: &MessageText) -> Option<Announcement> {
    let text = |lang| message.text(lang).text();
    Announcement::new(&text(Lang::En), &text(Lang::Ja)).ok()
}

pub(crate) fn to_other_games(message: &MessageText) -> Option<JudgeAct> {
    Some(
        Act::Announce { teams: Vec::new(), text: announcement_of(message)?, asked: None, corrects: false }
            .into(),
    )
}

pub(crate) fn sample_announcement() -> Option<JudgeAct> {
    to_other_games(&MessageText::new(Vec::new(), Vec::new(), Lang::En).written("-", ""))
}

pub(crate) fn to_teams(message: &MessageText) -> Option<JudgeAct> {
    let text = announcement_of(message)?;
    let act = match message.answering().cloned() {
        None => Act::Announce { teams: message.addressees(), text, asked: None, corrects: false },
        Some(AnsweredQuestion { team, question, replaces, to_all }) => {
            Act::AnswerQuestion { team, question, replaces, text, to_all }
        }
    };
    Some(act.into())
}

pub(crate) fn message_of(act: &JudgeAct, game: &Game, blank: MessageText) -> Option<MessageText> {
    let with_text_of = |message: MessageText, text: &Announcement| {
        message.written(text.english().unwrap_or_default(), text.japanese().unwrap_or_default())
    };
    match act {
        JudgeAct::InGame(Act::Announce { teams, text, .. }) => {
            Some(with_text_of(blank.with_teams(teams), text))
        }
        JudgeAct::InGame(Act::AnswerQuestion { team, question, replaces, text, to_all }) => {
            let asked = game.question(*team, *question)?;
            let mut answer =
                with_text_of(MessageText::answer(asked, blank.first()), text).with_publicity(*to_all);
            answer.correct(*replaces);
            Some(answer)
        }
        _ => None,
    }
}

pub(crate) fn is_announced_by_others<'a>(event: &Event, own: impl IntoIterator<Item = &'a JudgeAct>) -> bool {
    let Fact::Announced { teams, text, .. } = &event.fact else { return false };
    let own = own.into_iter().filter_map(|act| match act {
        JudgeAct::InGame(Act::Announce { teams, text, .. }) => Some((teams.as_slice(), text)),
        JudgeAct::InGame(Act::AnswerQuestion { to_all: true, text, .. }) => Some(([].as_slice(), text)),
        _ => None,
    });
    own.into_iter().all(|own| own != (teams.as_slice(), text))
}

pub(crate) const fn is_of_kind(wanted: ActKind, act: &JudgeAct) -> bool {
    match act {
        JudgeAct::Replace { .. } => matches!(wanted, ActKind::Replace),
        JudgeAct::InGame(act) => matches!(
            (wanted, act),
            (ActKind::OpenRound, Act::OpenRound { .. })
                | (ActKind::ConfirmAll, Act::ConfirmLots { .. })
                | (ActKind::Resume, Act::Resume)
                | (ActKind::SignalEnd, Act::SignalEnd)
                | (ActKind::EnterJanken, Act::EnterJanken { .. })
                | (ActKind::Declare, Act::DeclareResult)
        ),
    }
}

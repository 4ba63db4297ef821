//! The judge's acts as the console asks for them: one row an act says how grave it is, and what it is called and asked with.

use ishigaki_client::judging::JudgeAct;
use ishigaki_rules::{Act, Announcement, Event, Fact, Game, LotChoice, Phase, RoundRecord, TeamId};
use ishigaki_words::{Lang, Value};

use crate::console::keymap::ActKind;
use crate::console::message::{AnsweredQuestion, MessageText};
use crate::console::state::State;

/// The most characters of what is said to teams in one language.
pub(crate) const LONGEST: usize = Announcement::LONGEST;

/// Weight of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ActWeight {
    /// It can be taken back, or harms nobody: done at once.
    Light,
    /// It cannot be taken back: asked once.
    Final,
    /// It takes something away from teams, or ends everything: asked once, and answered with a key that is
    /// not pressed by accident.
    Grave,
}

/// Console's data of an act: keys of the catalogue, and its weight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) weight: ActWeight,
    /// Its name, with its particulars.
    pub(crate) name: &'static str,
    /// The question for its text, and who can read that; `None` of an act whose text nobody is asked for.
    pub(crate) text: Option<(&'static str, &'static str)>,
    /// Warning of what will happen: said before it is asked whether really.
    pub(crate) warning: &'static str,
}

impl Row {
    const fn light(name: &'static str) -> Self {
        Self { weight: ActWeight::Light, name, text: None, warning: "console-warn-other" }
    }

    const fn asked(weight: ActWeight, name: &'static str, warning: &'static str) -> Self {
        Self { weight, name, text: None, warning }
    }

    const fn with_text(self, question: &'static str, publicity: &'static str) -> Self {
        Self { text: Some((question, publicity)), ..self }
    }

    /// The row of an act, wherever it is done.
    const fn of(act: &Act) -> Self {
        use ActWeight::{Final, Grave};
        const ALL: &str = "console-reason-public";
        const ALL_GRAVE: &str = "console-reason-public-grave";
        match act {
            Act::OpenRound { .. } => Self::light("console-act-open-round"),
            Act::ConfirmLots { lots: LotChoice::One(_), .. } => {
                Self::asked(Final, "console-act-confirm-lot", "console-warn-confirm")
            }
            Act::ConfirmLots { .. } => Self::asked(Final, "console-act-confirm-all", "console-warn-confirm"),
            Act::Pause { .. } => Self::light("console-deed-pause"),
            Act::Resume => Self::light("console-deed-resume"),
            Act::Extend { .. } => Self::light("console-act-extend"),
            Act::VoidRound { .. } => Self::asked(Grave, "console-act-void-round", "console-warn-void-round")
                .with_text("console-ask-reason-void-round", ALL_GRAVE),
            Act::SignalEnd => Self::asked(Grave, "console-deed-signal-end", "console-warn-signal-end"),
            Act::EnterJanken { .. } => {
                Self::asked(Final, "console-act-enter-janken", "console-warn-enter-janken")
            }
            Act::Disqualify { .. } => Self::asked(Grave, "console-act-disqualify", "console-warn-disqualify")
                .with_text("console-ask-reason-disqualify", ALL_GRAVE),
            Act::Reinstate { .. } => {
                Self::light("console-act-reinstate").with_text("console-ask-reason-reinstate", ALL)
            }
            Act::TickStones { carried: true, .. } => Self::light("console-act-tick"),
            Act::TickStones { .. } => Self::light("console-act-untick"),
            Act::DeclareResult => Self::asked(Grave, "console-act-declare", "console-warn-declare"),
            Act::Abandon { .. } => Self::asked(Grave, "console-act-abandon", "console-warn-abandon")
                .with_text("console-ask-reason-abandon", ALL_GRAVE),
            Act::Remark { .. } => {
                Self::light("console-act-remark").with_text("console-ask-remark", "console-remark-public")
            }
            Act::Announce { .. } => Self::light("console-deed-announce"),
            Act::AnswerQuestion { .. } => Self::light("console-act-answer"),
            // They are none of the judge's.
            Act::Tick
            | Act::SubmitBids { .. }
            | Act::SubmitRebid { .. }
            | Act::PlaceStone { .. }
            | Act::TakeOutStone { .. }
            | Act::SubmitWall { .. }
            | Act::CheckStones { .. }
            | Act::AskQuestion { .. }
            | Act::MarkRead { .. }
            | Act::CountWall { .. } => Self::asked(Final, act.name(), "console-warn-other"),
        }
    }
}

impl State {
    /// The teams that the next round needs and that are not connected, as far as the server has told.
    fn unconnected(&self) -> Vec<TeamId> {
        let (Some(game), Some(there)) = (self.game(), &self.presence.teams) else { return Vec::new() };
        let is_connected = |code: &str| there.iter().any(|team| team.team == code && team.connections > 0);
        let missing = |team: &TeamId| {
            game.takes_part(*team) && game.setup().team(*team).is_some_and(|spec| !is_connected(&spec.code))
        };
        game.setup().team_ids().filter(missing).collect()
    }

    /// The row of an act in this game, as it stands.
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
            // Who is not connected cannot bid, but from paper.
            Act::OpenRound { .. } if !self.unconnected().is_empty() => {
                Row::asked(ActWeight::Final, row.name, "console-warn-open-unconnected")
            }
            // Nothing of a practice game counts: to end it takes nothing from anybody.
            Act::Abandon { .. } if self.programme_entry.is_practice() => {
                Row::asked(ActWeight::Final, "console-act-end-practice", "console-warn-abandon-practice")
                    .with_text("console-ask-reason-end-practice", "console-reason-public-grave")
            }
            Act::Abandon { .. } if self.programme_entry.spare().is_some() => {
                Row { warning: "console-warn-abandon-spare", ..row }
            }
            _ => row,
        }
    }

    /// The row of the replacement: more than starting the spare, if the game is not abandoned yet (`G4`).
    fn replacement(&self) -> Row {
        let name = "console-act-replace";
        let is_abandoned = self.game().is_some_and(|game| game.phase() == Phase::Abandoned);
        let warning = match self.programme_entry.spare() {
            None => "console-warn-replace-unknown",
            Some(_) if is_abandoned => "console-warn-spare",
            Some(_) => "console-warn-replace",
        };
        if is_abandoned {
            // All that was grave about it has been done, and why is on record.
            return Row::asked(ActWeight::Final, name, warning);
        }
        Row::asked(ActWeight::Grave, name, warning)
            .with_text("console-ask-reason-replace", "console-reason-public-grave")
    }

    /// The name of an act, with its particulars: `confirm L of round 1`.
    pub(crate) fn name_of(&self, act: &JudgeAct) -> String {
        self.words.say(self.row(act).name, &self.particulars(act))
    }

    /// Returns the sentence that says what will happen.
    pub(crate) fn warning_of(&self, act: &JudgeAct) -> String {
        let mut gaps = self.particulars(act);
        gaps.push(("act", self.name_of(act).into()));
        self.words.say(self.row(act).warning, &gaps)
    }

    /// Returns what the sentences of an act may name, by the fields that acts have.
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

/// The text of an act: its reason, or what a remark says.
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

/// The act with this as its text; as it is, if it has none.
pub(crate) fn with_text(mut act: JudgeAct, text: &str) -> JudgeAct {
    if let Some(own) = text_mut(&mut act) {
        text.clone_into(own);
    }
    act
}

/// The text of an act; empty if it has none.
pub(crate) fn text_of(act: &JudgeAct) -> String {
    text_mut(&mut act.clone()).cloned().unwrap_or_default()
}

/// Returns what a message says; `None` while there is nothing that could be said.
fn said(message: &MessageText) -> Option<Announcement> {
    let text = |lang| message.text(lang).text();
    Announcement::new(&text(Lang::En), &text(Lang::Ja)).ok()
}

/// The act that says this to all teams of other games.
pub(crate) fn to_other_games(message: &MessageText) -> Option<JudgeAct> {
    Some(Act::Announce { teams: Vec::new(), text: said(message)?, asked: None, corrects: false }.into())
}

/// An act that says something to all teams: it is only tried out.
pub(crate) fn something_said() -> Option<JudgeAct> {
    to_other_games(&MessageText::new(Vec::new(), Vec::new(), Lang::En).written("-", ""))
}

/// The act that says this to teams; `None` while there is nothing that could be said.
pub(crate) fn to_teams(message: &MessageText) -> Option<JudgeAct> {
    let text = said(message)?;
    let act = match message.answering().cloned() {
        None => Act::Announce { teams: message.addressees(), text, asked: None, corrects: false },
        Some(AnsweredQuestion { team, question, replaces, to_all }) => {
            Act::AnswerQuestion { team, question, replaces, text, to_all }
        }
    };
    Some(act.into())
}

/// The message that an act says to teams, as it was written; `None` of any other act. `blank` is an announcement without a
/// text.
pub(crate) fn message_of(act: &JudgeAct, game: &Game, blank: MessageText) -> Option<MessageText> {
    let written = |message: MessageText, text: &Announcement| {
        message.written(text.english().unwrap_or_default(), text.japanese().unwrap_or_default())
    };
    match act {
        JudgeAct::InGame(Act::Announce { teams, text, .. }) => Some(written(blank.for_teams(teams), text)),
        JudgeAct::InGame(Act::AnswerQuestion { team, question, replaces, text, to_all }) => {
            let asked = game.question(*team, *question)?;
            let mut answer = written(MessageText::answer(asked, blank.first()), text).for_all(*to_all);
            answer.correct(*replaces);
            Some(answer)
        }
        _ => None,
    }
}

/// Returns whether an event says something to teams, and came of none of these acts.
pub(crate) fn is_said_by_others<'a>(event: &Event, own: impl IntoIterator<Item = &'a JudgeAct>) -> bool {
    let Fact::Announced { teams, text, .. } = &event.fact else { return false };
    let own = own.into_iter().filter_map(|act| match act {
        JudgeAct::InGame(Act::Announce { teams, text, .. }) => Some((teams.as_slice(), text)),
        JudgeAct::InGame(Act::AnswerQuestion { to_all: true, text, .. }) => Some(([].as_slice(), text)),
        _ => None,
    });
    own.into_iter().all(|own| own != (teams.as_slice(), text))
}

/// Returns whether an act does what a game waits for: a remark or an announcement does not.
pub(crate) const fn is_done_by(wanted: ActKind, act: &JudgeAct) -> bool {
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

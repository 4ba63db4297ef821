//! Log of the automatic judge, as sentences or JSON, one line per entry.

use std::time::Duration;

use ishigaki_client::spelling::phase_name;
use ishigaki_command::Output;
use ishigaki_rules::{Act, Event, Game, Millis, Phase, RoundNo, Setup, TeamId};
use ishigaki_words::columns::clean;
use ishigaki_words::{Value, Words};
use jiff::Zoned;
use serde_json::{Map, json};

use super::plan::{ActTiming, AttendanceRule};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Notification {
    TakenUp {
        phase: Phase,
    },
    AwaitsStart,
    AwaitsServer,
    AwaitsStage,
    AwaitsTeams {
        setup: Box<Setup>,
        missing: Vec<TeamId>,
    },
    OpensWithout {
        round: RoundNo,
        setup: Box<Setup>,
        missing: Vec<TeamId>,
    },
    Next {
        phase: Phase,
        left: Duration,
    },
    Did {
        act: Act,
        countdown: Millis,
    },
    Paused {
        game: Box<Game>,
        event: Event,
    },
    Resumed,
    TakenOver {
        game: Box<Game>,
        event: Event,
    },
    HandedBack,
    Janken {
        setup: Box<Setup>,
        teams: Vec<TeamId>,
    },
    Lost,
    Stopped,
    Back,
    Stands,
    /// The result is about to be declared, after which these questions can't be answered.
    QuestionsWait {
        waiting: usize,
    },
    Declared,
    Abandoned {
        reason: String,
        spare: Option<Spare>,
    },
    ResultOpen,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spare {
    pub(super) game: String,
    pub(super) has_started: bool,
}

/// Prints notifications.
#[derive(Debug)]
pub struct Narrator<'a> {
    words: &'a Words,
    out: &'a mut Output,
}

impl<'a> Narrator<'a> {
    /// Prints in this language to this output.
    pub fn new(words: &'a Words, out: &'a mut Output) -> Self {
        Self { words, out }
    }

    pub(super) fn report_plan(&mut self, plan: &ActTiming) -> anyhow::Result<()> {
        if self.out.is_json() {
            let millis = |span: Duration| span.as_millis();
            return Ok(self.out.object(&json!({
                "type": "plan", "every_ms": plan.every.map(millis), "pause_ms": millis(plan.pause),
                "confirm_ms": millis(plan.confirm), "end_ms": millis(plan.end),
                "teams": attendance(plan.attendance), "declares": plan.declares,
            }))?);
        }
        let words = self.words;
        let span = |name, span: Duration| (name, words.duration(millis(span)).into());
        let pause = span("pause", plan.pause);
        let rounds = match plan.every {
            Some(every) => words.say("auto-plan-every", &[span("every", every), pause]),
            None => words.say("auto-plan-pause", &[pause]),
        };
        self.line(&rounds)?;
        self.line(&words.label(match plan.attendance {
            AttendanceRule::First => "auto-plan-first",
            AttendanceRule::Every => "auto-plan-each",
            AttendanceRule::No => "auto-plan-nobody",
        }))?;
        self.line(&words.say("auto-plan-ends", &[span("confirm", plan.confirm), span("end", plan.end)]))?;
        if !plan.keeps_building_time() {
            self.line(&words.label("auto-plan-unusual"))?;
        }
        self.line(&words.label(if plan.declares { "auto-plan-declares" } else { "auto-plan-leaves" }))?;
        self.line(&words.label("auto-plan-hand"))
    }

    pub(super) fn report(&mut self, game: &str, notification: &Notification) -> anyhow::Result<()> {
        if self.out.is_json() {
            return Ok(self.out.object(&object(game, notification, &self.sentence(notification)))?);
        }
        let gaps = [("game", game.into()), ("what", Value::from(self.sentence(notification)))];
        self.line(&self.words.say("auto-line", &gaps))
    }

    pub(super) fn report_failure(&mut self, game: &str, error: &anyhow::Error) -> anyhow::Result<()> {
        let why = clean(&format!("{error:#}")).into_owned();
        let text = self.words.say("auto-left", &[("why", why.into())]);
        if self.out.is_json() {
            return Ok(self
                .out
                .object(&json!({ "type": "auto", "game": game, "event": "left", "text": text }))?);
        }
        let gaps = [("game", game.into()), ("what", text.into())];
        self.line(&self.words.say("auto-line", &gaps))
    }

    pub(super) fn report_stop(&mut self) -> anyhow::Result<()> {
        let text = self.words.label("auto-stopped");
        if self.out.is_json() {
            return Ok(self.out.object(&json!({ "type": "stopped", "text": text }))?);
        }
        self.line(&text)
    }

    /// Begins with the local time of day, because readers ask when something was done.
    fn line(&mut self, text: &str) -> anyhow::Result<()> {
        Ok(self.out.text(&with_time_of_day(&Zoned::now(), text))?)
    }

    fn sentence(&self, notification: &Notification) -> String {
        let words = self.words;
        match notification {
            Notification::TakenUp { phase } => {
                words.say("auto-taken-up", &[("phase", words.phase(*phase).into())])
            }
            Notification::AwaitsStart => words.label("auto-awaits-start"),
            Notification::AwaitsServer => words.label("auto-awaits-server"),
            Notification::AwaitsStage => words.label("auto-awaits-stage"),
            Notification::AwaitsTeams { setup, missing } => {
                words.say("auto-awaits-teams", &[self.teams(setup, missing)])
            }
            Notification::OpensWithout { round, setup, missing } => {
                words.say("auto-opens-without", &[("round", (*round).into()), self.teams(setup, missing)])
            }
            Notification::Next { phase, left } => {
                let gaps = |more: Option<(&'static str, Value)>| -> Vec<(&'static str, Value)> {
                    more.into_iter()
                        .chain([("left", words.duration(round_up_to_seconds(*left)).into())])
                        .collect()
                };
                match phase {
                    Phase::Ready { next } => {
                        words.say("auto-next-round", &gaps(Some(("round", (*next).into()))))
                    }
                    Phase::Confirming => words.say("auto-next-confirm", &gaps(None)),
                    _ => words.say("auto-next-end", &gaps(None)),
                }
            }
            Notification::Did { act, countdown } => self.act_text(act, *countdown),
            Notification::Paused { game, event } => {
                words.say("auto-paused", &[("what", words.event(game, event).into())])
            }
            Notification::Resumed => words.label("auto-resumed"),
            Notification::TakenOver { game, event } => {
                words.say("auto-taken-over", &[("what", words.event(game, event).into())])
            }
            Notification::HandedBack => words.label("auto-handed-back"),
            Notification::Janken { setup, teams } => words.say("auto-janken", &[self.teams(setup, teams)]),
            Notification::Lost => words.label("auto-lost"),
            Notification::Stopped => words.label("auto-not-served"),
            Notification::Back => words.label("auto-back"),
            Notification::Stands => words.label("auto-stands"),
            Notification::QuestionsWait { waiting } => {
                words.say("auto-questions-wait", &[("waiting", (*waiting).into())])
            }
            Notification::Declared => words.label("auto-is-declared"),
            Notification::Abandoned { reason, spare } => {
                let abandoned = words.say("auto-is-abandoned", &[("reason", reason.as_str().into())]);
                let spare = spare.as_ref().map(|spare| {
                    let key = if spare.has_started { "auto-spare-is-played" } else { "auto-spare-waits" };
                    words.say(key, &[("game", spare.game.as_str().into())])
                });
                [Some(abandoned), spare].into_iter().flatten().collect::<Vec<_>>().join(" ")
            }
            Notification::ResultOpen => words.label("auto-result-open"),
        }
    }

    fn teams(&self, setup: &Setup, teams: &[TeamId]) -> (&'static str, Value) {
        ("teams", self.words.teams(setup, teams.iter().copied()).into())
    }

    fn act_text(&self, act: &Act, countdown: Millis) -> String {
        let words = self.words;
        match act {
            Act::OpenRound { round } => words.say("auto-opened", &[("round", (*round).into())]),
            Act::ConfirmLots { round, .. } => words.say("auto-confirmed", &[("round", (*round).into())]),
            Act::SignalEnd => words.say("auto-signalled", &[("left", words.duration(countdown).into())]),
            _ => words.label("auto-declared"),
        }
    }
}

fn with_time_of_day(now: &Zoned, text: &str) -> String {
    format!("{} {text}", now.strftime("%H:%M:%S"))
}

/// Keys may be added, never renamed or removed.
fn object(game: &str, notification: &Notification, text: &str) -> serde_json::Value {
    let mut object = Map::new();
    let mut put = |key: &str, value| {
        object.insert(key.into(), value);
    };
    put("type", json!("auto"));
    put("game", json!(game));
    put("event", json!(name(notification)));
    match notification {
        Notification::TakenUp { phase } => put("phase", json!(phase_name(*phase))),
        Notification::AwaitsTeams { setup, missing: teams } | Notification::Janken { setup, teams } => {
            let code = |team: &TeamId| setup.team(*team).map(|spec| spec.code.clone());
            put("teams", json!(teams.iter().filter_map(code).collect::<Vec<_>>()));
        }
        Notification::OpensWithout { round, setup, missing } => {
            let code = |team: &TeamId| setup.team(*team).map(|spec| spec.code.clone());
            put("round", json!(round.0));
            put("teams", json!(missing.iter().filter_map(code).collect::<Vec<_>>()));
        }
        Notification::Next { phase, left } => {
            put("phase", json!(phase_name(*phase)));
            put("in_ms", json!(left.as_millis()));
            if let Phase::Ready { next } = phase {
                put("round", json!(next.0));
            }
        }
        Notification::Abandoned { reason, spare } => {
            put("reason", json!(reason));
            if let Some(spare) = spare {
                put("spare", json!(spare.game));
            }
        }
        Notification::QuestionsWait { waiting } => put("waiting", json!(waiting)),
        Notification::Did { act: Act::OpenRound { round } | Act::ConfirmLots { round, .. }, .. } => {
            put("round", json!(round.0));
        }
        Notification::Paused { event, .. } | Notification::TakenOver { event, .. } => {
            put("at_ms", json!(event.at.0));
            put("act", json!(event.fact.name()));
        }
        _ => {}
    }
    put("text", json!(text));
    object.into()
}

fn name(notification: &Notification) -> &'static str {
    match notification {
        Notification::TakenUp { .. } => "taken_up",
        Notification::AwaitsStart => "awaits_start",
        Notification::AwaitsServer => "awaits_server",
        Notification::AwaitsStage => "awaits_stage",
        Notification::AwaitsTeams { .. } => "awaits_teams",
        Notification::OpensWithout { .. } => "opens_without",
        Notification::Next { .. } => "next",
        Notification::Did { act: Act::OpenRound { .. }, .. } => "opened_round",
        Notification::Did { act: Act::ConfirmLots { .. }, .. } => "confirmed_round",
        Notification::Did { act: Act::SignalEnd, .. } => "signalled_end",
        Notification::Did { .. } => "declared_result",
        Notification::Paused { .. } => "paused",
        Notification::Resumed => "resumed",
        Notification::TakenOver { .. } => "taken_over",
        Notification::HandedBack => "handed_back",
        Notification::Janken { .. } => "janken",
        Notification::Lost => "lost",
        Notification::Stopped => "stopped",
        Notification::Back => "back",
        Notification::Stands => "stands",
        Notification::QuestionsWait { .. } => "questions_wait",
        Notification::Declared => "declared",
        Notification::Abandoned { .. } => "abandoned",
        Notification::ResultOpen => "result_open",
    }
}

fn attendance(attendance: AttendanceRule) -> &'static str {
    match attendance {
        AttendanceRule::First => "first",
        AttendanceRule::Every => "every",
        AttendanceRule::No => "no",
    }
}

fn millis(span: Duration) -> Millis {
    Millis(u64::try_from(span.as_millis()).unwrap_or(u64::MAX))
}

fn round_up_to_seconds(span: Duration) -> Millis {
    Millis(millis(span).0.div_ceil(1_000) * 1_000)
}

#[cfg(test)]
mod tests {
    use ishigaki_words::Lang;

    use super::*;

    #[test]
    fn line_begins_with_local_time_of_day() {
        let moment: Zoned = "2026-11-03T09:05:07.8+09:00[+09:00]".parse().unwrap();
        assert_eq!(with_time_of_day(&moment, "heat-1: round 2 opened"), "09:05:07 heat-1: round 2 opened");
    }

    #[test]
    fn unanswered_questions_are_reported_with_their_count() {
        let notification = Notification::QuestionsWait { waiting: 3 };
        let object = object("g", &notification, "said");
        assert_eq!((&object["event"], &object["waiting"]), (&json!("questions_wait"), &json!(3)));
        for (lang, waiting, expected) in [
            (Lang::En, 3, "3 questions are unanswered. They can't be answered after the result is declared."),
            (Lang::En, 1, "1 question is unanswered. They can't be answered after the result is declared."),
            (Lang::Ja, 3, "3件の質問が回答待ちです。結果を確定すると回答できなくなります。"),
        ] {
            let (words, mut out) = (Words::new(lang), Output::new(true));
            assert_eq!(
                Narrator::new(&words, &mut out).sentence(&Notification::QuestionsWait { waiting }),
                expected
            );
        }
    }
}

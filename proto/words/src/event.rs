//! Facts as sentences. They never contain sealed contents, even if the fact does (`A4`).

use std::collections::BTreeSet;

use ishigaki_rules::auction::TeamList;
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{
    Actor, Announcement, Answer, AskedQuestion, Event, Fact, Game, GameTime, Setup, StoneId, TeamId,
    WallCount,
};

use crate::{Lang, Value, Words, countdown};

const STANDING_REASONS: [&str; 2] = ["console-reason-pause", "console-reason-extend"];

/// Reason that a server records when its clock stays stopped after an outage until the judge resumes (`T`).
/// Readers see the catalogue's sentence in its place.
pub const OUTAGE: &str = "the server was down; the judge resumes (T)";

const EVENT_REASONS: [&str; 3] =
    ["event-game-is-replaced", "event-game-is-overruled", "event-game-of-abandoned"];

type Gaps = Vec<(&'static str, Value)>;

impl Words {
    /// Returns a fact in one or a few sentences with their rules. Spans count from the event. `game` is the
    /// state after it or at any later time.
    ///
    /// Submissions all read the same: no price, line or revision (`A4`).
    pub fn event(&self, game: &Game, event: &Event) -> String {
        let Event { at, by, fact } = event;
        let setup = game.setup();
        let (key, rule) = match fact {
            Fact::GameAbandoned { .. } if self.is_practice() => ("event-practice-ended", "G4"),
            Fact::Paused { reason } | Fact::WindowExtended { reason, .. } if is_standing(reason) => {
                standing_heading(fact, *by)
            }
            _ => heading(fact),
        };
        let extension = match fact {
            Fact::WindowExtended { closes_at, .. } => game.extension(*at, *closes_at),
            _ => None,
        };
        let key = match (key, extension) {
            ("event-window-extended", Some(_)) => "event-window-extended-so-much",
            ("event-window-extended-by-organiser", Some(_)) => "event-window-extended-so-much-by-organiser",
            ("event-window-extended-by-judge", Some(_)) => "event-window-extended-so-much-by-judge",
            _ => key,
        };
        let mut gaps = match fact {
            Fact::Paused { reason } if *by == Actor::Clock && reason == OUTAGE => {
                vec![("reason", self.label("event-reason-outage").into())]
            }
            _ => self.gaps(setup, *at, fact),
        };
        gaps.push(("rule", rule.into()));
        if let Some(extension) = extension {
            gaps.retain(|(name, _)| *name != "window");
            gaps.push(("window", countdown(extension.left).into()));
            gaps.push(("given", countdown(extension.given).into()));
        }
        let sentence = self.say(key, &gaps);
        let mut sentences =
            vec![if is_correction(game, event) { self.correction(&sentence) } else { sentence }];
        sentences.extend(self.consequences(game, *at, fact));
        if *by == Actor::Organiser {
            sentences.extend(organisers_part(fact).map(|key| self.label(key)));
        }
        self.together(&sentences)
    }

    /// Returns the same for teams and spectators while the ranking is covered: after the end of the game it
    /// omits the figures of a count and the order of a janken.
    pub fn covered_event(&self, game: &Game, event: &Event) -> String {
        let key = match event.fact {
            Fact::WallCounted { count: Some(_), .. } if game.phase().is_ranked() => {
                "event-wall-counted-covered"
            }
            Fact::JankenEntered { .. } if game.phase().is_ranked() => "event-janken-covered",
            _ => return self.event(game, event),
        };
        let mut gaps = self.gaps(game.setup(), event.at, &event.fact);
        gaps.push(("rule", "E2".into()));
        self.say(key, &gaps)
    }

    /// Returns a question for its team: number, text and status.
    pub fn own_question(&self, game: &Game, question: &AskedQuestion) -> String {
        let key = match (question.answer(), question.answers.len() > 1) {
            (None, _) if game.awaits_answer(question) => "cli-question-waits",
            (None, _) => "cli-question-unanswered",
            (Some(Answer { to_all: true, .. }), false) => "cli-question-answered-to-all",
            (Some(_), false) => "cli-question-answered",
            (Some(Answer { to_all: true, .. }), true) => "cli-question-corrected-to-all",
            (Some(_), true) => "cli-question-corrected",
        };
        self.say(key, &[("question", question.number.0.into()), ("text", question.text.text().into())])
    }

    /// Returns an act of the judge that stays in effect: like [`Words::event`], but without spans counted
    /// from the event, which would soon be wrong.
    pub fn holding(&self, game: &Game, event: &Event) -> String {
        let Fact::WindowExtended { reason, .. } = &event.fact else {
            return self.event(game, event);
        };
        let key = match event.by {
            _ if !is_standing(reason) => "event-more-time",
            Actor::Organiser => "event-more-time-by-organiser",
            _ => "event-more-time-by-judge",
        };
        self.say(key, &[("reason", reason.as_str().into()), ("rule", "T".into())])
    }

    fn gaps(&self, setup: &Setup, at: GameTime, fact: &Fact) -> Gaps {
        let team = |team: &TeamId| ("team", self.team(setup, *team).into());
        let window = |closes_at: &GameTime| ("window", countdown(closes_at.since(at)).into());
        let reason = |reason: &String| ("reason", reason.as_str().into());
        let several = |stones: &[StoneId]| ("stones", self.stones(setup, stones.iter().copied()).into());
        match fact {
            Fact::RoundOpened { round, attempt, closes_at } => {
                vec![("round", (*round).into()), ("attempt", (*attempt).into()), window(closes_at)]
            }
            // Sealed contents aren't read at all.
            Fact::BidsSealed { team: whose, sealed: _ } | Fact::RebidSealed { team: whose, sealed: _ } => {
                vec![team(whose)]
            }
            Fact::ListsOpened { lists, .. } => vec![
                ("teams", lists.iter().filter(|list| !list.bids.is_empty()).count().into()),
                ("lines", lists.iter().map(|list| list.bids.len()).sum::<usize>().into()),
            ],
            Fact::RebidsOpened { wave, raises, .. } => vec![
                ("wave", (*wave).into()),
                ("raises", raises.iter().map(|team| team.raises.len()).sum::<usize>().into()),
            ],
            Fact::LotsConfirmed { lots } => {
                vec![("lots", self.lots(setup, lots.iter().copied()).into())]
            }
            Fact::RoundFinalised { round } => vec![("round", (*round).into())],
            Fact::StonePlaced { team: whose, stone, spot } => {
                [vec![team(whose), ("stone", self.stone(setup, *stone).into())], spot_gaps(*spot)].concat()
            }
            Fact::StoneTakenOut { team: whose, stone } => {
                vec![team(whose), ("stone", self.stone(setup, *stone).into())]
            }
            Fact::WallReplaced { team: whose, laid, by_hand } => [team(whose), ("stones", laid.len().into())]
                .into_iter()
                .chain(by_hand.iter().map(reason))
                .collect(),
            Fact::WallCounted { team: whose, count, reason: why } => {
                [vec![team(whose), reason(why)], count.map(count_gaps).unwrap_or_default()].concat()
            }
            Fact::StonesTicked { stones, .. } => vec![several(stones)],
            Fact::StonesChecked { team: whose, stones } => vec![team(whose), several(stones)],
            Fact::Remarked { .. }
            | Fact::Announced { .. }
            | Fact::QuestionAsked { .. }
            | Fact::QuestionAnswered { .. }
            | Fact::MessagesRead { .. }
            | Fact::NoteSealed => self.message_gaps(setup, fact),
            Fact::EndSignalled { ends_at } => {
                vec![("window", self.duration(ends_at.since(at)).into())]
            }
            Fact::GameEnded | Fact::ResultDeclared | Fact::Resumed { closes_at: None } => Vec::new(),
            Fact::JankenEntered { order } => {
                vec![("order", self.teams(setup, order.iter().copied()).into())]
            }
            Fact::TeamDisqualified { team: whose, reason: why }
            | Fact::TeamReinstated { team: whose, reason: why } => vec![team(whose), reason(why)],
            Fact::Resumed { closes_at: Some(closes_at) } => vec![window(closes_at)],
            Fact::WindowExtended { closes_at, reason: why } => vec![window(closes_at), reason(why)],
            Fact::RoundVoided { round, attempt, reason: why } => {
                vec![("round", (*round).into()), ("attempt", (*attempt).into()), reason(why)]
            }
            Fact::Paused { reason: why } | Fact::GameAbandoned { reason: why } => self.event_reason(why),
        }
    }

    /// Returns the reason of a pause or an abandonment: a reason from a fixed list in this language, any
    /// other as typed.
    fn event_reason(&self, reason: &str) -> Gaps {
        let english = Self::new(Lang::En);
        let given = |key: &&str| {
            let text = english.say(key, &[("event", "§".into())]);
            let (before, after) = text.split_once('§')?;
            let event = reason.strip_prefix(before)?.strip_suffix(after)?;
            Some(self.say(key, &[("event", event.into())]))
        };
        let sentence = EVENT_REASONS.iter().find_map(given).unwrap_or_else(|| reason.to_owned());
        vec![("reason", sentence.into())]
    }

    fn message_gaps(&self, setup: &Setup, fact: &Fact) -> Gaps {
        let team = |team: &TeamId| ("team", self.team(setup, *team).into());
        match fact {
            Fact::Remarked { text } => vec![("text", text.as_str().into())],
            Fact::Announced { teams, text, asked: quote, .. } => [
                ("teams", self.teams(setup, teams.iter().copied()).into()),
                ("text", self.announcement(text).into()),
            ]
            .into_iter()
            .chain(quote.iter().map(|quote| ("asked", quote.text().into())))
            .collect(),
            Fact::QuestionAsked { team: whose, question, text } => {
                vec![team(whose), ("question", question.0.into()), ("text", text.text().into())]
            }
            Fact::QuestionAnswered { team: whose, question, text, .. } => {
                vec![team(whose), ("question", question.0.into()), ("text", self.announcement(text).into())]
            }
            Fact::MessagesRead { team: whose, through } => vec![team(whose), ("through", through.0.into())],
            _ => Vec::new(),
        }
    }

    /// Marks a text as the correction of an earlier one.
    pub fn correction(&self, text: &str) -> String {
        self.say("message-correction", &[("told", text.into())])
    }

    /// Returns the text of an announcement in the reader's language, or else in the other.
    pub fn announcement<'a>(&self, text: &'a Announcement) -> &'a str {
        let (own, other) = match self.lang() {
            Lang::En => (text.english(), text.japanese()),
            Lang::Ja => (text.japanese(), text.english()),
        };
        own.or(other).unwrap_or_default()
    }

    fn consequences(&self, game: &Game, at: GameTime, fact: &Fact) -> Vec<String> {
        let mut sentences = Vec::new();
        if let Fact::ListsOpened { lists, .. } = fact {
            sentences.extend(self.without_bid(game, at, lists));
        }
        let call = match fact {
            Fact::ListsOpened { rebid_closes_at, .. } => {
                rebid_closes_at.map(|at| ("event-rebid-called", "A7", at))
            }
            Fact::RebidsOpened { rebid_closes_at, .. } => {
                rebid_closes_at.map(|at| ("event-rebid-called-again", "A9", at))
            }
            _ => None,
        };
        if let Some((key, rule, closes_at)) = call {
            let window = countdown(closes_at.since(at));
            sentences.push(self.say(key, &[("window", window.into()), ("rule", rule.into())]));
        }
        sentences
    }

    fn without_bid(&self, game: &Game, at: GameTime, lists: &[TeamList]) -> Option<String> {
        let setup = game.setup();
        let record = game.rounds().iter().find(|record| record.opened_at == Some(at));
        let absent = record.map(|record| record.absent.as_slice()).unwrap_or_default();
        let with: BTreeSet<TeamId> =
            lists.iter().filter(|list| !list.bids.is_empty()).map(|list| list.team).collect();
        let declined = |team: &TeamId| !with.contains(team) && !absent.contains(team);
        let without: Vec<TeamId> = setup.team_ids().filter(declined).collect();
        let teams = (!with.is_empty() && !without.is_empty()).then(|| self.teams(setup, without))?;
        Some(self.say("event-lists-opened-without", &[("teams", teams.into())]))
    }
}

fn is_correction(game: &Game, event: &Event) -> bool {
    match &event.fact {
        Fact::Announced { corrects, .. } => *corrects,
        Fact::QuestionAnswered { team, question, text, .. } => {
            let given = game.question(*team, *question).map(|posed| posed.answers.as_slice());
            let is_it = |answer: &Answer| (answer.at, &answer.text) == (event.at, text);
            given.is_some_and(|given| given.iter().position(is_it).unwrap_or(given.len()) > 0)
        }
        _ => false,
    }
}

/// Returns the position of a stone on the wall, counted from 1.
fn spot_gaps(spot: Spot) -> Gaps {
    vec![
        ("row", spot.at.row.saturating_add(1).to_string().into()),
        ("col", spot.at.col.saturating_add(1).to_string().into()),
        ("quarters", spot.turn.quarters().into()),
    ]
}

/// Returns the figures of a manual count of a wall (`E2`).
fn count_gaps(count: WallCount) -> Gaps {
    vec![("empty", count.empty.into()), ("top_gaps", count.top_gaps.into()), ("used", count.used.into())]
}

fn is_standing(reason: &str) -> bool {
    let is_given = |key: &str| Lang::ALL.iter().any(|&lang| Words::new(lang).label(key) == reason);
    STANDING_REASONS.iter().any(|key| is_given(key))
}

fn standing_heading(fact: &Fact, by: Actor) -> (&'static str, &'static str) {
    let key = match (fact, by) {
        (Fact::Paused { .. }, Actor::Organiser) => "event-paused-by-organiser",
        (Fact::Paused { .. }, _) => "event-paused-by-judge",
        (_, Actor::Organiser) => "event-window-extended-by-organiser",
        (..) => "event-window-extended-by-judge",
    };
    (key, "T")
}

fn organisers_part(fact: &Fact) -> Option<&'static str> {
    match fact {
        Fact::WallReplaced { by_hand: Some(_), .. } => None,
        Fact::Paused { reason } | Fact::WindowExtended { reason, .. } if is_standing(reason) => None,
        Fact::BidsSealed { .. } | Fact::RebidSealed { .. } | Fact::WallCounted { .. } => {
            Some("event-entered-by-organiser")
        }
        _ => Some("event-by-organiser"),
    }
}

fn heading(fact: &Fact) -> (&'static str, &'static str) {
    match fact {
        Fact::RoundOpened { attempt: ..=1, .. } => ("event-round-opened", "A1"),
        Fact::RoundOpened { .. } => ("event-round-opened-again", "G5"),
        Fact::BidsSealed { .. } => ("event-bids-sealed", "A2"),
        Fact::ListsOpened { .. } => ("event-lists-opened", "A5"),
        Fact::RebidSealed { .. } => ("event-rebid-sealed", "A7"),
        Fact::RebidsOpened { .. } => ("event-rebids-opened", "A8"),
        Fact::LotsConfirmed { lots } if lots.is_empty() => ("event-nothing-confirmed", "A10"),
        Fact::LotsConfirmed { .. } => ("event-lots-confirmed", "A10"),
        Fact::RoundFinalised { .. } => ("event-round-finalised", "A10"),
        Fact::StonePlaced { .. } => ("event-stone-placed", "W4"),
        Fact::StoneTakenOut { .. } => ("event-stone-taken-out", "W4"),
        Fact::WallReplaced { by_hand: Some(_), .. } => ("event-wall-replaced-by-hand", "G6"),
        Fact::WallReplaced { .. } => ("event-wall-replaced", "W5"),
        Fact::WallCounted { count: Some(_), .. } => ("event-wall-counted", "E2"),
        Fact::WallCounted { count: None, .. } => ("event-wall-counted-no-more", "E2"),
        Fact::StonesTicked { carried: true, .. } => ("event-stones-carried", "W4"),
        Fact::StonesTicked { carried: false, .. } => ("event-stones-not-carried", "W4"),
        Fact::StonesChecked { .. } => ("event-stones-checked", "W4"),
        Fact::Remarked { .. } => ("event-remarked", "T"),
        Fact::Announced { teams, asked: Some(_), .. } if teams.is_empty() => ("shared-announced-answer", "T"),
        Fact::Announced { asked: Some(_), .. } => ("event-announced-answer-to", "T"),
        Fact::Announced { teams, .. } if teams.is_empty() => ("event-announced", "T"),
        Fact::Announced { .. } => ("event-announced-to", "T"),
        Fact::QuestionAsked { .. } => ("event-question-asked", "T"),
        Fact::QuestionAnswered { to_all: true, .. } => ("event-question-answered-to-all", "T"),
        Fact::QuestionAnswered { .. } => ("event-question-answered", "T"),
        Fact::MessagesRead { .. } => ("event-messages-read", "T"),
        Fact::NoteSealed => ("event-note-sealed", "T"),
        Fact::EndSignalled { .. } => ("event-end-signalled", "E1"),
        Fact::GameEnded => ("event-game-ended", "W6"),
        Fact::JankenEntered { .. } => ("event-janken-entered", "E2"),
        Fact::TeamDisqualified { .. } => ("event-team-disqualified", "E3"),
        Fact::TeamReinstated { .. } => ("event-team-reinstated", "E3"),
        Fact::ResultDeclared => ("event-result-declared", "E4"),
        Fact::Paused { .. } => ("event-paused", "T"),
        Fact::Resumed { closes_at: Some(_) } => ("event-resumed-window", "T"),
        Fact::Resumed { closes_at: None } => ("event-resumed", "T"),
        Fact::WindowExtended { .. } => ("event-window-extended", "T"),
        Fact::RoundVoided { .. } => ("event-round-voided", "G5"),
        Fact::GameAbandoned { .. } => ("event-game-abandoned", "G4"),
    }
}

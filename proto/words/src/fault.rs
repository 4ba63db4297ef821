//! Rejections of calls in words. Uses the reasons and figures of the schema. It needs no game, because faults
//! have the codes that people use.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ishigaki_proto::fault::{ErrorReason, Fault, Violation, reason_name};
use ishigaki_rules::{GameTime, Millis, Tsuyama};

use crate::{Value, Words};

type Metadata = BTreeMap<String, String>;

impl Words {
    /// Returns why a call was rejected, with figures and rule: `bids total 1,240 TSUYAMA; the team holds
    /// 1,000 (A2)`. Several faults are on separate lines.
    ///
    /// The text may contain the rejected list, because it is for its sender (`A4`).
    pub fn fault(&self, fault: &Fault) -> String {
        let mut text = self.refusal(fault.reason, fault.rule.as_deref(), &fault.metadata);
        // With a single violation, the fault itself has its reason and figures.
        if fault.violations.len() > 1 {
            for violation in &fault.violations {
                text.push('\n');
                text.push_str(&self.say("fault-item", &[("what", self.violation(violation).into())]));
            }
        }
        text
    }

    /// Returns the line of a rejection with its reason.
    pub fn refused(&self, why: &str) -> String {
        self.label("cli-refused") + why
    }

    /// Returns why a game isn't served any more, short enough for the head of a screen; [`Words::fault`] has
    /// the sentence.
    pub fn standstill(&self, reason: ErrorReason) -> String {
        self.label(match reason {
            ErrorReason::JournalFailed => "contact-journal-failed",
            ErrorReason::GameElsewhere => "contact-unserved",
            _ => "contact-stopped",
        })
    }

    /// Returns one violation of a list, a re-bid or a wall, with the figures and the rule.
    pub fn violation(&self, violation: &Violation) -> String {
        self.refusal(violation.reason, violation.rule.as_deref(), &violation.metadata)
    }

    pub(crate) fn with_rule(&self, what: String, rule: &str) -> String {
        self.say("shared-alone", &[("what", what.into()), ("rule", rule.into())])
    }

    fn refusal(&self, reason: ErrorReason, rule: Option<&str>, metadata: &Metadata) -> String {
        let figures = self.figures(reason, metadata);
        let why = family(reason).zip(metadata.get("why"));
        let why = why.map(|(family, why)| format!("{family}-{}", kebab(why)));
        let of_reason = why.and_then(|key| self.catalogue().say_if_known(&key, &figures));
        let mut text = of_reason.unwrap_or_else(|| self.say(&key(reason, metadata), &figures));
        if let Some(stones) = metadata.get("stones").filter(|_| is_of_wall(reason)) {
            text = self.with_stones(text, stones.split_whitespace().map(str::to_owned));
        }
        if let Some(line) = metadata.get("line").filter(|_| !names_line(reason)) {
            text = self.say("fault-in-line", &[("line", number(line)), ("what", text.into())]);
        }
        match rule.filter(|rule| !rule.is_empty()) {
            Some(rule) => self.with_rule(text, rule),
            None => text,
        }
    }

    /// Returns the figures as arguments of a sentence, by the schema's keys. Figures of a newer schema are
    /// unchanged.
    fn figures<'a>(&self, reason: ErrorReason, metadata: &'a Metadata) -> Vec<(&'a str, Value)> {
        let figure = |(key, value): (&'a String, &String)| {
            let shown = match key.as_str() {
                "price" | "min_price" | "total" | "held" | "budget" | "tied_at" | "most" => amount(value),
                "line" | "lines" | "copies" | "faults" | "max_bids" | "round" | "wave" | "named"
                | "current" | "counted" | "least" | "burst" | "per_second" | "bytes" | "seats"
                | "present" | "fewest" | "digits" | "lotteries" | "results" | "open" | "entry" => {
                    number(value)
                }
                "player" | "winner" | "loser" => self.roster_line(value).into(),
                "team" if is_of_roster(reason) => self.roster_line(value).into(),
                "stage" => self.stage_named(value, metadata).into(),
                "figure" => self.named("count", value, &[]).into(),
                "games" | "events" | "stones" | "squares" | "turns" => {
                    self.list(value.split_whitespace().map(str::to_owned)).into()
                }
                "groups" => self.groups(value).into(),
                "phase" => {
                    let counted = |gap| (gap, number(metadata.get(gap).map_or("0", String::as_str)));
                    let is_ended = self.is_practice() && value == "ABANDONED";
                    let name = if is_ended { "PRACTICE_ENDED" } else { value };
                    self.named("phase", name, &["round", "wave"].map(counted)).into()
                }
                "needs" => self.roles(value).into(),
                "of" => self.named("crowd", value, &[]).into(),
                _ => value.as_str().into(),
            };
            (key.as_str(), shown)
        };
        let mut figures: Vec<_> = metadata.iter().map(figure).collect();
        if let Some(late) = lateness(metadata) {
            figures.push(("late", self.duration(late).into()));
        }
        if let Some(span) = millis(metadata, "millis") {
            figures.push(("span", self.duration(Millis(span)).into()));
        }
        if let Some(wait) = millis(metadata, "retry_ms") {
            figures.push(("wait", self.duration(Millis(wait)).into()));
        }
        figures
    }

    fn roster_line(&self, player: &str) -> String {
        match player.parse::<u32>() {
            Ok(line) => self.say("name-roster-line", &[("line", line.into())]),
            Err(_) => player.to_owned(),
        }
    }

    /// Returns the text of a family for a name on the wire; for a name of a newer schema the name itself.
    fn named(&self, family: &str, name: &str, gaps: &[(&str, Value)]) -> String {
        let key = format!("{family}-{}", kebab(name));
        self.catalogue().say_if_known(&key, gaps).unwrap_or_else(|| name.to_owned())
    }

    fn groups(&self, groups: &str) -> String {
        let group = |group: &str| group.split_whitespace().collect::<Vec<_>>().join(" = ");
        self.list(groups.split(';').map(group))
    }

    fn stage_named(&self, name: &str, metadata: &Metadata) -> String {
        if let Some(stage) = metadata.get("group_stage") {
            return self.group_stage(name, stage);
        }
        let round = metadata.get("round").and_then(|round| round.parse().ok());
        self.event_stage(name, round.unwrap_or_default())
    }

    /// Returns an event's stage by its name on the wire and the current or next round. For a stage of a newer
    /// schema it is the name itself.
    pub fn event_stage(&self, name: &str, round: u32) -> String {
        self.named("stage", name, &[("round", round.into())])
    }

    /// Returns a contest's stage by its name on the wire and the number or name of the plan's stage that is
    /// drawn or played.
    pub fn group_stage(&self, name: &str, stage: &str) -> String {
        let key = match name {
            "RECEPTION" => "stage-group-reception",
            "PLAYING" => "stage-group-playing",
            _ => return self.event_stage(name, 0),
        };
        self.say(key, &[("stage", stage.into())])
    }

    /// Returns the same with the plan's name of the stage; empty before the first draw.
    pub fn named_stage(&self, name: &str, stage: &str) -> String {
        let key = match name {
            "RECEPTION" => "stage-named-reception",
            "PLAYING" => "stage-named-playing",
            _ => return self.event_stage(name, 0),
        };
        self.say(key, &[("stage", self.stage_name(stage).into())])
    }

    fn roles(&self, roles: &str) -> String {
        let either = |either_text: String, next: String| {
            self.say("name-either", &[("said", either_text.into()), ("next", next.into())])
        };
        roles.split_whitespace().map(|role| self.named("name", role, &[])).reduce(either).unwrap_or_default()
    }
}

fn key(reason: ErrorReason, metadata: &Metadata) -> Cow<'static, str> {
    key_by_figures(reason, metadata).map_or_else(|| Cow::from(key_by_name(reason)), Cow::from)
}

fn kebab(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}

fn key_by_name(reason: ErrorReason) -> String {
    let topic = if is_of_wall(reason) { "wall" } else { "fault" };
    format!("{topic}-{}", kebab(reason_name(reason)))
}

fn key_by_figures(reason: ErrorReason, metadata: &Metadata) -> Option<&'static str> {
    let has = |key| metadata.get(key).is_some_and(|value: &String| !value.is_empty());
    Some(match reason {
        ErrorReason::UnknownGame if !has("game") => "fault-no-game-named",
        ErrorReason::UnknownEvent if !has("event") => "fault-no-event",
        ErrorReason::GameElsewhere if !has("game") => "fault-unserved",
        ErrorReason::GameElsewhere if !has("address") => "fault-game-nowhere",
        ErrorReason::MissingField if has("games") => "fault-several-games",
        ErrorReason::MissingField if has("events") => "fault-several-events",
        ErrorReason::MissingField if metadata.get("field").is_some_and(|field| field == "text") => {
            "fault-missing-text"
        }
        ErrorReason::MissingField if has("least") => "fault-missing-field-number",
        ErrorReason::BadField if is_from_the_future(metadata) => "fault-from-the-future",
        ErrorReason::BadField if has("sign") => "fault-bad-field-sign",
        ErrorReason::BadField if has("invisible") => "fault-bad-field-invisible",
        ErrorReason::BadField if has("characters") => "fault-bad-field-too-long",
        ErrorReason::BadField if has("signs") => "fault-bad-field-signs",
        ErrorReason::BadField if has("value") && has("most") => "fault-bad-field-most",
        ErrorReason::BadField if has("value") => "fault-bad-field-value",
        ErrorReason::WrongSeats if !has("seats") => "fault-wrong-seats-any",
        ErrorReason::UnknownLot if has("similar") => "fault-unknown-lot-similar",
        ErrorReason::AlreadyAnswered if metadata.get("named").is_some_and(|named| named != "0") => {
            "fault-answer-corrected"
        }
        ErrorReason::Late if lateness(metadata).is_some_and(|late| late.0 > 0) => "fault-late-by",
        ErrorReason::NotATiedGroup if !has("groups") => "fault-not-a-tied-group-none",
        ErrorReason::BadDigits if !has("nth") => "fault-wrong-results",
        ErrorReason::BadRotation if has("turns") => "wall-bad-rotation-of",
        ErrorReason::OutOfFrame if has("squares") => "wall-out-of-frame-at",
        ErrorReason::AttendanceStands if has("team") => "fault-attendance-stands-team",
        ErrorReason::BadRoster if has("line") => "fault-bad-roster-line",
        ErrorReason::BadCount if has("team") => "fault-bad-count-of",
        ErrorReason::BadGroups if has("of") => "fault-groups-of-absent",
        ErrorReason::BadGroups if has("teams") => "fault-groups-of-few",
        ErrorReason::BadGroups if has("target") => "fault-groups-target",
        ErrorReason::NoGroupSpare if has("spare") => "fault-no-group-spare-left",
        ErrorReason::GamesOpen if has("group") => "fault-games-running",
        ErrorReason::OfAnotherKind if is_of_groups(metadata) => "fault-not-in-groups",
        _ => return None,
    })
}

/// Returns whether the reason is about a wall, because its sentence is then that of the wall's fault.
fn is_of_wall(reason: ErrorReason) -> bool {
    matches!(
        reason,
        ErrorReason::BadRotation
            | ErrorReason::DuplicateStone
            | ErrorReason::Mirrored
            | ErrorReason::NoBottom
            | ErrorReason::OutOfFrame
            | ErrorReason::Overlap
            | ErrorReason::ShapeMismatch
            | ErrorReason::Unsupported
    )
}

fn family(reason: ErrorReason) -> Option<&'static str> {
    Some(match reason {
        ErrorReason::BadRoster => "fault-bad-roster",
        ErrorReason::BadPairs => "fault-pairs",
        ErrorReason::BadSlip => "fault-slip",
        ErrorReason::BadResult => "fault-result",
        _ => return None,
    })
}

fn is_of_groups(metadata: &Metadata) -> bool {
    metadata.get("kind").is_some_and(|kind| kind == "GROUPS")
}

/// Returns whether the team of a reason is a line of an event's roster instead of a code.
fn is_of_roster(reason: ErrorReason) -> bool {
    matches!(
        reason,
        ErrorReason::NeverPlays
            | ErrorReason::NotOfStage
            | ErrorReason::BadCount
            | ErrorReason::AttendanceStands
    )
}

fn names_line(reason: ErrorReason) -> bool {
    matches!(reason, ErrorReason::DuplicateLine | ErrorReason::LineNotTied | ErrorReason::BadRoster)
}

fn amount(value: &str) -> Value {
    value.parse().map_or_else(|_| value.into(), |amount| Tsuyama(amount).into())
}

fn number(value: &str) -> Value {
    value.parse::<u32>().map_or_else(|_| value.into(), Value::from)
}

fn millis(metadata: &Metadata, key: &str) -> Option<u64> {
    metadata.get(key)?.parse().ok()
}

fn is_from_the_future(metadata: &Metadata) -> bool {
    metadata.get("field").is_some_and(|field| field == "from_sequence") && metadata.contains_key("most")
}

/// Returns the time between the deadline and the arrival.
fn lateness(metadata: &Metadata) -> Option<Millis> {
    let (at, deadline) = (millis(metadata, "at_ms")?, millis(metadata, "deadline_ms")?);
    Some(GameTime(at).since(GameTime(deadline)))
}

//! The refusals of calls in words. Knows the reasons of the wire and the figures the schema names with each; needs no
//! game, for faults carry the codes that people use.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ishigaki_proto::fault::{ErrorReason, Fault, Violation, reason_name};
use ishigaki_proto::wire;
use ishigaki_rules::{GameTime, Millis, Tsuyama};

use crate::{Value, Words};

type Metadata = BTreeMap<String, String>;

impl Words {
    /// Says why a call was refused, with the figures and the rule: `bids total 1,240 TSUYAMA; the team holds
    /// 1,000 (A2)`. If several things are wrong, each follows in a line of its own.
    ///
    /// What a refused list held may show here: the text is for whoever sent it (`A4`).
    pub fn fault(&self, fault: &Fault) -> String {
        let mut text = self.refusal(fault.reason, fault.rule.as_deref(), &fault.metadata);
        // A single violation has given its reason and figures to the fault itself.
        if fault.violations.len() > 1 {
            for violation in &fault.violations {
                text.push('\n');
                text.push_str(&self.say("fault-item", &[("what", self.violation(violation).into())]));
            }
        }
        text
    }

    /// Says why a game is not served any more, as short as the head of a screen takes it; [`Words::fault`] has the
    /// sentence.
    pub fn standstill(&self, reason: ErrorReason) -> String {
        self.label(match reason {
            ErrorReason::JournalFailed => "contact-journal-failed",
            ErrorReason::GameElsewhere => "contact-unserved",
            _ => "contact-stopped",
        })
    }

    /// One thing that is wrong with a list, a re-bid or a wall, with the figures and the rule.
    pub fn violation(&self, violation: &Violation) -> String {
        self.refusal(violation.reason, violation.rule.as_deref(), &violation.metadata)
    }

    /// A reason with the rule it stands on behind it.
    pub(crate) fn with_rule(&self, what: String, rule: &str) -> String {
        self.say("shared-alone", &[("what", what.into()), ("rule", rule.into())])
    }

    fn refusal(&self, reason: ErrorReason, rule: Option<&str>, metadata: &Metadata) -> String {
        let key = key(reason, metadata);
        let mut text = self.say(&key, &self.figures(reason, metadata));
        if let Some(stones) = metadata.get("stones").filter(|_| is_of_wall(reason)) {
            text = self.with_stones(text, stones.split_whitespace().map(str::to_owned));
        }
        if let Some(line) = metadata.get("line").filter(|_| !says_line_itself(reason)) {
            text = self.say("fault-in-line", &[("line", number(line)), ("what", text.into())]);
        }
        match rule.filter(|rule| !rule.is_empty()) {
            Some(rule) => self.with_rule(text, rule),
            None => text,
        }
    }

    /// The figures as a sentence takes them, by the schema's keys; those of a newer schema as they are.
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
                "figure" => self.figure_counted(value).into(),
                "games" | "events" | "stones" | "squares" | "turns" => {
                    self.list(value.split_whitespace().map(str::to_owned)).into()
                }
                "groups" => self.groups(value).into(),
                "phase" => self.phase_named(value, metadata).into(),
                "needs" => self.roles(value).into(),
                "of" => self.crowd(value).into(),
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

    /// A player of an event as the wire has them, by the line of the roster; whoever knows the roster has put a name there.
    fn roster_line(&self, player: &str) -> String {
        match player.parse::<u32>() {
            Ok(line) => self.say("name-roster-line", &[("line", line.into())]),
            Err(_) => player.to_owned(),
        }
    }

    /// Says whose calls are counted together.
    fn crowd(&self, of: &str) -> String {
        self.label(match of {
            "token" => "crowd-token",
            "address" => "crowd-address",
            "strangers" => "crowd-strangers",
            "server" => "crowd-server",
            _ => return of.to_owned(),
        })
    }

    /// Groups of teams: `a = b; c = d`.
    fn groups(&self, groups: &str) -> String {
        let group = |group: &str| group.split_whitespace().collect::<Vec<_>>().join(" = ");
        self.list(groups.split(';').map(group))
    }

    /// The label of a phase by its name on the wire.
    fn phase_named(&self, name: &str, metadata: &Metadata) -> String {
        use ishigaki_rules::{Phase, RoundNo, WaveNo};
        let counted = |key| metadata.get(key).and_then(|value| value.parse().ok()).unwrap_or_default();
        let closes_at = GameTime::default();
        let phase = match wire::Phase::from_str_name(&format!("PHASE_{name}")) {
            None | Some(wire::Phase::Unspecified) => return name.to_owned(),
            Some(wire::Phase::Ready) => Phase::Ready { next: RoundNo(counted("round")) },
            Some(wire::Phase::Bidding) => Phase::Bidding { closes_at },
            Some(wire::Phase::Rebidding) => Phase::Rebidding { wave: WaveNo(counted("wave")), closes_at },
            Some(wire::Phase::Confirming) => Phase::Confirming,
            Some(wire::Phase::Building) => Phase::Building,
            Some(wire::Phase::Countdown) => Phase::Countdown { ends_at: closes_at },
            Some(wire::Phase::Ended) => Phase::Ended,
            Some(wire::Phase::Declared) => Phase::Declared,
            Some(wire::Phase::Abandoned) => Phase::Abandoned,
        };
        self.phase(phase)
    }

    fn stage_named(&self, name: &str, metadata: &Metadata) -> String {
        if let Some(stage) = metadata.get("group_stage") {
            return self.group_stage(name, stage);
        }
        let round = metadata.get("round").and_then(|round| round.parse().ok());
        self.event_stage(name, round.unwrap_or_default())
    }

    /// Says where an event is, by its stage's name on the wire and the round that is played or can be paired; the name
    /// itself of a newer schema's.
    pub fn event_stage(&self, name: &str, round: u32) -> String {
        self.say(
            match name {
                "ROSTER" => "stage-roster",
                "COMMITTED" => "stage-committed",
                "RECEPTION" => "stage-reception",
                "BETWEEN" => "stage-between",
                "PLAYING" => "stage-playing",
                "OVER" => "stage-over",
                "DECLARED" => "stage-declared",
                "ABANDONED" => "stage-abandoned",
                _ => return name.to_owned(),
            },
            &[("round", round.into())],
        )
    }

    /// Says where a contest in groups is, by its stage's name on the wire and the number or name of the plan's stage that is
    /// drawn or played.
    pub fn group_stage(&self, name: &str, stage: &str) -> String {
        let key = match name {
            "RECEPTION" => "stage-group-reception",
            "PLAYING" => "stage-group-playing",
            _ => return self.event_stage(name, 0),
        };
        self.say(key, &[("stage", stage.into())])
    }

    /// The same by what the plan calls its stage; empty if none is drawn or played.
    pub fn named_stage(&self, name: &str, stage: &str) -> String {
        let key = match name {
            "RECEPTION" => "stage-named-reception",
            "PLAYING" => "stage-named-playing",
            _ => return self.event_stage(name, 0),
        };
        self.say(key, &[("stage", self.stage_name(stage).into())])
    }

    /// Says what of a wall was counted by hand (`E2`).
    fn figure_counted(&self, figure: &str) -> String {
        self.label(match figure {
            "empty" => "shared-empty",
            "top_gaps" => "count-top-gaps",
            "held" => "count-held",
            "used" => "count-used",
            "unused" => "count-unused",
            _ => return figure.to_owned(),
        })
    }

    /// Roles with spaces between them: one of those.
    fn roles(&self, roles: &str) -> String {
        let either = |said: String, next: String| {
            self.say("name-either", &[("said", said.into()), ("next", next.into())])
        };
        roles.split_whitespace().map(|role| self.role(role)).reduce(either).unwrap_or_default()
    }

    fn role(&self, role: &str) -> String {
        self.label(match role {
            "judge" => "name-judge",
            "organiser" => "name-organiser",
            "team" => "name-team",
            "board" => "name-board",
            "desk" => "name-desk",
            "referee" => "name-referee",
            "standby" => "name-standby",
            _ => return role.to_owned(),
        })
    }
}

/// The key of a reason's sentence; some have several, by the figures that came along.
fn key(reason: ErrorReason, metadata: &Metadata) -> Cow<'static, str> {
    key_by_figures(reason, metadata).map_or_else(|| Cow::from(key_by_name(reason)), Cow::from)
}

/// The key that follows from the reason alone: its name, as keys are written.
fn key_by_name(reason: ErrorReason) -> String {
    let topic = if is_of_wall(reason) { "wall" } else { "fault" };
    format!("{topic}-{}", reason_name(reason).to_ascii_lowercase().replace('_', "-"))
}

/// The key of a reason whose sentence depends on its figures.
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
        ErrorReason::BadSlip => bad_slip(metadata),
        ErrorReason::BadResult => bad_result(metadata),
        ErrorReason::BadRoster if has("line") => bad_roster(metadata),
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

/// Returns whether a reason is one of those that a wall is refused for: their sentences are those of the wall's
/// faults.
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

/// The key of the sentence on a line that is none of a roster (`TD4`).
fn bad_roster(metadata: &Metadata) -> &'static str {
    match metadata.get("why").map(String::as_str) {
        Some("EMPTY_ID") => "fault-bad-roster-empty-id",
        Some("SAME_ID") => "fault-bad-roster-same-id",
        Some("LONG_ID") => "fault-bad-roster-id",
        Some("CONTROL") => "fault-bad-roster-control",
        Some("SEED_CLASS") => "fault-bad-roster-seed",
        _ => "fault-bad-roster-line",
    }
}

/// The key of the sentence on a slip that cannot be (`TD6`).
fn bad_slip(metadata: &Metadata) -> &'static str {
    match metadata.get("why").map(String::as_str) {
        Some("NO_SLIPS") => "fault-slip-no-slips",
        Some("NOT_A_SEED") => "fault-slip-not-a-seed",
        Some("ABSENT") => "fault-slip-absent",
        Some("NOT_A_SLIP") => "fault-slip-not-a-slip",
        Some("DRAWN") => "fault-slip-drawn",
        Some("TAKEN") => "fault-slip-taken",
        Some("LEFT") => "fault-slip-left",
        _ => "fault-slip",
    }
}

fn bad_result(metadata: &Metadata) -> &'static str {
    match metadata.get("why").map(String::as_str) {
        Some("STRANGER") => "fault-result-stranger",
        Some("FORFEIT_WITH_DISCS") => "fault-result-forfeit-discs",
        Some("FORFEIT_WITH_MOVES") => "fault-result-forfeit-moves",
        Some("NOT_64") => "fault-result-sum",
        Some("LOSER_HAS_MORE") => "fault-result-loser-more",
        Some("DRAW_WIN_LOST") => "fault-result-draw-win",
        Some("DRAW_WIN_UNNAMED") => "fault-result-draw-win-unnamed",
        Some("BOTH_FLAGS") => "fault-result-both-flags",
        Some("ILLEGAL_MOVE") => "fault-result-move",
        Some("NOT_FINISHED") => "fault-result-not-finished",
        Some("OTHER_SCORE") => "fault-result-other-score",
        Some("NOT_THE_LAST_MOVER") => "fault-result-last-mover",
        _ => "fault-result",
    }
}

/// Returns whether the event that refuses is a contest in groups.
fn is_of_groups(metadata: &Metadata) -> bool {
    metadata.get("kind").is_some_and(|kind| kind == "GROUPS")
}

/// Returns whether the team of a reason is a line of an event's roster, and no code.
fn is_of_roster(reason: ErrorReason) -> bool {
    matches!(
        reason,
        ErrorReason::NeverPlays
            | ErrorReason::NotOfStage
            | ErrorReason::BadCount
            | ErrorReason::AttendanceStands
    )
}

/// Returns whether the reason's own sentence names the line.
fn says_line_itself(reason: ErrorReason) -> bool {
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

/// Returns whether a feed was asked for from an item on that it will have later, if ever.
fn is_from_the_future(metadata: &Metadata) -> bool {
    metadata.get("field").is_some_and(|field| field == "from_sequence") && metadata.contains_key("most")
}

/// Returns how long after the deadline something came.
fn lateness(metadata: &Metadata) -> Option<Millis> {
    let (at, deadline) = (millis(metadata, "at_ms")?, millis(metadata, "deadline_ms")?);
    Some(GameTime(at).since(GameTime(deadline)))
}

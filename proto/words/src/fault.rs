//! Why a call was refused, in words. Knows the reasons of the wire and the figures the schema names with each;
//! needs no game, for faults carry the codes that people use.

use std::collections::BTreeMap;

use ishigaki_proto::fault::{ErrorReason, Fault, Violation};
use ishigaki_proto::wire;
use ishigaki_rules::{GameTime, Millis, Tsuyama};

use crate::{Value, Words};

type Metadata = BTreeMap<String, String>;

impl Words {
    /// Why a call was refused, with the figures and the rule: `bids total 1,240 TSUYAMA; the team holds 1,000
    /// (A2)`. If several things are wrong, each follows in a line of its own.
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

    /// Why a game is not served any more, as short as the head of a screen takes it; [`Words::fault`] has the sentence.
    pub fn standstill(&self, reason: ErrorReason) -> String {
        self.label(if reason == ErrorReason::JournalFailed {
            "contact-journal-failed"
        } else {
            "contact-stopped"
        })
    }

    /// One thing that is wrong with a list, a re-bid or a wall, with the figures and the rule.
    pub fn violation(&self, violation: &Violation) -> String {
        self.refusal(violation.reason, violation.rule.as_deref(), &violation.metadata)
    }

    /// A reason with the rule it stands on behind it.
    pub(crate) fn with_rule(&self, what: String, rule: &str) -> String {
        self.say("fault-with-rule", &[("what", what.into()), ("rule", rule.into())])
    }

    fn refusal(&self, reason: ErrorReason, rule: Option<&str>, metadata: &Metadata) -> String {
        let key = key(reason, metadata);
        let mut text = self.say(key, &self.figures(metadata));
        if let Some(stones) = metadata.get("stones").filter(|_| key.starts_with("wall-")) {
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
    fn figures<'a>(&self, metadata: &'a Metadata) -> Vec<(&'a str, Value)> {
        let figure = |(key, value): (&'a String, &String)| {
            let shown = match key.as_str() {
                "price" | "min_price" | "total" | "held" | "budget" | "tied_at" | "most" => amount(value),
                "line" | "lines" | "copies" | "faults" | "max_bids" | "round" | "wave" | "named"
                | "current" | "counted" | "least" | "burst" | "per_second" | "bytes" | "seats"
                | "present" | "fewest" | "digits" | "lotteries" | "results" | "open" | "entry" => {
                    number(value)
                }
                "stage" => self.stage_named(value, metadata).into(),
                "figure" => self.figure_counted(value).into(),
                "games" | "stones" => self.list(value.split_whitespace().map(str::to_owned)).into(),
                "groups" => self.groups(value).into(),
                "phase" => self.phase_named(value, metadata).into(),
                "needs" => self.role(value).into(),
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

    /// Whose calls are counted together.
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
        let round = metadata.get("round").and_then(|round| round.parse().ok());
        self.event_stage(name, round.unwrap_or_default())
    }

    /// Where an event is, by its stage's name on the wire and the round that is played or can be paired; the name itself
    /// of a newer schema's.
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

    /// What of a wall was counted by hand (`E2`).
    fn figure_counted(&self, figure: &str) -> String {
        self.label(match figure {
            "empty" => "count-empty",
            "top_gaps" => "count-top-gaps",
            "used" => "count-used",
            _ => return figure.to_owned(),
        })
    }

    fn role(&self, role: &str) -> String {
        self.label(match role {
            "judge" => "name-judge",
            "organiser" => "name-organiser",
            "team" => "name-team",
            "board" => "name-board",
            "desk" => "name-desk",
            "referee" => "name-referee",
            _ => return role.to_owned(),
        })
    }
}

/// The key of a reason's sentence; some have several, by the figures that came along.
#[expect(clippy::too_many_lines, reason = "a table: a line for each reason")]
fn key(reason: ErrorReason, metadata: &Metadata) -> &'static str {
    let has = |key| metadata.get(key).is_some_and(|value: &String| !value.is_empty());
    match reason {
        ErrorReason::Unspecified => "fault-unspecified",
        ErrorReason::Unauthenticated => "fault-unauthenticated",
        ErrorReason::TokenRevoked => "fault-token-revoked",
        ErrorReason::PermissionDenied => "fault-permission-denied",
        ErrorReason::UnknownGame if !has("game") => "fault-no-game-named",
        ErrorReason::UnknownGame => "fault-unknown-game",
        ErrorReason::GameStopped => "fault-game-stopped",
        ErrorReason::JournalFailed => "fault-journal-failed",
        ErrorReason::GameDamaged => "fault-game-damaged",
        ErrorReason::Busy => "fault-busy",
        ErrorReason::MissingField if has("games") => "fault-several-games",
        ErrorReason::MissingField => "fault-missing-field",
        ErrorReason::BadField if is_from_the_future(metadata) => "fault-from-the-future",
        ErrorReason::BadField if has("value") && has("most") => "fault-bad-field-most",
        ErrorReason::BadField if has("value") => "fault-bad-field-value",
        ErrorReason::BadField => "fault-bad-field",
        ErrorReason::ServerStopping => "fault-server-stopping",
        ErrorReason::AlreadyStarted => "fault-already-started",
        ErrorReason::NoSpare => "fault-no-spare",
        ErrorReason::WrongSeats if has("seats") => "fault-wrong-seats",
        ErrorReason::WrongSeats => "fault-wrong-seats-any",
        ErrorReason::OtherJournal => "fault-other-journal",
        ErrorReason::UnknownTeam => "fault-unknown-team",
        ErrorReason::UnknownLot if has("similar") => "fault-unknown-lot-similar",
        ErrorReason::UnknownLot => "fault-unknown-lot",
        ErrorReason::NotYours => "fault-not-yours",
        ErrorReason::Disqualified => "fault-disqualified",
        ErrorReason::WrongPhase => "fault-wrong-phase",
        ErrorReason::Paused => "fault-paused",
        ErrorReason::NotPaused => "fault-not-paused",
        ErrorReason::WrongRound => "fault-wrong-round",
        ErrorReason::WrongAttempt => "fault-wrong-attempt",
        ErrorReason::WrongWave => "fault-wrong-wave",
        ErrorReason::Late if lateness(metadata).is_some_and(|late| late.0 > 0) => "fault-late-by",
        ErrorReason::Late => "fault-late",
        ErrorReason::InvalidList => "fault-invalid-list",
        ErrorReason::NotTied => "fault-not-tied",
        ErrorReason::InvalidRebid => "fault-invalid-rebid",
        ErrorReason::Replaced => "fault-replaced",
        ErrorReason::WallChanged => "fault-wall-changed",
        ErrorReason::AlreadyConfirmed => "fault-already-confirmed",
        ErrorReason::NotOnOffer => "fault-not-on-offer",
        ErrorReason::NotOwned => "fault-not-owned",
        ErrorReason::NotOnWall => "fault-not-on-wall",
        ErrorReason::InvalidWall => "fault-invalid-wall",
        ErrorReason::JankenOpen => "fault-janken-open",
        ErrorReason::NotATiedGroup if !has("groups") => "fault-not-a-tied-group-none",
        ErrorReason::NotATiedGroup => "fault-not-a-tied-group",
        ErrorReason::AlreadyDisqualified => "fault-already-disqualified",
        ErrorReason::NotDisqualified => "fault-not-disqualified",
        ErrorReason::NoReason => "fault-no-reason",
        ErrorReason::StaleSettlement => "fault-stale-settlement",
        ErrorReason::NotByHand => "fault-not-by-hand",
        ErrorReason::BadCount => "fault-bad-count",
        ErrorReason::NoStones => "fault-no-stones",
        ErrorReason::NothingToExtend => "fault-nothing-to-extend",
        ErrorReason::BadExtension => "fault-bad-extension",
        ErrorReason::TooManyBids => "fault-too-many-bids",
        ErrorReason::TooManyOfLot => "fault-too-many-of-lot",
        ErrorReason::NoCopyOnOffer => "fault-no-copy-on-offer",
        ErrorReason::BelowMin => "fault-below-min",
        ErrorReason::OverBudget => "fault-over-budget",
        ErrorReason::DuplicateLine => "fault-duplicate-line",
        ErrorReason::LineNotTied => "fault-line-not-tied",
        ErrorReason::NotAbove => "fault-not-above",
        ErrorReason::OverRebidBudget => "fault-over-rebid-budget",
        ErrorReason::BadRotation => "wall-bad-rotation",
        ErrorReason::DuplicateStone => "wall-duplicate-stone",
        ErrorReason::Mirrored => "wall-mirrored",
        ErrorReason::NoBottom => "wall-no-bottom",
        ErrorReason::OutOfFrame => "wall-out-of-frame",
        ErrorReason::Overlap => "wall-overlap",
        ErrorReason::ShapeMismatch => "wall-shape-mismatch",
        ErrorReason::Unsupported => "wall-unsupported",
        ErrorReason::UnknownEvent if !has("event") => "fault-no-event",
        ErrorReason::UnknownEvent => "fault-unknown-event",
        ErrorReason::EventExists => "fault-event-exists",
        ErrorReason::WrongStage => "fault-wrong-stage",
        ErrorReason::NotTheReferee => "fault-not-the-referee",
        ErrorReason::UnknownPlayer => "fault-unknown-player",
        ErrorReason::UnknownSeedClass => "fault-unknown-seed-class",
        ErrorReason::TooFewPlayers => "fault-too-few-players",
        ErrorReason::BadDigits if has("nth") => "fault-bad-digits",
        ErrorReason::BadDigits => "fault-wrong-results",
        ErrorReason::BadSlip => bad_slip(metadata),
        ErrorReason::ResultsOpen => "fault-results-open",
        ErrorReason::NotPaired => "fault-not-paired",
        ErrorReason::AlreadyEntered => "fault-already-entered",
        ErrorReason::NoSuchEntry => "fault-no-such-entry",
        ErrorReason::BuiltUpon => "fault-built-upon",
        ErrorReason::CannotWithdraw => "fault-cannot-withdraw",
        ErrorReason::NobodyLeft => "fault-nobody-left",
        ErrorReason::NothingToRule => "fault-nothing-to-rule",
        ErrorReason::CannotBeFirst => "fault-cannot-be-first",
        ErrorReason::TooWide => "fault-too-wide",
        ErrorReason::BadConfig => "fault-bad-config",
        ErrorReason::BadRoster if has("line") => "fault-bad-roster-line",
        ErrorReason::BadRoster => "fault-bad-roster",
        ErrorReason::TooManyCalls => "fault-too-many-calls",
        ErrorReason::TooFast => "fault-too-fast",
        ErrorReason::MessageTooLarge => "fault-message-too-large",
        ErrorReason::Unreadable => "fault-unreadable",
        ErrorReason::TimedOut => "fault-timed-out",
        ErrorReason::SlowReader => "fault-slow-reader",
        ErrorReason::SlowStandby => "fault-slow-standby",
    }
}

/// The key of the sentence on a slip that cannot be (`TD6`).
fn bad_slip(metadata: &Metadata) -> &'static str {
    match metadata.get("why").map(String::as_str) {
        Some("NO_SLIPS") => "fault-slip-no-slips",
        Some("NOT_A_SEED") => "fault-slip-not-a-seed",
        Some("ABSENT") => "fault-slip-absent",
        Some("NOT_A_SLIP") => "fault-slip-not-a-slip",
        Some("TAKEN") => "fault-slip-taken",
        Some("LEFT") => "fault-slip-left",
        _ => "fault-slip",
    }
}

/// Whether the reason's own sentence names the line.
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

/// Whether a feed was asked for from an item on that it will have later, if ever.
fn is_from_the_future(metadata: &Metadata) -> bool {
    metadata.get("field").is_some_and(|field| field == "from_sequence") && metadata.contains_key("most")
}

/// How long after the deadline something came.
fn lateness(metadata: &Metadata) -> Option<Millis> {
    let (at, deadline) = (millis(metadata, "at_ms")?, millis(metadata, "deadline_ms")?);
    Some(GameTime(at).since(GameTime(deadline)))
}

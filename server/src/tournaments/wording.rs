//! The wording of what keeps an event's plan, settings or roster from being one, each as a phrase of the catalogue.

use std::error::Error as StdError;

use ishigaki_preset::{
    Error as PresetError, EventConfigError, LONGEST_ID, MAX_DEPTH, MOST_LINES, NotCanonical, RosterError,
};
use ishigaki_scenarios::{Error as FileError, Figure, Phrase, phrases};
use ishigaki_tournament::{GroupFault, GroupPlanFault, PlanFault};

use super::contest_event;
use crate::planned_config::Error;

phrases! {
    /// Fault of a plan, of settings or of a roster.
    pub(crate) enum PlanWording {
        Because { what, why } = "lint-because", "{what}: {why}";
        Told { text } = "lint-told", "{text}";
        NoPreset { name, event } = "lint-no-preset", "{name}, the plan of event {event}, is no preset file";
        NotHeld { event } = "lint-not-held", "event {event} of the contest file cannot be held";
        SettingsShape = "lint-settings-shape", "the settings do not fit their shape";
        PresetOrPlan = "lint-preset-or-plan", "settings name either a preset or a plan";
        UnknownPreset { name, known } =
            "lint-unknown-preset", "there is no preset {name:?}; known: {known}";
        OtherSetting { member } =
            "lint-other-setting", "{member:?} is no setting of an event of this kind";
        GuestsOf { stage } =
            "lint-guests-of", "guests are named for {stage:?}, which is no stage of the plan";
        TitleControl = "lint-title-control", "a title has a control character";
        NoInteger = "lint-no-integer", "a number is no integer of 64 bits";
        TooDeep { most } = "lint-too-deep", "more than {most} objects and lists are within each other";
        PresetShape = "lint-preset-shape", "the preset does not fit its shape";
        NoTime { text } = "lint-no-time", "{text:?} is no time of day such as \"9:45\"";
        Slot = "lint-slot", "a slot of the timetable is 0 minutes, it has to be at least 1";
        NoEvent = "lint-no-event", "no event can be played by this preset";
        NoContest = "lint-no-contest", "no contest can be played by this preset";
        Field { field, rule, what } = "lint-field", "{field} ({rule}): {what}";
        LeaguesSemi { leagues, expected } =
            "lint-leagues-semi", "{leagues} leagues, with semi-finals {expected}";
        Leagues { leagues, expected } =
            "lint-leagues", "{leagues} leagues, without semi-finals {expected}";
        Round { round, least } = "lint-round", "round {round}, it has to be {least}";
        RoundRange { round, least, most } =
            "lint-round-range", "round {round}, it has to be {least} to {most}";
        SeedDigits { digits } = "lint-seed-digits",
            "a seed of {digits} digits; it has 1 to 18, and every lottery at least one";
        SeedNumber { number } = "lint-seed-number", "number {number} is not 1 to 10, or stands twice";
        SeedClass { class } = "lint-seed-class", "class {class} has no name, or that of another";
        NoSemiFinals = "lint-no-semi-finals", "a game for the third place takes semi-finals";
        TwoGames = "lint-womens-final",
            "beside games for the third place or for prizes a woman could have two in one round";
        StrengthDepth { depth } = "lint-strength-depth", "{depth}, it has to be 1 to 12";
        PrizeOrder { criterion } = "lint-prize-order",
            "criterion {criterion} orders prize-winners before it is known who is one";
        NoStage = "lint-no-stage", "there is no stage";
        StageName { stage } = "lint-stage-name",
            "{stage:?} is the name of another stage, or not 1 to 12 of A-Z a-z 0-9, after the first one also - and _";
        StageSource { stage } = "lint-stage-source",
            "stage {stage:?} has no teams, or takes some from a stage that does not come before it";
        StageSize { stage, what } = "lint-stage-size", "stage {stage:?}: {what}";
        StageTwoSizes { stage } =
            "lint-stage-two-sizes", "stage {stage:?} has both a target and a number of groups";
        StagePerGroup { stage, teams, most } = "lint-stage-per-group",
            "stage {stage:?}: {teams} of each group advance, but a group has at most {most} teams";
        LotteryDate { text } = "lint-lottery-date", "{text:?} is no date such as \"2026-12-05\"";
        NoLotteryDate { lottery } =
            "lint-no-lottery-date", "the lottery {lottery:?} has no date, set `lottery_date`";
        StageGame { stage, teams } = "lint-stage-game",
            "stage {stage:?}: a game of {teams} teams stands twice, is not of 2 to 16, or has no scenario";
        GroupSeedDigits { digits } = "lint-group-seed-digits",
            "a seed of {digits} digits; it has 15, and every lottery at least one";
        FewTeams { teams } = "lint-few-teams", "{teams} teams, at least 2 are needed";
        Target { target } = "lint-target", "{target} teams a group, it has to be 4 to 8";
        Groups { groups } = "lint-groups", "{groups} groups would not have 2 to 16 teams each";
        NoRoster { event } =
            "lint-no-roster", "the teams of the contest file are no roster for event {event}";
        NoTeams { event } = "lint-no-teams",
            "event {event} of the contest file is held in groups, and the file has no teams (TG1)";
        NotCreated { event } = "lint-not-created", "event {event} of the contest file cannot be created";
        RosterUnset { event, why } =
            "lint-roster-unset", "the roster of event {event} cannot be set: {why}";
        RosterShape = "lint-roster-shape", "the roster does not fit its shape";
        RosterLines { lines, most } =
            "lint-roster-lines", "the roster has {lines} lines; it takes 1 to {most}";
        RosterId { id, line } = "lint-roster-id",
            "the id {id:?} in line {line} of the roster is empty, or that of another line";
        RosterLongId { line, characters, most } = "lint-roster-long-id",
            "the id in line {line} of the roster has {characters} characters; it takes at most {most}";
        RosterControl { line } =
            "lint-roster-control", "line {line} of the roster has a control character";
        RosterSeed { line, class } = "lint-roster-seed",
            "line {line} of the roster names {class:?}, a class of seeds that the plan does not have";
    }
}

/// Returns an error and all that stands behind it as one phrase: `what: why: why`.
pub(crate) fn chained(error: &(dyn StdError + 'static)) -> Phrase {
    let why = error.source().map(chained);
    // What wraps an error without a word of its own is told once.
    let what = phrase(error).unwrap_or_else(|| PlanWording::Told { text: error.to_string().into() }.into());
    match why {
        None => what,
        Some(why) if why.english() == what.english() => why,
        Some(why) => PlanWording::Because { what: what.into(), why: why.into() }.into(),
    }
}

/// Returns the phrase of one error, without what stands behind it; `None` if it is none of a plan, settings or a roster.
pub(crate) fn phrase(error: &(dyn StdError + 'static)) -> Option<Phrase> {
    let of_config = error.downcast_ref().map(of_event);
    of_config
        .or_else(|| error.downcast_ref().map(of_config_error))
        .or_else(|| error.downcast_ref().map(of_preset))
        .or_else(|| error.downcast_ref().map(of_plan))
        .or_else(|| error.downcast_ref().map(of_group_plan))
        .or_else(|| error.downcast_ref().map(of_roster))
        .or_else(|| error.downcast_ref().map(of_contest_event))
        .or_else(|| match error.downcast_ref()? {
            // What the system says of it stands behind it.
            FileError::Unreadable { .. } => None,
            file => Some(Phrase::from(file)),
        })
}

fn of_event(error: &Error) -> Phrase {
    match error {
        Error::Shape { event, name, .. } => {
            PlanWording::NoPreset { name: name.into(), event: event.into() }.into()
        }
        Error::Config { event, .. } => PlanWording::NotHeld { event: event.into() }.into(),
    }
}

fn of_contest_event(error: &contest_event::Error) -> Phrase {
    match error {
        contest_event::Error::Config(error) => of_event(error),
        contest_event::Error::Roster { event, .. } => PlanWording::NoRoster { event: event.into() }.into(),
        contest_event::Error::NoTeams { event } => PlanWording::NoTeams { event: event.into() }.into(),
        contest_event::Error::Created { event, .. } => PlanWording::NotCreated { event: event.into() }.into(),
        contest_event::Error::Unset { event, why } => {
            PlanWording::RosterUnset { event: event.into(), why: why.into() }.into()
        }
    }
}

fn of_config_error(error: &EventConfigError) -> Phrase {
    match error {
        EventConfigError::Shape(_) => PlanWording::SettingsShape.into(),
        EventConfigError::Source => PlanWording::PresetOrPlan.into(),
        EventConfigError::UnknownPreset { name } => {
            let known = ishigaki_preset::all_names().collect::<Vec<_>>().join(", ");
            PlanWording::UnknownPreset { name: name.into(), known: known.into() }.into()
        }
        EventConfigError::Plan(error) => of_preset(error),
        EventConfigError::OfAnotherKind { member } => {
            PlanWording::OtherSetting { member: (*member).into() }.into()
        }
        EventConfigError::UnknownStage { stage } => PlanWording::GuestsOf { stage: stage.into() }.into(),
        EventConfigError::Date { text } => PlanWording::LotteryDate { text: text.into() }.into(),
        EventConfigError::NoDate { lottery } => PlanWording::NoLotteryDate { lottery: lottery.into() }.into(),
        EventConfigError::Control => PlanWording::TitleControl.into(),
        EventConfigError::NotCanonical(error) => of_canonical(*error),
    }
}

fn of_canonical(error: NotCanonical) -> Phrase {
    match error {
        NotCanonical::Number => PlanWording::NoInteger.into(),
        NotCanonical::Depth => PlanWording::TooDeep { most: MAX_DEPTH.into() }.into(),
    }
}

fn of_preset(error: &PresetError) -> Phrase {
    match error {
        PresetError::Shape(_) => PlanWording::PresetShape.into(),
        PresetError::Time { text } => PlanWording::NoTime { text: text.into() }.into(),
        PresetError::Slot => PlanWording::Slot.into(),
        PresetError::Plan(_) => PlanWording::NoEvent.into(),
        PresetError::GroupPlan(_) => PlanWording::NoContest.into(),
    }
}

/// Returns the phrase of a fault in a plan of leagues.
pub(crate) fn of_plan(fault: &PlanFault) -> Phrase {
    let what = match fault {
        PlanFault::Leagues { leagues, expected: 4 } => {
            PlanWording::LeaguesSemi { leagues: (*leagues).into(), expected: 4_u8.into() }
        }
        PlanFault::Leagues { leagues, expected } => {
            PlanWording::Leagues { leagues: (*leagues).into(), expected: (*expected).into() }
        }
        PlanFault::Round { round, least, most, .. } if least == most => {
            PlanWording::Round { round: round.0.into(), least: least.0.into() }
        }
        PlanFault::Round { round, least, most, .. } => {
            PlanWording::RoundRange { round: round.0.into(), least: least.0.into(), most: most.0.into() }
        }
        PlanFault::SeedDigits { digits } => PlanWording::SeedDigits { digits: (*digits).into() },
        PlanFault::SeedNumber { number } => PlanWording::SeedNumber { number: number.0.into() },
        PlanFault::SeedClass { class } => PlanWording::SeedClass { class: (class + 1).into() },
        PlanFault::NoSemiFinals => PlanWording::NoSemiFinals,
        PlanFault::TwoGames => PlanWording::TwoGames,
        PlanFault::StrengthDepth { depth } => PlanWording::StrengthDepth { depth: (*depth).into() },
        PlanFault::PrizeOrder { at } => PlanWording::PrizeOrder { criterion: (at + 1).into() },
    };
    of_field(fault.field(), fault.rule(), what)
}

/// Returns the phrase of a fault in a plan of groups.
pub(crate) fn of_group_plan(fault: &GroupPlanFault) -> Phrase {
    let what = match fault {
        GroupPlanFault::NoStage => PlanWording::NoStage,
        GroupPlanFault::Name { stage } => PlanWording::StageName { stage: stage.into() },
        GroupPlanFault::Source { stage } => PlanWording::StageSource { stage: stage.into() },
        GroupPlanFault::Size { stage, fault } => {
            PlanWording::StageSize { stage: stage.into(), what: of_group(fault).into() }
        }
        GroupPlanFault::TwoSizes { stage } => PlanWording::StageTwoSizes { stage: stage.into() },
        GroupPlanFault::PerGroup { stage, per_group, most } => PlanWording::StagePerGroup {
            stage: stage.into(),
            teams: (*per_group).into(),
            most: (*most).into(),
        },
        GroupPlanFault::Variant { stage, teams } => {
            PlanWording::StageGame { stage: stage.into(), teams: (*teams).into() }
        }
        GroupPlanFault::SeedDigits { digits } => PlanWording::GroupSeedDigits { digits: (*digits).into() },
    };
    of_field(fault.field(), fault.rule(), what)
}

fn of_field(field: &'static str, rule: &'static str, what: PlanWording) -> Phrase {
    PlanWording::Field { field: field.into(), rule: rule.into(), what: what.into() }.into()
}

/// Returns the phrase of groups that cannot be drawn.
pub(crate) fn of_group(fault: &GroupFault) -> Phrase {
    match fault {
        GroupFault::TooFew { teams } => PlanWording::FewTeams { teams: (*teams).into() }.into(),
        GroupFault::Target { target } => PlanWording::Target { target: (*target).into() }.into(),
        GroupFault::Groups { groups } => PlanWording::Groups { groups: (*groups).into() }.into(),
    }
}

fn of_roster(error: &RosterError) -> Phrase {
    let count = |count: &usize| Figure::from(*count);
    match error {
        RosterError::Shape(_) => PlanWording::RosterShape.into(),
        RosterError::Lines { lines } => {
            PlanWording::RosterLines { lines: count(lines), most: MOST_LINES.into() }.into()
        }
        RosterError::Id { line, id } => PlanWording::RosterId { id: id.into(), line: count(line) }.into(),
        RosterError::LongId { line, characters } => PlanWording::RosterLongId {
            line: count(line),
            characters: count(characters),
            most: LONGEST_ID.into(),
        }
        .into(),
        RosterError::Control { line } => PlanWording::RosterControl { line: count(line) }.into(),
        RosterError::SeedClass { line, class, .. } => {
            PlanWording::RosterSeed { line: count(line), class: class.into() }.into()
        }
        RosterError::NotCanonical(error) => of_canonical(*error),
    }
}

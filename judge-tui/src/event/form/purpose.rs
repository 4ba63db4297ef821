//! Purposes of forms: fields, texts and calls.

use ishigaki_roster::RosterDraft;
use ishigaki_rules::TeamId;
use ishigaki_tournament::{Act, DrawNumber, DrawnGroup, GameResult, LeagueId, PlayerId, Slip};
use ishigaki_words::Words;
use serde_json::json;

use super::order::places;
use super::{
    FieldChoice, FieldName, Form, FormField, MissingInput, choice, counts, league, slip, text, typed,
};
use crate::event::{EventCall, NamedStanding, group_of, is_counted, question};

const GROUPS: &str = "ishigaki";

/// Purpose of a form.
#[derive(Clone, Debug, PartialEq)]
pub enum FormPurpose {
    Ask(EventCall),
    Create,
    Roster,
    /// Act with the initial values of its typed fields.
    Act(Act),
}

impl From<Act> for FormPurpose {
    fn from(act: Act) -> Self {
        Self::Act(act)
    }
}

/// The event's context for the fields of a form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FormContext {
    pub leagues: usize,
    pub group: Option<DrawnGroup>,
}

impl FormContext {
    pub(in crate::event) fn of(purpose: &FormPurpose, event: Option<NamedStanding<'_>>) -> Self {
        match (purpose, event) {
            (FormPurpose::Act(_), Some(NamedStanding::Leagues(event))) => {
                Self { leagues: usize::from(event.tournament().plan().leagues), group: None }
            }
            (
                FormPurpose::Act(Act::CountGame { game, .. } | Act::OverruleGame { game, .. }),
                Some(NamedStanding::Groups(_)),
            ) => Self { leagues: 0, group: event.and_then(|event| group_of(event, *game)).cloned() },
            _ => Self::default(),
        }
    }
}

trait TypedField: Sized {
    fn fields(&self, name: &'static str, act: &Act, context: &FormContext) -> Vec<FormField>;

    fn read(&self, name: &'static str, form: &Form, named: Option<PlayerId>) -> Result<Self, MissingInput>;
}

/// Types of typed fields, with their form fields and conversions.
macro_rules! typed_fields {
    ($($type:ty: |$value:ident, $name:pat_param, $act:pat_param, $context:pat_param| $fields:expr, |$form:ident, $named:pat_param| $read:expr;)*) => {$(
        impl TypedField for $type {
            fn fields(&self, $name: &'static str, $act: &Act, $context: &FormContext) -> Vec<FormField> {
                let $value = self;
                $fields
            }

            fn read(
                &self,
                $name: &'static str,
                $form: &Form,
                $named: Option<PlayerId>,
            ) -> Result<Self, MissingInput> {
                let $value = self;
                $read
            }
        }
    )*};
}

typed_fields! {
    String: |_value, name, _, _| vec![text(text_field(name))], |form, _| match text_field(name) {
        // One language is enough.
        field @ (FieldName::English | FieldName::Japanese) => Ok(form.typed(field)),
        field => form.required(field),
    };
    Vec<String>: |results, _, _, _| {
        results.iter().enumerate().map(|(at, result)| typed(FieldName::Lottery(at), result)).collect()
    }, |form, _| form.lotteries(results.len());
    DrawNumber: |_value, _, _, _| vec![text(FieldName::Number)],
        |form, _| form.figure(FieldName::Number).map(DrawNumber);
    Slip: |known, _, _, _| slip(known.winner, known.loser), |form, _| form.slip_of(known.winner, known.loser);
    LeagueId: |_value, _, _, context| vec![league(context.leagues)], |form, _| form.league();
    PlayerId: |_value, _, _, _| vec![text(FieldName::Player)],
        |_form, named| named.ok_or(MissingInput::Empty(FieldName::Player));
    // The form fixes one pair, whose first player is selected.
    Vec<(PlayerId, PlayerId)>: |pairs, _, _, _| vec![text(FieldName::Player); pairs.len().min(1)], |_form, named| {
        let opponent = named.ok_or(MissingInput::Empty(FieldName::Player))?;
        Ok(pairs.iter().map(|(one, _)| (*one, opponent)).collect())
    };
    // A ruling begins with the order that it replaces.
    Vec<TeamId>: |teams, _, act, _| places(teams, act.reason().is_some()), |form, _| form.order(teams.len());
    GameResult: |_value, _, _, context| context.group.as_ref().map(counts).unwrap_or_default(), |form, _| {
        form.context.group.as_ref().map_or_else(|| Ok(Self::default()), |group| form.result_of(group))
    };
}

fn text_field(name: &str) -> FieldName {
    match name {
        "text" => FieldName::Text,
        "english" => FieldName::English,
        "japanese" => FieldName::Japanese,
        _ => FieldName::Reason,
    }
}

/// Acts with a form: key of the label, and typed fields in order.
macro_rules! forms {
    ($($act:ident $label:literal { $($field:ident),* })*) => {
        fn act_label(act: &Act) -> &'static str {
            match act {
                $(Act::$act { .. } => $label,)*
                _ => "tournament-question",
            }
        }

        fn act_fields(act: &Act, context: &FormContext) -> Vec<FormField> {
            match act {
                $(Act::$act { $($field,)* .. } => {
                    [$($field.fields(stringify!($field), act, context)),*].concat()
                })*
                _ => Vec::new(),
            }
        }

        fn fill(act: &mut Act, form: &Form, named: Option<PlayerId>) -> Result<(), MissingInput> {
            match act {
                $(Act::$act { $($field,)* .. } => {
                    $(*$field = $field.read(stringify!($field), form, named)?;)*
                })*
                _ => {}
            }
            Ok(())
        }
    };
}

forms! {
    EnterDigits "print-lotteries" { results }
    OverruleDigits "print-lotteries" { results, reason }
    OverruleAttendance "tournament-ruling" { reason }
    DrawSlip "tournament-key-slip" { number }
    EnterResult "tournament-slip" { slip }
    UnpairRound "tournament-ruling" { reason }
    PairByRuling "tournament-key-pair-by-ruling" { fixed, reason }
    Excuse "tournament-ruling" { reason }
    Overrule "tournament-ruling" { slip, reason }
    ReopenGame "tournament-ruling" { reason }
    NameFirst "tournament-key-name-first" { league, player, reason }
    ConfirmFirst "tournament-key-confirm-first" { league }
    EnterJanken "tournament-janken" { order }
    OverruleJanken "tournament-ruling" { order, reason }
    CountGame "tournament-key-count" { result }
    OverruleGame "tournament-ruling" { result, reason }
    ReplaceGame "tournament-spare" { reason }
    Rule "tournament-ruling" { text }
    PostNotice "tournament-key-announce" { english, japanese }
    Abandon "tournament-key-abandon" { reason }
}

impl FormPurpose {
    pub(super) fn ordered_teams(&self) -> &[TeamId] {
        match self {
            Self::Act(Act::EnterJanken { order, .. } | Act::OverruleJanken { order, .. }) => order,
            _ => &[],
        }
    }

    pub(super) fn fields(&self, context: &FormContext) -> Vec<FormField> {
        match self {
            Self::Ask(_) => Vec::new(),
            Self::Create => {
                let presets = ishigaki_preset::names().chain([GROUPS]).map(str::to_owned);
                let preset = choice(FieldName::Preset, presets.map(FieldChoice::Name), Some(0));
                vec![text(FieldName::Id), preset, text(FieldName::LotteryDate)]
            }
            Self::Roster => vec![text(FieldName::File)],
            Self::Act(act) => act_fields(act, context),
        }
    }

    /// Nothing follows an abandoned event, and nothing of a game is kept in its spare (`G4`).
    pub(super) const fn is_grave(&self) -> bool {
        matches!(self, Self::Act(Act::Abandon { .. } | Act::ReplaceGame { .. }))
    }

    pub(in crate::event) const fn names_player(&self) -> bool {
        matches!(self, Self::Act(Act::NameFirst { .. } | Act::PairByRuling { .. }))
    }

    pub(crate) fn label(&self) -> &'static str {
        match self {
            Self::Ask(_) => "tournament-question",
            Self::Create => "tournament-key-create",
            Self::Roster => "tournament-key-roster",
            Self::Act(act) => act_label(act),
        }
    }

    pub(crate) fn intro(&self, of: Option<NamedStanding<'_>>, words: Words) -> String {
        match self {
            Self::Ask(call) => question(call, of, words),
            Self::Create => words.label("tournament-ask-create"),
            Self::Roster => words.label("tournament-ask-roster"),
            Self::Act(act) => question(&act.clone().into(), of, words),
        }
    }
}

impl Form {
    pub(in crate::event) fn call(
        &self,
        named: Option<PlayerId>,
        of: Option<NamedStanding<'_>>,
    ) -> Result<EventCall, MissingInput> {
        match &self.purpose {
            FormPurpose::Ask(call) => Ok(call.clone()),
            FormPurpose::Create => self.creation(),
            // Its file is read first.
            FormPurpose::Roster => {
                self.required(FieldName::File)?;
                Ok(EventCall::SetRoster(RosterDraft::default()))
            }
            FormPurpose::Act(act) => {
                let mut act = act.clone();
                fill(&mut act, self, named)?;
                // The form says that a result is given up.
                if let Act::ReplaceGame { game, counted, .. } = &mut act {
                    *counted = is_counted(of, *game);
                }
                Ok(act.into())
            }
        }
    }

    fn creation(&self) -> Result<EventCall, MissingInput> {
        let event = self.required(FieldName::Id)?;
        let Some((_, FieldChoice::Name(preset))) = self.chosen(FieldName::Preset) else {
            return Err(MissingInput::Empty(FieldName::Preset));
        };
        let config = json!({ "preset": preset, "lottery_date": self.required(FieldName::LotteryDate)? });
        Ok(EventCall::Create { event, config: config.to_string() })
    }
}

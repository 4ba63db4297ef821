//! The organiser's entry for a team, step by step (`G6`): team, kind, text, reason, confirmation, answer.

use ishigaki_client::Ticket;
use ishigaki_proto::fault::Fault;
use ishigaki_rules::auction::Settlement;
use ishigaki_rules::{Game, LotId, Phase, Priority, RoundRecord, TeamId, Tsuyama};

use crate::console::keymap::Context;
use crate::entry::{self, EntryContent, EntryError, EntryKind, EntryTarget};
use ishigaki_screen::Field;

/// A manual entry. `Debug` omits its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryForm {
    pub stage: EntryStep,
    pub team: TeamId,
    pub kind: EntryKind,
    /// The state when its text was begun.
    pub(crate) target: EntryTarget,
    pub(crate) text: Field,
    pub(crate) reason: Field,
    /// The server's last rejection, until the text changes.
    pub(crate) refused: Option<Fault>,
}

/// A step of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryStep {
    Whom,
    What,
    Text,
    Reason,
    Ask,
    Wait(Ticket),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EntryProblem {
    Unreadable(EntryError),
    Fault(Fault),
    /// There is no count to remove.
    NotCounted,
}

impl EntryForm {
    pub(crate) fn new(game: &Game, team: TeamId, is_organiser: bool) -> Self {
        let kind = match game.phase() {
            _ if !is_organiser => EntryKind::Count,
            Phase::Bidding { .. } => EntryKind::List,
            Phase::Rebidding { .. } => EntryKind::Rebid,
            phase if phase.is_building_time() => EntryKind::Wall,
            _ => EntryKind::Count,
        };
        Self {
            stage: EntryStep::Whom,
            team,
            kind,
            target: EntryTarget::default(),
            text: Field::default(),
            reason: Field::default(),
            refused: None,
        }
    }

    pub(crate) const fn context(&self) -> Context {
        match self.stage {
            EntryStep::Whom | EntryStep::What => Context::Choice,
            EntryStep::Text | EntryStep::Reason => Context::Form,
            EntryStep::Ask => Context::Ask,
            EntryStep::Wait(_) => Context::Wait,
        }
    }

    pub(crate) fn field(&mut self) -> Option<&mut Field> {
        match self.stage {
            EntryStep::Text => Some(&mut self.text),
            EntryStep::Reason => Some(&mut self.reason),
            EntryStep::Whom | EntryStep::What | EntryStep::Ask | EntryStep::Wait(_) => None,
        }
    }

    pub(crate) fn write(&mut self, char: char) {
        if let Some(field) = self.field() {
            field.write(char);
            self.refused = None;
        }
    }

    pub(crate) fn begin_text(&mut self, game: &Game, target: EntryTarget) {
        self.target = target;
        self.refused = None;
        if self.kind == EntryKind::Uncount {
            self.stage = EntryStep::Reason;
            return;
        }
        self.stage = EntryStep::Text;
        if let (EntryKind::Wall, Some(team)) =
            (self.kind, game.team(self.team).filter(|_| self.text.is_blank()))
        {
            self.text = Field::of(&entry::wall_text(team, game.setup()));
        }
    }

    pub(crate) fn content(&self, game: &Game) -> Result<EntryContent, EntryError> {
        let content = entry::read(self.kind, &self.text.text())?;
        Ok(content.with_codes_of(game.setup()))
    }
}

pub(crate) fn tied_lines(
    record: &RoundRecord,
    team: TeamId,
) -> impl Iterator<Item = (Priority, LotId, Tsuyama)> {
    let ties = record.settlement.as_ref().map(Settlement::ties).unwrap_or_default();
    ties.iter().flat_map(move |tie| {
        let own = tie.lines.iter().filter(move |line| line.team == team);
        own.map(|line| (line.priority, tie.lot, tie.price))
    })
}

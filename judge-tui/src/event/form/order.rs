//! Orders of equal teams, each team at one place.

use ishigaki_rules::TeamId;

use super::{FieldChoice, FieldContent, FieldName, Form, FormField, choice};

impl Form {
    pub(super) fn placed_teams(&self) -> Vec<Option<TeamId>> {
        let at = |place| match self.chosen(FieldName::Place(place)) {
            Some((_, FieldChoice::Team(team))) => Some(*team),
            _ => None,
        };
        (0..self.purpose.ordered_teams().len()).map(at).collect()
    }

    /// After a change: the team displaced from a place gets the free one, and each place offers the teams not
    /// placed above it.
    pub(super) fn fill_places(&mut self, before: &[Option<TeamId>]) {
        let mut placed = self.placed_teams();
        let changed = placed.iter().zip(before).position(|(now, before)| now != before);
        let Some(at) = changed else { return };
        if let Some(other) =
            before.iter().enumerate().position(|(other, team)| other != at && *team == placed[at])
        {
            placed[other] = before[at];
        }
        let teams = self.purpose.ordered_teams().to_vec();
        for (place, team) in placed.iter().enumerate() {
            let above = placed.get(..place).unwrap_or_default();
            let offered: Vec<TeamId> =
                teams.iter().copied().filter(|team| !above.contains(&Some(*team))).collect();
            let chosen = offered.iter().position(|offered| Some(*offered) == *team);
            let field = self.fields.iter_mut().find(|field| field.name == FieldName::Place(place));
            if let Some(field) = field {
                field.content =
                    FieldContent::Choice(offered.into_iter().map(FieldChoice::Team).collect(), chosen);
            }
        }
    }
}

pub(super) fn places(teams: &[TeamId], is_ordered: bool) -> Vec<FormField> {
    let offered = |place: usize| teams.get(if is_ordered { place } else { 0 }..).unwrap_or_default();
    let choices = |place| offered(place).iter().map(|team| FieldChoice::Team(*team));
    let first = is_ordered.then_some(0);
    (0..teams.len()).map(|place| choice(FieldName::Place(place), choices(place), first)).collect()
}

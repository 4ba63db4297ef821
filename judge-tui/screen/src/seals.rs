//! Lights of the teams: whether each has submitted, never what (`A4`).

use ishigaki_rules::{Game, Phase, TeamId};
use ishigaki_words::columns::{pad_end, width};
use ishigaki_words::distinct;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::Palette;

/// Light of a team: submitted or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    Sealed,
    Awaited,
    Aside,
    Disqualified,
}

impl Seal {
    /// Returns the public state of a team in the open window.
    pub fn of(game: &Game, team: TeamId) -> Self {
        if game.team(team).is_some_and(|team| team.disqualified.is_some()) {
            return Self::Disqualified;
        }
        let Some(record) = game.current_round() else {
            return Self::Aside;
        };
        match game.phase() {
            Phase::Bidding { .. } if record.sealed.contains_key(&team) => Self::Sealed,
            Phase::Bidding { .. } if game.takes_part(team) => Self::Awaited,
            Phase::Rebidding { .. } if record.sealed_raises.contains_key(&team) => Self::Sealed,
            Phase::Rebidding { .. } if game.awaited_in_wave().is_some_and(|teams| teams.contains(&team)) => {
                Self::Awaited
            }
            _ => Self::Aside,
        }
    }
}

/// Row of the teams' lights, wrapped if necessary.
#[derive(Clone, Debug)]
pub struct SealLights {
    names: Vec<(String, Seal)>,
    palette: Palette,
}

const SIGN_COLUMNS: usize = 4;
const NAME: (usize, usize) = (4, 16);

impl SealLights {
    /// Returns a row of these teams in this order. Names must be clean.
    pub fn new(names: impl IntoIterator<Item = (String, Seal)>, palette: Palette) -> Self {
        Self { names: names.into_iter().collect(), palette }
    }

    /// Returns the number of lines. Names are shortened to four columns before a line is added; a row has
    /// more than `most` lines only if even these don't fit.
    pub fn height(&self, columns: u16, most: u16) -> u16 {
        let most = usize::from(most.max(1));
        let fits = |lines: &usize| self.name_width(columns, *lines) >= self.widest().min(NAME.1);
        let lines = (1..most).find(fits).unwrap_or(most).min(self.names.len().max(1));
        let in_line = (usize::from(columns) / (NAME.0.min(self.widest()) + SIGN_COLUMNS)).max(1);
        let lines = lines.max(self.names.len().div_ceil(in_line));
        u16::try_from(lines).unwrap_or(1)
    }

    fn widest(&self) -> usize {
        self.names.iter().map(|(name, _)| width(name)).max().unwrap_or(0)
    }

    fn name_width(&self, columns: u16, lines: usize) -> usize {
        let in_line = self.names.len().div_ceil(lines.max(1)).max(1);
        (usize::from(columns) / in_line).saturating_sub(SIGN_COLUMNS).clamp(NAME.0, NAME.1).min(self.widest())
    }

    fn span(&self, name: &str, seal: Seal, columns: usize) -> [Span<'static>; 2] {
        let (symbol, style) = match seal {
            Seal::Sealed => ("✓", self.palette.good()),
            Seal::Awaited => ("?", self.palette.warning()),
            Seal::Aside => ("-", self.palette.faint()),
            Seal::Disqualified => ("✗", self.palette.alarm()),
        };
        let name_style = if seal == Seal::Aside { self.palette.faint() } else { Style::new() };
        [Span::styled(format!("{symbol} "), style), Span::styled(pad_end(name, columns + 2), name_style)]
    }
}

impl Widget for &SealLights {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let columns = self.name_width(area.width, usize::from(area.height));
        let in_line = (usize::from(area.width) / (columns + SIGN_COLUMNS)).max(1);
        let names: Vec<String> = self.names.iter().map(|(name, _)| name.clone()).collect();
        let seals = self.names.iter().map(|(_, seal)| *seal);
        let named: Vec<(String, Seal)> = distinct(&names, columns).into_iter().zip(seals).collect();
        for (row, names) in area.rows().zip(named.chunks(in_line)) {
            let spans = names.iter().flat_map(|(name, seal)| self.span(name, *seal, columns));
            spans.collect::<Line>().render(row, buffer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(names: &[(&str, Seal)], columns: u16, most: u16) -> Vec<String> {
        let seals =
            SealLights::new(names.iter().map(|(name, seal)| ((*name).to_owned(), *seal)), Palette::PLAIN);
        let area = Rect::new(0, 0, columns, seals.height(columns, most));
        let mut buffer = Buffer::empty(area);
        (&seals).render(area, &mut buffer);
        let line = |row: Rect| {
            let mut line = String::new();
            let mut column = row.left();
            while column < row.right() {
                let symbol = buffer[(column, row.y)].symbol();
                line.push_str(symbol);
                column += u16::try_from(width(symbol).max(1)).unwrap();
            }
            line.trim_end().to_owned()
        };
        area.rows().map(line).collect()
    }

    #[test]
    fn each_seal_state_has_own_sign() {
        let names =
            [("津山", Seal::Sealed), ("B", Seal::Awaited), ("C", Seal::Aside), ("D", Seal::Disqualified)];
        assert_eq!(lines(&names, 80, 2), ["✓ 津山  ? B     - C     ✗ D"]);
    }

    #[test]
    fn sixteen_long_names_fit_into_two_lines_and_differ() {
        let names: Vec<String> = (1..=16).map(|at| format!("Team {at} with a long name")).collect();
        let names: Vec<(&str, Seal)> = names.iter().map(|name| (name.as_str(), Seal::Sealed)).collect();
        let lines = lines(&names, 80, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.matches('✓').count() == 8), "{lines:?}");
        let shown: std::collections::BTreeSet<String> =
            lines.iter().flat_map(|line| line.split('✓')).map(|name| name.trim().to_owned()).collect();
        assert_eq!(shown.len(), 17, "one of them empty: {lines:?}");
    }

    #[test]
    fn narrow_row_keeps_sign_of_each_team() {
        let names: Vec<String> = (1..=16).map(|at| format!("Team {at}")).collect();
        let names: Vec<(&str, Seal)> = names.iter().map(|name| (name.as_str(), Seal::Awaited)).collect();
        let symbols: usize = lines(&names, 40, 2).iter().map(|line| line.matches('?').count()).sum();
        assert_eq!(symbols, 16);
    }
}

//! Presence of teams: a light for each, with a symbol and words in addition to the colour.

use ishigaki_client::presence::{Light, TeamPresence};
use ishigaki_rules::{Game, TeamId};
use ishigaki_screen::{Excerpt, wrap};
use ishigaki_words::columns::{pad_end, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::Painter;
use crate::console::keymap::Context;

const COLUMNS: u16 = 66;
const MAX_NAME_COLUMNS: usize = 20;

impl Painter<'_> {
    pub(super) fn presence(&self, top: usize, screen: Rect, buffer: &mut Buffer) {
        let columns = COLUMNS.min(screen.width.saturating_sub(4));
        let hints = self.hints(Context::Presence.bindings(), usize::from(columns));
        let summary = self.presence_summary(usize::from(columns));
        let teams = self.state.game().map(|game| self.lights(game)).unwrap_or_default();
        let other_lines = summary.len() + 2 + hints.len();
        let room = usize::from(screen.height.saturating_sub(2)).saturating_sub(other_lines).max(1);
        let shown = teams.len().min(room);
        let excerpt = Excerpt::from(top, teams.len(), room);
        let height = u16::try_from(shown + other_lines).unwrap_or(u16::MAX);
        let title = self.words.label("console-presence-title");
        let inner = self.marked_window(&title, excerpt.mark(), columns, height, screen, buffer);
        let lines = teams.into_iter().skip(excerpt.first()).take(shown).chain([Line::default()]);
        let lines = lines.chain(summary).chain([Line::default()]).chain(hints);
        ishigaki_screen::lines(lines, inner, buffer);
    }

    fn lights(&self, game: &Game) -> Vec<Line<'static>> {
        let setup = game.setup();
        let names = self.words.short_names(setup, MAX_NAME_COLUMNS);
        let known = self.state.presence.teams.as_deref();
        let presence = |team: TeamId| {
            let code = setup.team(team).map(|team| team.code.as_str())?;
            known?.iter().find(|presence| presence.team == code)
        };
        let lights = setup.team_ids().map(|team| self.light(presence(team)));
        let wide = lights.map(|(_, text, _)| width(&text)).max().unwrap_or(0);
        let line = |team: TeamId| {
            let (symbol, text, style) = self.light(presence(team));
            let mut spans = vec![
                Span::styled(format!("{symbol} "), style),
                Span::raw(pad_end(names.of(team), names.width())),
                Span::raw("  "),
                Span::styled(pad_end(&text, wide), style),
            ];
            if let Some(presence) = presence(team) {
                let (symbol, key, style) = if presence.practised {
                    ("✓", "console-presence-practised", self.palette.good())
                } else {
                    ("-", "console-presence-unpractised", self.palette.faint())
                };
                spans.push(Span::styled(format!("  {symbol} {}", self.words.label(key)), style));
            }
            Line::from(spans)
        };
        setup.team_ids().map(line).collect()
    }

    fn light(&self, presence: Option<&TeamPresence>) -> (&'static str, String, Style) {
        match presence.map(TeamPresence::light) {
            None => ("?", String::new(), self.palette.faint()),
            Some(Light::Never) => ("-", self.words.label("console-presence-never"), self.palette.warning()),
            Some(Light::Gone) => ("!", self.words.label("console-presence-gone"), self.palette.alarm()),
            Some(Light::Here(feeds)) => {
                let text = self.words.say("console-presence-here", &[("feeds", feeds.into())]);
                ("✓", text, self.palette.good())
            }
        }
    }

    fn presence_summary(&self, columns: usize) -> Vec<Line<'static>> {
        let presence = &self.state.presence;
        let is_outdated = presence.stale || !self.state.is_online();
        let text = match &presence.teams {
            None if is_outdated => return self.alarm_lines("console-presence-silent", columns),
            None => self.words.label("console-presence-awaited"),
            Some(teams) => {
                let count =
                    |matches: fn(&TeamPresence) -> bool| teams.iter().filter(|&team| matches(team)).count();
                let gaps = [
                    ("here", count(|presence| presence.connections > 0).into()),
                    ("practised", count(|presence| presence.practised).into()),
                    ("of", teams.len().into()),
                ];
                self.words.say("console-presence-summary", &gaps)
            }
        };
        let mut lines: Vec<_> = wrap(&text, columns).into_iter().map(Line::from).collect();
        if is_outdated {
            lines.extend(self.alarm_lines("console-presence-stale", columns));
        }
        lines
    }

    fn alarm_lines(&self, key: &str, columns: usize) -> Vec<Line<'static>> {
        let lines = wrap(&self.words.label(key), columns).into_iter();
        lines.map(|line| Line::styled(line, self.palette.alarm())).collect()
    }
}

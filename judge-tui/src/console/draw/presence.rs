//! The teams' presence: a light for each, with a sign and words as well as a colour.

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

/// The most columns of the window, and of a team's name.
const COLUMNS: u16 = 66;
const NAME: usize = 20;

impl Painter<'_> {
    /// The window with all teams from this one on.
    pub(super) fn presence(&self, top: usize, screen: Rect, buffer: &mut Buffer) {
        let columns = COLUMNS.min(screen.width.saturating_sub(4));
        let hints = self.hints(Context::Presence.bindings(), usize::from(columns));
        let summary = self.presence_summary(usize::from(columns));
        let teams = self.state.game().map(|game| self.lights(game)).unwrap_or_default();
        let around = summary.len() + 2 + hints.len();
        let room = usize::from(screen.height.saturating_sub(2)).saturating_sub(around).max(1);
        let shown = teams.len().min(room);
        let excerpt = Excerpt::from(top, teams.len(), room);
        let height = u16::try_from(shown + around).unwrap_or(u16::MAX);
        let title = self.words.label("console-presence-title");
        let inner = self.marked_window(&title, excerpt.mark(), columns, height, screen, buffer);
        let lines = teams.into_iter().skip(excerpt.first()).take(shown).chain([Line::default()]);
        let lines = lines.chain(summary).chain([Line::default()]).chain(hints);
        ishigaki_screen::lines(lines, inner, buffer);
    }

    fn lights(&self, game: &Game) -> Vec<Line<'static>> {
        let setup = game.setup();
        let names = self.words.short_names(setup, NAME);
        let known = self.state.presence.teams.as_deref();
        let there = |team: TeamId| {
            let code = setup.team(team).map(|team| team.code.as_str())?;
            known?.iter().find(|there| there.team == code)
        };
        let lights = setup.team_ids().map(|team| self.light(there(team)));
        let wide = lights.map(|(_, text, _)| width(&text)).max().unwrap_or(0);
        let line = |team: TeamId| {
            let (sign, text, style) = self.light(there(team));
            let mut spans = vec![
                Span::styled(format!("{sign} "), style),
                Span::raw(pad_end(names.of(team), names.width())),
                Span::raw("  "),
                Span::styled(pad_end(&text, wide), style),
            ];
            if let Some(there) = there(team) {
                let (sign, key, style) = if there.practised {
                    ("✓", "console-presence-practised", self.palette.good())
                } else {
                    ("-", "console-presence-unpractised", self.palette.faint())
                };
                spans.push(Span::styled(format!("  {sign} {}", self.words.label(key)), style));
            }
            Line::from(spans)
        };
        setup.team_ids().map(line).collect()
    }

    /// A sign, words and a style. What is not known yet has no light.
    fn light(&self, there: Option<&TeamPresence>) -> (&'static str, String, Style) {
        match there.map(TeamPresence::light) {
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
        let is_old = presence.stale || !self.state.is_online();
        let text = match &presence.teams {
            None if is_old => return self.alarming("console-presence-silent", columns),
            None => self.words.label("console-presence-awaited"),
            Some(teams) => {
                let count =
                    |is_it: fn(&TeamPresence) -> bool| teams.iter().filter(|&team| is_it(team)).count();
                let gaps = [
                    ("here", count(|there| there.connections > 0).into()),
                    ("practised", count(|there| there.practised).into()),
                    ("of", teams.len().into()),
                ];
                self.words.say("console-presence-summary", &gaps)
            }
        };
        let mut lines: Vec<_> = wrap(&text, columns).into_iter().map(Line::from).collect();
        if is_old {
            lines.extend(self.alarming("console-presence-stale", columns));
        }
        lines
    }

    fn alarming(&self, key: &str, columns: usize) -> Vec<Line<'static>> {
        let lines = wrap(&self.words.label(key), columns).into_iter();
        lines.map(|line| Line::styled(line, self.palette.alarm())).collect()
    }
}

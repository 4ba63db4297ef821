//! Questions about the contest: start of a game, its teams, all clocks.

use ishigaki_screen::wrap;
use ishigaki_words::columns::{clean, pad_end, pad_start, truncate};
use ratatui::style::Style;
use ratatui::text::Line;

use super::Painter;
use crate::console::seating::Seating;
use crate::console::start::{StartQuestion, StartWarning};

const RESERVED_LINES: u16 = 9;

impl Painter<'_> {
    pub(super) fn start(&self, start: &StartQuestion, columns: usize) -> Vec<Line<'static>> {
        let codes: Vec<String> = start.teams().iter().map(|team| team.code.clone()).collect();
        let names = self.names_of(&codes);
        let game = ("game", start.game().into());
        let count = ("count", codes.len().into());
        let question = if start.is_seated() {
            // One line per team, because this is read out.
            let heading = wrap(&self.words.say("console-ask-start-seated", &[game, count]), columns);
            let named = (1..).zip(names).map(|(number, name)| {
                let line = format!("{} {name}", pad_start(&number.to_string(), 4));
                truncate(&line, columns).into_owned()
            });
            let confirmation = wrap(&self.words.label("console-ask-start-sure"), columns);
            heading.into_iter().chain(named).chain(confirmation).collect()
        } else {
            wrap(
                &self
                    .words
                    .say("console-ask-start", &[game, count, ("teams", self.words.list(names).into())]),
                columns,
            )
        };
        let warnings = start.warnings().iter().map(|warning| self.warning_text(warning));
        let warnings = warnings.flat_map(|text| wrap(&format!("! {text}"), columns));
        let warnings = warnings.map(|line| Line::styled(line, self.palette.warning()));
        warnings.chain(question.into_iter().map(Line::from)).collect()
    }

    fn warning_text(&self, warning: &StartWarning) -> String {
        let words = self.words;
        match warning {
            StartWarning::Spare { of } => words.say("console-unusual-spare", &[("game", of.as_str().into())]),
            StartWarning::NotNext { before } => {
                words.say("console-unusual-not-next", &[("game", before.as_str().into())])
            }
            StartWarning::Busy { teams, game } => {
                let names = words.list(self.names_of(teams));
                let gaps = [("teams", names.into()), ("game", game.as_str().into())];
                words.say("console-unusual-busy", &gaps)
            }
            StartWarning::Seats { planned, named } => {
                let gaps = [("planned", (*planned).into()), ("named", (*named).into())];
                words.say("console-unusual-seats", &gaps)
            }
        }
    }

    pub(super) fn seats(&self, seating: &Seating, columns: usize) -> Vec<Line<'static>> {
        let words = self.words;
        let gaps = [
            ("game", seating.game().into()),
            ("seats", seating.seats().into()),
            ("ticked", seating.ticked().count().into()),
        ];
        let mut lines: Vec<Line<'static>> =
            wrap(&words.say("console-ask-seats", &gaps), columns).into_iter().map(Line::from).collect();
        if seating.is_by_results() {
            let note = wrap(&words.label("console-seat-by-results"), columns);
            lines.extend(note.into_iter().map(|line| Line::styled(line, self.palette.heading())));
        }
        if seating.candidates().iter().any(|candidate| candidate.result.is_some()) {
            let figures = wrap(&words.label("console-seat-figures"), columns);
            lines.extend(figures.into_iter().map(|line| Line::styled(line, self.palette.faint())));
        }
        let question = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_sub(1);
        let room =
            usize::from(self.state.size().1.saturating_sub(RESERVED_LINES).saturating_sub(question)).max(1);
        let all = seating.candidates().len();
        let first = (seating.at() + 1).saturating_sub(room.min(all));
        for (place, candidate) in seating.candidates().iter().enumerate().skip(first).take(room) {
            let number = seating.number(place).map(|number| number.to_string()).unwrap_or_default();
            let symbol = if place == seating.at() { '›' } else { ' ' };
            let gaps = [
                ("name", clean(&candidate.team.name).into_owned().into()),
                ("code", candidate.team.code.as_str().into()),
            ];
            let name = words.say("console-team-and-code", &gaps);
            let plays = candidate
                .plays
                .as_deref()
                .map(|game| words.say("console-seat-plays", &[("game", game.into())]));
            let result = candidate.result.as_ref().map(|result| result.text(&words));
            let plays = plays.or(result).unwrap_or_default();
            let room = columns.saturating_sub(5 + ishigaki_words::columns::width(&plays) + 1);
            let line = format!(
                "{symbol} {} {} {plays}",
                pad_start(&number, 2),
                pad_end(&truncate(&name, room), room)
            );
            let style = match (place == seating.at(), number.is_empty()) {
                (true, _) => self.palette.selected(),
                (false, false) => self.palette.good(),
                (false, true) => Style::new(),
            };
            lines.push(Line::styled(pad_end(&line, columns), style));
        }
        let (above, below) = (first, all.saturating_sub(first + room));
        if above + below > 0 {
            let gaps = [("above", above.into()), ("below", below.into())];
            lines.push(Line::styled(words.say("console-overview-rest", &gaps), self.palette.faint()));
        }
        lines
    }

    pub(super) fn of_games(&self, key: &str, games: &[String]) -> String {
        let named = self.words.list(games.iter().map(|game| clean(game).into_owned()));
        self.words.say(key, &[("count", games.len().into()), ("games", named.into())])
    }
}

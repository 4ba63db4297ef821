//! Explanations, over the screen.

use ishigaki_rules::{Game, RoundRecord, TeamId};
use ishigaki_screen::{Excerpt, Need, foot, hanging_indent, money, wrap};
use ishigaki_words::columns::{pad_end, truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::Painter;
use super::lots::unopened;
use crate::console::keymap::{Context, Intent};
use crate::console::why::{self, Explanation, ExplanationSubject};

const COLUMNS: u16 = 90;
const FIGURE_COLUMNS: usize = 7;

impl Painter<'_> {
    pub(super) fn why(
        &self,
        subject: ExplanationSubject,
        record: usize,
        top: usize,
        screen: Rect,
        buffer: &mut Buffer,
    ) {
        let Some(game) = self.state.game() else {
            return;
        };
        let what = match subject {
            ExplanationSubject::Lot(lot) => self.words.lot(game.setup(), lot),
            ExplanationSubject::Team(team) => self.words.team(game.setup(), team),
        };
        let record = game.rounds().get(record).map(AsRef::as_ref);
        let round = record.map(|record| self.round_title(record)).unwrap_or_default();
        let title = self.words.say("console-why-title", &[("what", what.into()), ("round", round.into())]);
        let columns = COLUMNS.min(screen.width.saturating_sub(4));
        let room = usize::from(screen.height.saturating_sub(6)).max(1);
        let lines = self.reasons(game, record, subject, usize::from(columns));
        let at = lines.iter().position(|(entry, _)| *entry >= top).unwrap_or(0);
        let excerpt = Excerpt::from(at, lines.len(), room);
        let shown = lines.into_iter().map(|(_, line)| line).skip(excerpt.first()).take(room);
        let mut lines: Vec<Line<'static>> = shown.collect();
        lines.push(Line::default());
        let keys = self.keys(Context::Read.bindings(), |intent| match intent {
            Intent::Cancel => Need::Vital,
            _ => Need::Usual,
        });
        lines.extend(foot(keys, usize::from(columns), 2, self.palette));
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let title = truncate(&title, usize::from(columns)).into_owned();
        let inner = self.marked_window(&title, excerpt.mark(), columns, height, screen, buffer);
        ishigaki_screen::lines(lines, inner, buffer);
    }

    fn reasons(
        &self,
        game: &Game,
        record: Option<&RoundRecord>,
        subject: ExplanationSubject,
        columns: usize,
    ) -> Vec<(usize, Line<'static>)> {
        let words = self.words;
        let at_first_entry = |lines: Vec<Line<'static>>| lines.into_iter().map(|line| (0, line)).collect();
        let label_lines = |key: &str| {
            at_first_entry(wrap(&words.label(key), columns).into_iter().map(Line::from).collect())
        };
        let Some(record) = record else {
            return label_lines("console-no-round");
        };
        if record.settlement.is_none() {
            return label_lines(unopened(game, record));
        }
        let entries = why::entries(record, subject);
        let of_entry = |(at, entry): (usize, &Explanation)| {
            self.entry(game, subject, entry, columns).into_iter().map(move |line| (at, line))
        };
        let lines: Vec<_> = entries.iter().enumerate().flat_map(of_entry).collect();
        match (lines.is_empty(), subject) {
            (false, _) => lines,
            (true, ExplanationSubject::Lot(_)) => label_lines("console-lot-unnamed"),
            (true, ExplanationSubject::Team(team)) => {
                at_first_entry(self.team_list(game, record, team, columns))
            }
        }
    }

    fn entry(
        &self,
        game: &Game,
        subject: ExplanationSubject,
        entry: &Explanation,
        columns: usize,
    ) -> Vec<Line<'static>> {
        let (words, setup) = (self.words, game.setup());
        let warning_lines = |text: String| -> Vec<Line<'static>> {
            let lines = wrap(&text, columns).into_iter();
            lines.map(|line| Line::styled(line, self.palette.warning())).collect()
        };
        match entry {
            Explanation::Void { reason } => {
                warning_lines(words.say("console-why-void", &[("reason", reason.as_str().into())]))
            }
            Explanation::Line { team, priority, bid } => {
                let name = match subject {
                    ExplanationSubject::Lot(_) => words.team(setup, *team),
                    ExplanationSubject::Team(_) => words.lot(setup, bid.lot),
                };
                let bold = Style::new().add_modifier(Modifier::BOLD);
                let room = columns.saturating_sub(FIGURE_COLUMNS + 6);
                vec![Line::from(vec![
                    Span::styled(truncate(&name, room).into_owned(), bold),
                    Span::styled(format!("  {priority}."), self.palette.faint()),
                    money(bid.price, FIGURE_COLUMNS),
                ])]
            }
            Explanation::Step { team, wave, offer, outcome } => {
                let when = match wave {
                    None => words.label("console-why-opening"),
                    Some(wave) => words.say("console-why-wave", &[("wave", wave.0.into())]),
                };
                let outcome = words.outcome(setup, *team, outcome);
                let text = match offer {
                    None => outcome,
                    Some(price) => {
                        let gaps = [("price", (*price).into()), ("outcome", outcome.into())];
                        words.say("console-why-offer", &gaps)
                    }
                };
                self.step(&when, &text, columns)
            }
            Explanation::Won { team, confirmed, stones } => {
                let text = match (confirmed, stones.as_slice()) {
                    (false, _) => words.label("console-why-unconfirmed"),
                    (true, []) => words.label("console-why-confirmed"),
                    (true, stones) => self.handed_text(game, *team, stones),
                };
                self.step(&words.label("console-why-end"), &text, columns)
            }
            Explanation::Failed(failure) => warning_lines(words.failure(setup, failure)),
        }
    }

    fn handed_text(&self, game: &Game, team: TeamId, stones: &[ishigaki_rules::StoneId]) -> String {
        let stones = self.words.stones(game.setup(), stones.iter().copied());
        let team = self.words.team(game.setup(), team);
        self.words.say("console-why-handed", &[("team", team.into()), ("stones", stones.into())])
    }

    fn step(&self, when: &str, what: &str, columns: usize) -> Vec<Line<'static>> {
        let waves = self.words.say("console-why-wave", &[("wave", 9_u32.into())]);
        let wide = width(&waves).max(width(&self.words.label("console-why-opening")));
        let when = Span::styled(format!("   {}  ", pad_end(when, wide)), self.palette.faint());
        hanging_indent(vec![when], what, columns)
    }
}

//! Painting of the event's screen.

mod dialog;
mod head;
mod notice;

use ishigaki_screen::terminal::Key;
use ishigaki_screen::{Excerpt, Hint, Need, Palette, foot, lines, wrap};
use ishigaki_tournament::{GroupGame, GroupPhase, Stage};
use ishigaki_words::Words;
use ishigaki_words::columns::{pad_end, width};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::keymap::{Context, Intent};
use super::sheet::{LineKind, SheetLine};
use super::state::{Dialog, State};
use super::{NamedStanding, Panel, sheet::LineTarget, shown_stage};

const MIN_SIZE: (u16, u16) = (50, 16);
const PRINTABLE_PANELS: [Panel; 2] = [Panel::Round, Panel::Ranking];
const FOOT_LINES: usize = 2;

/// Paints the whole screen.
pub fn draw(state: &State, palette: Palette, frame: &mut Frame<'_>) {
    let area = frame.area();
    Painter { state, words: state.words, palette }.screen(area, frame.buffer_mut());
}

struct Painter<'a> {
    state: &'a State,
    words: Words,
    palette: Palette,
}

impl Painter<'_> {
    fn screen(&self, area: Rect, buffer: &mut Buffer) {
        if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
            return ishigaki_screen::render_too_small(MIN_SIZE, "board-too-small", &self.words, area, buffer);
        }
        let notice = self.notice_lines(area.width);
        let hints = self.hints(usize::from(area.width));
        let length = |lines: &[Line<'_>]| u16::try_from(lines.len()).unwrap_or(0);
        let [title, tabs, body, news, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Min(3),
            Constraint::Length(length(&notice)),
            Constraint::Length(length(&hints)),
        ])
        .areas(area);
        self.title(title, buffer);
        self.tabs(tabs, buffer);
        if self.state.standing().is_some() {
            self.sheet(body, buffer);
        } else {
            let text = wrap(&self.awaited_text(), usize::from(body.width));
            lines(text.into_iter().map(Line::from), body, buffer);
        }
        lines(notice, news, buffer);
        lines(hints, keys, buffer);
        // The notice and the keys stay visible.
        let above = Rect { height: area.height.saturating_sub(news.height + keys.height), ..area };
        self.dialog(area, above, buffer);
    }

    fn sheet(&self, area: Rect, buffer: &mut Buffer) {
        let sheet = &self.state.sheet.lines;
        let position = self.state.position();
        // If not all fit, the last line shows the range.
        let has_rest = sheet.len() > usize::from(area.height);
        let [area, foot] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(u16::from(has_rest))]).areas(area);
        let room = usize::from(area.height);
        let excerpt = Excerpt::around(position.line, sheet.len(), room);
        let first = sheet.get(excerpt.first()).and_then(|line| line.head);
        let head = first.filter(|head| *head < excerpt.first()).and_then(|head| sheet.get(head));
        // The column heads take one line, and the cursor must stay visible.
        let excerpt = match head {
            Some(_) => Excerpt::around(position.line, sheet.len(), room.saturating_sub(1)),
            None => excerpt,
        };
        let shown = sheet.get(excerpt.range()).unwrap_or_default().iter().zip(excerpt.range());
        let rows = head.map(|head| (head, usize::MAX)).into_iter().chain(shown);
        for ((line, at), row) in rows.zip(area.rows()) {
            let text =
                pad_end(&cut(&line.text, position.left, usize::from(row.width)), usize::from(row.width));
            Line::styled(text, self.style(line, at == position.line)).render(row, buffer);
        }
        if let Some(mark) = excerpt.mark().filter(|_| has_rest) {
            Line::styled(mark, self.palette.faint()).right_aligned().render(foot, buffer);
        }
    }

    fn style(&self, line: &SheetLine, is_selected: bool) -> Style {
        match (line.kind, is_selected && line.target.is_some()) {
            (_, true) => self.palette.selected().add_modifier(Modifier::REVERSED),
            (LineKind::Heading, _) => self.palette.heading(),
            (LineKind::Head, _) => self.palette.heading().add_modifier(Modifier::UNDERLINED),
            (LineKind::Open, _) => self.palette.warning(),
            (LineKind::Row, _) => Style::new(),
            (LineKind::Note, _) => self.palette.faint(),
        }
    }

    fn hints(&self, columns: usize) -> Vec<Line<'static>> {
        foot(self.hints_here(), columns, FOOT_LINES, self.palette)
    }

    fn hints_here(&self) -> Vec<Hint> {
        let context = self.state.context();
        let bindings = context.bindings(self.state.kind()).filter(|binding| {
            // Ctrl-C is well known.
            !matches!(binding.keys, [Key::Ctrl(_)]) && self.is_useful(context, binding.intent)
        });
        let hints = bindings.map(|binding| Hint {
            key: binding.key(),
            meaning: self.words.label(binding.label),
            need: match binding.intent {
                Intent::Help | Intent::Accept => Need::Vital,
                Intent::Next | Intent::Result | Intent::Game | Intent::Close => Need::Firm,
                Intent::Create | Intent::Abandon | Intent::Events => Need::Spare,
                _ => Need::Usual,
            },
        });
        hints.collect()
    }

    fn is_useful(&self, context: Context, intent: Intent) -> bool {
        if self.state.office(intent).is_some_and(|office| !self.state.has_office(office)) {
            return false;
        }
        if context != Context::Panel {
            let is_question = match &self.state.dialog {
                Some(Dialog::Form(form)) => form.is_question(),
                dialog => matches!(dialog, Some(Dialog::Why { .. } | Dialog::Game { .. })),
            };
            return match intent {
                Intent::Accept | Intent::Close => true,
                Intent::Erase => false,
                _ => !is_question,
            };
        }
        let has_event = self.state.standing().is_some();
        let panel = self.state.panel;
        match intent {
            Intent::Result | Intent::Reopen | Intent::Why | Intent::CallPlayers => {
                matches!(self.state.target(), Some(LineTarget::Game(..)))
            }
            Intent::Game | Intent::Count | Intent::OverruleGame | Intent::Replace => {
                self.is_useful_for_game(intent)
            }
            Intent::OverruleJanken => self.has_janken(),
            Intent::Attendance | Intent::Slip | Intent::Withdraw | Intent::Roster | Intent::Excuse => {
                has_event && panel == Panel::Roster
            }
            Intent::Unpair => {
                let stage = self.state.named_event().map(|event| event.tournament().stage());
                panel == Panel::Round && matches!(stage, Some(Stage::Playing { .. }))
            }
            Intent::PairByRuling => matches!(self.state.target(), Some(LineTarget::Player(_))),
            Intent::NameFirst | Intent::ConfirmFirst => has_event && panel == Panel::Leagues,
            Intent::OverruleDigits => {
                let digits = self.state.standing().and_then(NamedStanding::digits);
                digits.is_some_and(|(_, is_open)| is_open)
            }
            Intent::Rule | Intent::Abandon | Intent::PostNotice => has_event && panel == Panel::Rulings,
            Intent::Create => !has_event,
            Intent::Events => self.state.listing.events.len() > 1,
            Intent::Print => has_event && (!self.state.is_in_groups() || PRINTABLE_PANELS.contains(&panel)),
            Intent::Next | Intent::Find => has_event,
            Intent::Round(_) => panel == Panel::Round,
            Intent::Help | Intent::Quit => true,
            Intent::Close => !self.state.find.is_blank() && self.state.dialog.is_none(),
            _ => false,
        }
    }
}

impl Painter<'_> {
    fn is_useful_for_game(&self, intent: Intent) -> bool {
        let (Some(LineTarget::Group(game)), Some(named)) =
            (self.state.target(), self.state.watched.session.contest())
        else {
            return false;
        };
        let contest = named.contest;
        let is_played = contest.phase() == GroupPhase::Playing { stage: game.stage };
        let is_open = contest.games().any(|(other, group)| other == game && group.is_open());
        match intent {
            Intent::Count => is_played && is_open && contest.scenario(game).is_none(),
            Intent::Replace => {
                is_played && !game.spare && contest.scenario(GroupGame { spare: true, ..game }).is_some()
            }
            _ => true,
        }
    }

    fn has_janken(&self) -> bool {
        let Some(named) = self.state.watched.session.contest() else { return false };
        let stage = shown_stage(named.contest, self.state.round);
        self.state.panel == Panel::Round && !named.contest.jankens(stage).is_empty()
    }
}

fn cut(text: &str, from: usize, columns: usize) -> String {
    let (mut shown, mut at) = (String::new(), 0);
    for char in text.chars() {
        let wide = width(char.encode_utf8(&mut [0; 4]));
        if at + wide > from + columns {
            break;
        }
        if at >= from {
            shown.push(char);
        } else if at + wide > from {
            shown.push(' ');
        }
        at += wide;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_keeps_full_width_characters_whole() {
        assert_eq!(cut("ab佐藤cd", 0, 5), "ab佐");
        assert_eq!(cut("ab佐藤cd", 3, 9), " 藤cd");
        assert_eq!(cut("ab佐藤cd", 99, 9), "");
    }
}

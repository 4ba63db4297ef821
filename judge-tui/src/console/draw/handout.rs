//! Hand-out queue: stones to carry, arrived stones, stones not placed.

use ishigaki_client::judging::NextStep;
use ishigaki_rules::Game;
use ishigaki_screen::{Excerpt, StoneDrawing, StonePattern};
use ishigaki_words::columns::{pad_end, truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Painter;
use crate::console::handout::{HandedStone, queue, waiting};
use crate::console::panel::Panel;

const GAP: u16 = 2;

impl Painter<'_> {
    pub(super) fn hand_out_title(&self) -> Option<String> {
        let game = self.state.game()?;
        queue(game).next()?;
        Some(self.words.say("console-handout-waiting", &[("stones", waiting(game).into())]))
    }

    pub(super) fn hand_out_hint(&self, step: &NextStep) -> Option<String> {
        let is_calm = matches!(
            step,
            NextStep::OpenRound { .. }
                | NextStep::AwaitLists { .. }
                | NextStep::AwaitRebids { .. }
                | NextStep::SignalEnd
        );
        let waits = waiting(self.state.game().filter(|_| is_calm && self.state.panel != Panel::HandOut)?);
        let place = Panel::HandOut.index() + 1;
        let hint = || self.words.say("console-handout-hint", &[("stones", waits.into())]);
        (waits > 0).then(|| format!("{} [{place}]", hint()))
    }

    pub(super) fn hand_out(&self, game: &Game, area: Rect, buffer: &mut Buffer) -> Option<String> {
        let all: Vec<HandedStone> = queue(game).collect();
        if all.is_empty() {
            let text = self.words.label("console-handout-none");
            let lines = ishigaki_screen::wrap(&text, usize::from(area.width));
            ishigaki_screen::lines(lines.into_iter().map(Line::from), area, buffer);
            return None;
        }
        let selected = self.state.place(Panel::HandOut);
        let shape =
            all.get(selected).and_then(|handed| game.setup().lot(handed.stone.lot)).zip(all.get(selected));
        let shape = shape.map(|(lot, handed)| {
            StoneDrawing::new(&lot.shape, StonePattern::of(handed.stone.lot.index()), self.palette)
        });
        let lines = self.queue_lines(game, &all, selected);
        let wide = lines.iter().map(|(_, line)| line.width()).max().unwrap_or(0);
        let wide = u16::try_from(wide).unwrap_or(u16::MAX).saturating_add(GAP);
        if let Some(shape) = shape
            && wide.saturating_add(shape.size().0) <= area.width
        {
            let (columns, lines) = shape.size();
            let x = area.right().saturating_sub(columns);
            shape.render(Rect { x, width: columns, height: lines.min(area.height), ..area }, buffer);
        }
        // The selected stone stays visible, with its team's heading if possible.
        let room = usize::from(area.height);
        let at = lines.iter().position(|(place, _)| *place == Some(selected)).unwrap_or(0);
        let excerpt = Excerpt::around(at, lines.len(), room);
        let columns = usize::from(area.width);
        let lines = lines.into_iter().skip(excerpt.first()).map(|(_, line)| clipped(line, columns));
        ishigaki_screen::lines(lines, area, buffer);
        excerpt.mark()
    }

    fn queue_lines(
        &self,
        game: &Game,
        all: &[HandedStone],
        selected: usize,
    ) -> Vec<(Option<usize>, Line<'static>)> {
        let setup = game.setup();
        let names = all.iter().map(|handed| width(&self.words.stone(setup, handed.stone)));
        let name_width = names.max().unwrap_or(0);
        let [carried, waits, arrived] =
            ["console-handout-carried", "console-handout-waits", "console-handout-arrived"]
                .map(|key| self.words.label(key));
        let [checked, placed, unplaced] =
            ["console-handout-checked", "console-handout-placed", "console-handout-unplaced"]
                .map(|key| self.words.label(key));
        let state_width = width(&carried).max(width(&waits)).max(width(&arrived));
        let checked_width = width(&checked);
        let mut lines = Vec::new();
        for (place, &handed) in all.iter().enumerate() {
            let before = place.checked_sub(1).and_then(|before| all.get(before));
            if before.is_none_or(|before| before.team != handed.team) {
                let waiting = all.iter().filter(|other| other.team == handed.team && other.waits()).count();
                let name = self.words.team(setup, handed.team);
                let about = self.words.say("console-handout-waiting", &[("stones", waiting.into())]);
                let style = if waiting > 0 { self.palette.heading() } else { self.palette.faint() };
                lines.push((None, Line::styled(self.about(name, about), style)));
            }
            let is_selected = place == selected;
            let (tick, state, style) = match (handed.carried, handed.waits()) {
                (true, _) => ("[x]", carried.as_str(), self.palette.good()),
                (false, true) => ("[ ]", waits.as_str(), self.palette.warning()),
                // Not ticked, but confirmed by its team.
                (false, false) => ("[✓]", arrived.as_str(), self.palette.good()),
            };
            let name = pad_end(&self.words.stone(setup, handed.stone), name_width);
            let head = format!("{}{tick} {name}", if is_selected { "›" } else { " " });
            let head_style = if is_selected { self.palette.selected() } else { Style::new() };
            let is_checked = if handed.checked { checked.as_str() } else { "" };
            lines.push((
                Some(place),
                Line::from(vec![
                    Span::styled(head, head_style),
                    Span::raw("  "),
                    Span::styled(pad_end(state, state_width), style),
                    Span::raw("  "),
                    Span::styled(pad_end(is_checked, checked_width), self.palette.good()),
                    Span::raw("  "),
                    Span::styled(
                        if handed.placed { placed.clone() } else { unplaced.clone() },
                        if handed.placed { self.palette.faint() } else { Style::new() },
                    ),
                ]),
            ));
        }
        lines
    }
}

fn clipped(line: Line<'static>, columns: usize) -> Line<'static> {
    if line.width() <= columns {
        return line;
    }
    let mut left = columns;
    let mut spans = Vec::new();
    for span in line.spans {
        let text = truncate(&span.content, left).into_owned();
        left -= width(&text).min(left);
        spans.push(Span::styled(text, span.style));
    }
    Line::from(spans).style(line.style)
}

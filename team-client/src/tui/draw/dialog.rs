//! The open question over the screen, and the help.

use ishigaki_screen::{Popup, frame_keys, wrap};
use ishigaki_words::columns::{clean, truncate};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::Painter;
use crate::tui::dialog::Dialog;
use crate::tui::event::GameChoice;
use crate::tui::keymap::Intent;
use crate::tui::update::help;
use crate::tui::work::Work;
use ishigaki_strategy::doubt::Doubt;

const COLUMNS: u16 = 66;

impl Painter<'_> {
    pub(super) fn dialog(&self, screen: Rect, buffer: &mut Buffer) {
        let Some(dialog) = &self.state.dialog else {
            return;
        };
        let columns = COLUMNS.min(screen.width.saturating_sub(4));
        let words = self.words;
        let question = self.question(dialog);
        let style = match dialog {
            Dialog::Decline | Dialog::ReplaceWall { .. } => self.palette.warning(),
            _ => Style::new(),
        };
        let mut lines = match dialog {
            Dialog::Help { page } => return self.help(*page, screen, buffer),
            _ => ishigaki_screen::wrapped(&question, style, columns),
        };
        match dialog {
            Dialog::Games { games, at } => lines.extend(self.games(games, *at, columns)),
            Dialog::Seal { doubts } => lines.extend(self.doubts(doubts, columns)),
            _ => {}
        }
        if let Some(text) = self.consequence(dialog) {
            lines.extend(ishigaki_screen::wrapped(&text, Style::new(), columns));
        }
        lines.push(Line::default());
        lines.extend(self.hints(dialog.context().bindings(), usize::from(columns)));
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let inner = self.window(&words.label("team-ask-title"), columns, height, screen, buffer);
        ishigaki_screen::lines(lines, inner, buffer);
    }

    pub(crate) fn question(&self, dialog: &Dialog) -> String {
        let key = match dialog {
            Dialog::Help { .. } => "team-help-title",
            Dialog::Games { .. } => "team-ask-game",
            Dialog::Seal { .. } => "team-ask-seal",
            Dialog::Decline if self.state.is_rebidding() => "team-ask-pass",
            Dialog::Decline => "team-ask-decline",
            Dialog::TakeSealed => "team-ask-take",
            Dialog::TakeAdvice => "team-ask-take-advice",
            Dialog::ReplaceWall { is_whole: true, .. } => "team-ask-replace-wall",
            Dialog::ReplaceWall { is_whole: false, .. } => "team-ask-replace-stone",
            Dialog::TakeWall => {
                return self.hinted("team-ask-take-wall", "undo", Intent::Work(Work::Undo));
            }
            // No player would remain.
            Dialog::Quit if self.state.is_private_practice => "team-ask-quit-practice",
            Dialog::Quit => {
                let has_draft = self.state.can_draft() && self.state.differs();
                let has_draft = has_draft && !self.state.sheet.lines().is_empty();
                if has_draft { "team-ask-quit-draft" } else { "team-ask-quit" }
            }
        };
        self.words.label(key)
    }

    pub(crate) fn consequence(&self, dialog: &Dialog) -> Option<String> {
        match dialog {
            Dialog::Decline => {
                let revision = self.state.revisions().0?;
                Some(self.words.say("team-ask-replaces", &[("revision", revision.0.into())]))
            }
            Dialog::Quit => {
                let is_lost = !self.state.is_private_practice && self.state.can_build();
                let draft = self.state.workshop.as_ref().filter(|workshop| is_lost && workshop.differs());
                draft.map(|_| self.words.label("team-ask-quit-wall"))
            }
            _ => None,
        }
    }

    pub(crate) fn choice_title(&self, choice: &GameChoice) -> String {
        let title = self.words.title_of(&choice.title, &choice.title_ja);
        if choice.practice {
            self.words.say("console-game-practice", &[("title", title.into())])
        } else {
            title
        }
    }

    pub(crate) fn choice_labels(&self, games: &[GameChoice]) -> Vec<String> {
        let titles: Vec<String> = games.iter().map(|choice| self.choice_title(choice)).collect();
        let is_shared = |title: &String| titles.iter().filter(|other| *other == title).count() > 1;
        let label = |(choice, title): (&GameChoice, &String)| {
            if is_shared(title) { format!("{}  {title}", clean(&choice.game)) } else { title.clone() }
        };
        games.iter().zip(&titles).map(label).collect()
    }

    fn games(&self, games: &[GameChoice], at: usize, columns: u16) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for (place, choice) in games.iter().enumerate() {
            let title = self.choice_title(choice);
            let marker = if place == at { "›" } else { " " };
            let text = format!("{marker} {}  {title}", clean(&choice.game));
            let text = truncate(&text, usize::from(columns)).into_owned();
            lines.push(Line::styled(text, if place == at { self.palette.selected() } else { Style::new() }));
        }
        lines
    }

    fn doubts(&self, doubts: &[Doubt], columns: u16) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for doubt in doubts {
            let text = self.doubt(doubt);
            let room = usize::from(columns).saturating_sub(2);
            for (at, line) in wrap(&text, room).into_iter().enumerate() {
                let marker = if at == 0 { "! " } else { "  " };
                lines.push(Line::styled(format!("{marker}{line}"), self.palette.warning()));
            }
        }
        lines
    }

    pub(crate) fn doubt(&self, doubt: &Doubt) -> String {
        let words = self.words;
        let code = |lot| self.state.game().map(|game| words.lot(game.setup(), lot)).unwrap_or_default();
        match doubt {
            Doubt::FarAbove { line, lot, price, before } => {
                let gaps = [
                    ("line", (*line).into()),
                    ("lot", code(*lot).into()),
                    ("price", (*price).into()),
                    ("before", (*before).into()),
                ];
                words.say("team-doubt-far-above", &gaps)
            }
            Doubt::FarAboveMin { line, lot, price, min, share } => {
                let gaps = [
                    ("line", (*line).into()),
                    ("lot", code(*lot).into()),
                    ("price", (*price).into()),
                    ("min", (*min).into()),
                    ("share", (*share).into()),
                ];
                words.say("team-doubt-far-above-min", &gaps)
            }
            Doubt::NearlyAll { cost, held } => {
                words.say("team-doubt-nearly-all", &[("cost", (*cost).into()), ("held", (*held).into())])
            }
            Doubt::CheaperFirst { first, then, lot } => {
                let gaps = [("first", (*first).into()), ("then", (*then).into()), ("lot", code(*lot).into())];
                words.say("team-doubt-cheaper-first", &gaps)
            }
            Doubt::Elsewhere { revision } => {
                words.say("team-doubt-elsewhere", &[("revision", revision.0.into())])
            }
        }
    }

    fn help(&self, page: usize, screen: Rect, buffer: &mut Buffer) {
        let help = help::of(self.state);
        let page = help.page(page);
        let note = self
            .state
            .game()
            .and(self.state.watched.session.mirror().fingerprint())
            .map(|key| self.words.say("cli-fingerprint", &[("fingerprint", key.to_string().into())]));
        let (columns, lines) = help.room(note.as_deref());
        let title = self.words.label("team-help-title");
        let popup =
            Popup { title: &title, which: self.which_game(), mark: help.mark(page), palette: self.palette };
        let inner = popup.render(columns, lines, screen, buffer);
        help.render(page, note, self.palette, inner, buffer);
        frame_keys(self.hints_here(), help.mark(page).as_deref(), (inner, screen), self.palette, buffer);
    }
}

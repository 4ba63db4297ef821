//! The open question, over the screen.

use ishigaki_client::judging::JudgeAct;
use ishigaki_rules::{Act, Game, Millis, TeamId};
use ishigaki_screen::{Excerpt, Need, frame_keys, wrap};
use ishigaki_words::columns::{clean, pad_end};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::Painter;
use crate::console::act::text_of;
use crate::console::dialog::{Dialog, LONGEST_TEXT, TeamPurpose, UncoverProgress};
use crate::console::keymap::{Binding, Context, Intent};
use crate::console::notice::Notice;
use crate::console::update::help;

const COLUMNS: u16 = 66;
/// Time after the last final round in which the end is due (`E1`).
const END_TIME_LIMITS: (Millis, Millis) = (Millis(30_000), Millis(60_000));

impl Painter<'_> {
    pub(super) fn dialog(&self, screen: Rect, buffer: &mut Buffer) {
        let Some(dialog) = &self.state.dialog else {
            return;
        };
        if let Dialog::Help { place, here, page } = dialog {
            return self.help((*place, here), *page, screen, buffer);
        }
        match dialog {
            Dialog::Why { subject, record, top } => {
                return self.why(*subject, *record, *top, screen, buffer);
            }
            Dialog::Reveal { shown } => return self.reveal(*shown, screen, buffer),
            Dialog::Presence { top } => return self.presence(*top, screen, buffer),
            _ => {}
        }
        let columns = COLUMNS.min(screen.width.saturating_sub(4));
        let mut lines = self.question(dialog, usize::from(columns));
        if let Some(notice @ Notice::AnsweredBy(_)) = &self.state.notice {
            let notice_lines = wrap(&self.notice(notice), usize::from(columns)).into_iter();
            lines.extend(notice_lines.map(|line| Line::styled(line, self.palette.alarm())));
        }
        // Cursor keys are well known, and the help lists them.
        let moves = [Intent::Backward, Intent::Forward, Intent::First, Intent::Last];
        let place = dialog.context();
        let is_hint = |binding: &&Binding| {
            // The text says when there are prepared answers.
            let fills_in = place == Context::Form && matches!(binding.intent, Intent::Up | Intent::Down);
            !fills_in && !moves.contains(&binding.intent)
        };
        let keys = place.bindings().filter(is_hint);
        let hints = self.hints(keys, usize::from(columns));
        // The selection and the keys stay visible.
        let room = usize::from(screen.height).saturating_sub(3 + hints.len());
        let selected = lines.iter().position(|line| line.style == self.palette.selected()).unwrap_or(0);
        let excerpt = Excerpt::around(selected, lines.len(), room);
        lines = lines.into_iter().skip(excerpt.first()).take(room).collect();
        lines.push(Line::default());
        lines.extend(hints);
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let title = match dialog {
            Dialog::ByHand(_) => "console-byhand-title",
            _ => "console-dialog-title",
        };
        let title = self.words.label(title);
        let inner = self.marked_window(&title, excerpt.mark(), columns, height, screen, buffer);
        ishigaki_screen::lines(lines, inner, buffer);
    }

    fn uncovering(&self, uncover: UncoverProgress, columns: usize) -> Vec<Line<'static>> {
        let UncoverProgress { steps, of, holds_next, .. } = uncover;
        let gaps = [("steps", steps.into()), ("of", of.into())];
        let (sentence_key, how) = match (holds_next, self.state.hall.cover()) {
            (true, _) => ("console-uncover-held", "console-uncover-held-how"),
            (false, None) if steps >= of => ("console-uncover-whole", "console-uncover-whole-how"),
            _ => ("console-uncover", "console-uncover-how"),
        };
        let texts = [self.words.say(sentence_key, &gaps), self.words.label(how)];
        texts.iter().flat_map(|text| wrap(text, columns)).map(Line::from).collect()
    }

    fn question(&self, dialog: &Dialog, columns: usize) -> Vec<Line<'static>> {
        let text = |text: String| -> Vec<Line<'static>> {
            wrap(&text, columns).into_iter().map(Line::from).collect()
        };
        let words = self.words;
        match dialog {
            Dialog::Help { .. } | Dialog::Why { .. } | Dialog::Reveal { .. } | Dialog::Presence { .. } => {
                Vec::new()
            }
            Dialog::Message(message) => self.message(message, columns),
            Dialog::ByHand(form) => self.by_hand(form, columns),
            Dialog::Start(start) => self.start(start, columns),
            Dialog::Seats(seating) => self.seats(seating, columns),
            Dialog::PauseAll { text: so_far, games } => {
                let mut lines = text(self.of_games("console-ask-pause-all", games));
                lines.extend(text(words.label("console-reason-public")));
                lines.extend(self.field(so_far, columns));
                lines
            }
            Dialog::ResumeAll { games } => text(self.of_games("console-ask-resume-all", games)),
            Dialog::Search { text: so_far } => {
                let mut lines = text(words.label("console-ask-search"));
                lines.extend(self.field(so_far, columns));
                lines
            }
            Dialog::Uncover(uncover) => self.uncovering(*uncover, columns),
            Dialog::Quit => text(words.label("console-ask-quit")),
            Dialog::Span { by } => {
                let mut lines = text(words.label("console-ask-span"));
                lines.push(Line::styled(words.duration(*by), self.palette.heading()));
                lines
            }
            Dialog::Team { purpose, teams, at } => {
                let mut lines = text(words.label(match purpose {
                    TeamPurpose::Disqualify => "console-ask-disqualify-whom",
                    TeamPurpose::Reinstate => "console-ask-reinstate-whom",
                }));
                lines.extend(self.choice(teams, *at, columns));
                lines
            }
            Dialog::Reason { act, text: reason } => {
                let (question, publicity) = self.state.row(act).text.unwrap_or_default();
                let mut lines = text(words.say(question, &self.state.particulars(act)));
                lines.extend(text(words.label(publicity)));
                lines.extend(self.field(reason, columns));
                lines
            }
            Dialog::Order { group, order, at } => {
                let mut lines = text(words.label("console-ask-order"));
                for (place, &team) in (1..).zip(order) {
                    lines.push(Line::from(format!("  {} {}", words.place(place), self.team(team))));
                }
                lines.extend(self.choice(&Dialog::unplaced(group, order), *at, columns));
                lines
            }
            Dialog::Ask { act, .. } => self.confirmation(act, columns),
        }
    }

    fn confirmation(&self, act: &JudgeAct, columns: usize) -> Vec<Line<'static>> {
        let warning = wrap(&self.state.warning_of(act), columns).into_iter();
        let mut lines: Vec<_> = warning.map(|line| Line::styled(line, self.palette.warning())).collect();
        let reason = self.reason_given(act).into_iter();
        lines.extend(reason.flat_map(|reason| wrap(&reason, columns)).map(Line::from));
        match (act, self.state.game()) {
            (JudgeAct::InGame(Act::DeclareResult), Some(game)) => {
                lines.extend(self.questions_wait(game, columns));
                lines.extend(self.ranking_lines(game, columns));
            }
            (JudgeAct::InGame(Act::SignalEnd), _) => lines.extend(self.end_is_untimely(columns)),
            _ => {}
        }
        lines
    }

    /// After the declaration they can't be answered.
    fn questions_wait(&self, game: &Game, columns: usize) -> Vec<Line<'static>> {
        let waiting = game.waiting_questions().count();
        if waiting == 0 {
            return Vec::new();
        }
        let sentence = self.words.say("console-warn-declare-questions", &[("waiting", waiting.into())]);
        wrap(&sentence, columns).into_iter().map(|line| Line::styled(line, self.palette.alarm())).collect()
    }

    /// `E1`.
    fn end_is_untimely(&self, columns: usize) -> Vec<Line<'static>> {
        let key = match self.state.since_final() {
            Some(since) if since < END_TIME_LIMITS.0 => "console-warn-signal-end-early",
            Some(since) if since > END_TIME_LIMITS.1 => "console-warn-signal-end-late",
            _ => return Vec::new(),
        };
        let lines = wrap(&self.words.label(key), columns).into_iter();
        lines.map(|line| Line::styled(line, self.palette.alarm())).collect()
    }

    fn reason_given(&self, act: &JudgeAct) -> Option<String> {
        self.state.row(act).text?;
        Some(self.words.say("console-reason-given", &[("reason", text_of(act).into())]))
    }

    pub(super) fn choice(&self, teams: &[TeamId], at: usize, columns: usize) -> Vec<Line<'static>> {
        let Some(game) = self.state.game() else {
            return Vec::new();
        };
        let names = self.words.short_names(game.setup(), columns.saturating_sub(2));
        let line = |(place, &team): (usize, &TeamId)| {
            let selected = place == at;
            let text = format!("{} {}", if selected { "›" } else { " " }, names.of(team));
            let style = if selected { self.palette.selected() } else { ratatui::style::Style::new() };
            Line::styled(pad_end(&text, columns), style)
        };
        teams.iter().enumerate().map(line).collect()
    }

    pub(super) fn names_of(&self, codes: &[String]) -> Vec<String> {
        let setup = self.state.game().map(Game::setup);
        let own = |code: &String| {
            let setup = setup?;
            let (team, _) = setup.team_ids().zip(&setup.teams).find(|(_, team)| team.code == *code)?;
            Some(self.words.team(setup, team))
        };
        let known = |code: &String| {
            let team = self.state.roster.iter().find(|team| team.code == *code)?;
            Some(clean(&team.name).into_owned())
        };
        let named = |code: &String| {
            let gaps = [("name", own(code).or_else(|| known(code))?.into()), ("code", code.as_str().into())];
            Some(self.words.say("console-team-and-code", &gaps))
        };
        codes.iter().map(|code| named(code).unwrap_or_else(|| clean(code).into_owned())).collect()
    }

    fn team(&self, team: TeamId) -> String {
        self.state.game().map(|game| self.words.team(game.setup(), team)).unwrap_or_default()
    }

    fn field(&self, text: &str, columns: usize) -> Vec<Line<'static>> {
        let mut lines = wrap(&clean(text), columns.saturating_sub(3));
        let last = lines.pop().unwrap_or_default();
        let before = lines.into_iter().map(|line| Line::from(format!("  {line}")));
        let cursor =
            Line::from(vec![Span::raw("› "), Span::raw(last), Span::styled(" ", self.palette.selected())]);
        let mut lines: Vec<_> = before.chain(std::iter::once(cursor)).collect();
        let length = text.chars().count();
        if length >= LONGEST_TEXT {
            let gaps = [("length", length.into()), ("most", LONGEST_TEXT.into())];
            let full = self.words.say("console-message-length", &gaps);
            lines.push(Line::styled(full, self.palette.warning()));
        }
        lines
    }

    fn help(&self, (place, here): (Context, &[Intent]), page: usize, screen: Rect, buffer: &mut Buffer) {
        let above = help::LINES_ABOVE.min(screen.height);
        let below = Rect { y: screen.y + above, height: screen.height - above, ..screen };
        let help = help::of(self.state, place, here);
        let page = help.page(page);
        let note = self.fingerprint();
        let (columns, lines) = help.room(note.as_deref());
        let title = self.words.label("console-help-title");
        let mark = help.mark(page);
        let inner = self.marked_window(&title, mark.clone(), columns, lines, below, buffer);
        help.render(page, note, self.palette, inner, buffer);
        let keys = self.keys(Context::Help.bindings(), |intent| match intent {
            Intent::First | Intent::Last => Need::Spare,
            _ => Need::Usual,
        });
        frame_keys(keys, mark.as_deref(), (inner, screen), self.palette, buffer);
    }
}

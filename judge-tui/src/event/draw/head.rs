//! Head: event, stage, role and connection.

use ishigaki_client::FeedError;
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::watch::Audience;
use ishigaki_screen::{Contact, TitleRow, lines, loud};
use ishigaki_words::columns::clean;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Painter;
use crate::event::Panel;
use crate::event::stage_of;

impl Painter<'_> {
    pub(super) fn title(&self, row: Rect, buffer: &mut Buffer) {
        let contact = self.state.contact();
        let contact = self.contact(&contact);
        let title = match self.state.standing() {
            Some(event) => {
                let stage = stage_of(event, self.words);
                let title = clean(event.title(self.words)).into_owned();
                format!(" {}  {title}  {stage}", clean(event.id()))
            }
            None => format!(" {}", self.words.label("shared-heading-event")),
        };
        let role = self.role().map(|role| format!("  {role}")).unwrap_or_default();
        let mut right = Line::default();
        if let Some(questions) = self.questions_mark() {
            right.extend([questions, Span::raw("  ")]);
        }
        right.push_span(contact);
        let title = format!("{title}{role}");
        TitleRow { lead: Vec::new(), title: &title, trailer: None, right, is_bar: true }.render(row, buffer);
    }

    fn questions_mark(&self) -> Option<Span<'static>> {
        let waiting = self.state.questions.waiting();
        let sentence = || self.words.say("console-overview-questions", &[("count", waiting.into())]);
        (waiting > 0).then(|| Span::styled(sentence(), self.palette.warning()))
    }

    fn role(&self) -> Option<String> {
        let key = match self.state.listing.audience? {
            Audience::Judge => "name-judge",
            Audience::Organiser => "name-organiser",
            Audience::Desk => "name-desk",
            Audience::Referee => "name-referee",
            Audience::Board => "name-board",
            Audience::Team => "name-team",
            Audience::Unspecified => return None,
        };
        Some(self.words.say("tournament-role", &[("role", self.words.label(key).into())]))
    }

    pub(super) fn tabs(&self, row: Rect, buffer: &mut Buffer) {
        let mut spans = Vec::new();
        let in_groups = self.state.is_in_groups();
        let is_there = |panel: &Panel| Panel::of(in_groups).any(|other| other == *panel);
        for (key, panel) in (1..).zip(Panel::ALL).filter(|(_, panel)| is_there(panel)) {
            let label = if in_groups && panel == Panel::Round { "tournament-groups" } else { panel.label() };
            let text = format!("{key} {}", self.words.label(label));
            let is_shown = panel == self.state.panel;
            let style = if is_shown {
                self.palette.selected().add_modifier(Modifier::REVERSED)
            } else {
                Style::new()
            };
            spans.push(Span::styled(text, style));
            spans.push(Span::raw(" "));
        }
        let find = self.state.find.text();
        let is_asked = self.state.dialog == Some(super::Dialog::Find);
        if is_asked || !find.is_empty() {
            let cursor = if is_asked { "_" } else { "" };
            let gaps = [("text", format!("{}{cursor}", clean(&find)).into())];
            let found = self.words.say("tournament-finding", &gaps);
            return lines([Line::styled(found, self.palette.warning())], row, buffer);
        }
        Line::from(spans).render(row, buffer);
    }

    fn contact(&self, contact: &Contact) -> Span<'static> {
        match contact {
            &Contact::Stopped { reason } if reason == ErrorReason::GameElsewhere => {
                loud(&self.words.standstill(reason), self.palette)
            }
            Contact::Stopped { .. } => loud(&self.words.label("tournament-contact-stopped"), self.palette),
            _ => contact.span(self.state.surface.now(), self.words, self.palette),
        }
    }

    pub(super) fn awaited_text(&self) -> String {
        let server = [("server", self.state.server.as_str().into())];
        match self.state.contact() {
            Contact::Lost { .. } => self.words.say("board-no-server", &server),
            Contact::Closed(FeedError::Refused(fault)) => self.words.fault(&fault),
            Contact::Live if self.state.event.is_none() && self.state.listing.events.is_empty() => {
                self.words.label("tournament-none-yet")
            }
            Contact::Live if self.state.event.is_none() => self.words.label("tournament-none-chosen"),
            _ => self.words.say("tournament-await", &server),
        }
    }
}

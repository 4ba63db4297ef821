//! The head: which event, where it is, as whom the server takes the token, how the screen stands with the server.

use ishigaki_client::{FeedError, MirrorError};
use ishigaki_proto::convert::{Current, competition_to_wire};
use ishigaki_proto::watch::Audience;
use ishigaki_rules::Millis;
use ishigaki_screen::{Contact, lines};
use ishigaki_words::columns::{clean, pad_end, truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Painter;
use crate::event::Panel;

impl Painter<'_> {
    pub(super) fn title(&self, row: Rect, buffer: &mut Buffer) {
        let contact = self.state.contact();
        let said = self.contact(&contact);
        let room = usize::from(row.width).saturating_sub(width(&said) + 1);
        let title = match self.state.named() {
            Some(event) => {
                let (stage, current) = competition_to_wire(&event.standing.competition);
                let round = match current {
                    Some(Current::Round(round)) => round.0,
                    _ => 0,
                };
                let name = stage.as_str_name();
                let name = name.strip_prefix("EVENT_STAGE_").unwrap_or(name);
                let stage = self.words.event_stage(name, round);
                let title = clean(event.edition(self.words).title).into_owned();
                format!(" {}  {title}  {stage}", clean(event.id()))
            }
            None => format!(" {}", self.words.label("tournament-title")),
        };
        let role = self.role().map(|role| format!("  {role}")).unwrap_or_default();
        let title = truncate(&format!("{title}{role}"), room).into_owned();
        let style = Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED);
        Line::styled(pad_end(&title, usize::from(row.width)), style).render(row, buffer);
        Line::styled(said, self.alarm(&contact).add_modifier(Modifier::REVERSED))
            .right_aligned()
            .render(row, buffer);
    }

    /// As whom the server takes the token.
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

    /// The panels with their keys, and what is looked for.
    pub(super) fn tabs(&self, row: Rect, buffer: &mut Buffer) {
        let mut spans = Vec::new();
        for (key, panel) in (1..).zip(Panel::ALL) {
            let text = format!("{key} {}", self.words.label(panel.label()));
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

    pub(super) fn contact(&self, contact: &Contact) -> String {
        let words = self.words;
        match contact {
            Contact::Connecting => words.label("board-contact-connecting"),
            Contact::CatchingUp => words.label("board-contact-catching-up"),
            Contact::Live => words.label("tournament-contact-live"),
            Contact::Lost { .. } => {
                let lost = contact.lost_for(self.state.surface.now()).unwrap_or(0);
                let time = ishigaki_words::countdown(Millis(lost.saturating_mul(1000)));
                words.say("board-contact-lost", &[("time", time.into())])
            }
            Contact::Stopped { .. } => words.label("tournament-contact-stopped"),
            Contact::Closed(_) => words.label("tournament-contact-closed"),
            Contact::Astray(MirrorError::Unproved { .. }) => words.label("board-contact-unproved"),
            Contact::Astray(_) => words.label("board-contact-astray"),
        }
    }

    fn alarm(&self, contact: &Contact) -> Style {
        match contact {
            Contact::Live => Style::new(),
            Contact::Connecting | Contact::CatchingUp => self.palette.warning(),
            Contact::Lost { .. } | Contact::Stopped { .. } | Contact::Closed(_) | Contact::Astray(_) => {
                self.palette.alarm()
            }
        }
    }

    /// What stands there before an event does.
    pub(super) fn awaited(&self) -> String {
        let server = [("server", self.state.server.as_str().into())];
        match self.state.contact() {
            Contact::Lost { .. } => self.words.say("board-no-server", &server),
            Contact::Closed(FeedError::Refused(fault)) => self.words.fault(&fault),
            Contact::Live if self.state.event.is_none() && self.state.listing.events.is_empty() => {
                self.words.label("tournament-none-yet")
            }
            _ => self.words.say("board-await", &server),
        }
    }
}

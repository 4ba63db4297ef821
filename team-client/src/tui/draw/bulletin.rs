//! Bulletins, shown above the notice on every panel.

use ishigaki_client::team::{Sealing, Sent, UnansweredCall};
use ishigaki_client_command::missing_sealing;
use ishigaki_rules::Tsuyama;
use ishigaki_screen::notices;
use ratatui::style::Style;
use ratatui::text::Line;

use super::Painter;
use crate::tui::bulletin::Bulletin;
use crate::tui::keymap::Intent;
use crate::tui::panel::Panel;
use crate::tui::read_marks::WonStones;

impl Painter<'_> {
    pub(super) fn bulletins(&self, columns: u16, room: usize) -> Vec<Line<'static>> {
        let style = |bulletin: &Bulletin<'_>| match bulletin {
            Bulletin::Lost(_) | Bulletin::Unanswered(_) => self.palette.alarm(),
            Bulletin::Act(_) | Bulletin::Message(_) => self.palette.warning(),
            Bulletin::Won(_) if self.state.has_lost() => Style::new(),
            Bulletin::Won(_) => self.palette.good(),
        };
        let bulletins = self.state.bulletins();
        let texts: Vec<(String, Style)> =
            bulletins.iter().map(|bulletin| (self.bulletin(bulletin), style(bulletin))).collect();
        notices(&texts, columns, room, |count| self.more_news(count))
    }

    pub(crate) fn bulletin(&self, bulletin: &Bulletin<'_>) -> String {
        match bulletin {
            Bulletin::Lost(lost) => missing_sealing(lost, &self.words),
            Bulletin::Unanswered(unanswered) => self.words.label(unanswered_key(unanswered)),
            Bulletin::Act(event) => {
                self.state.game().map(|game| self.words.holding(game, event)).unwrap_or_default()
            }
            Bulletin::Message(number) => {
                let messages = self.state.game().map(|game| self.team_messages(game)).unwrap_or_default();
                let message = messages.iter().find(|message| message.number == *number);
                message.map(|message| self.message(message)).unwrap_or_default()
            }
            Bulletin::Won(won) => self.won(won),
        }
    }

    fn more_news(&self, count: usize) -> Line<'static> {
        Line::styled(self.words.say("team-more-news", &[("count", count.into())]), self.palette.faint())
    }

    fn won(&self, won: &WonStones) -> String {
        let (words, setup) = (self.words, self.state.watched.session.setup());
        let stone = |&(lot, price, is_confirmed): &(_, Tsuyama, bool)| {
            let lot = setup.map(|setup| words.lot(setup, lot)).unwrap_or_default();
            let marker = if is_confirmed && !won.is_final { " ✓" } else { "" };
            let gaps = [("lot", lot.into()), ("price", price.into())];
            format!("{}{marker}", words.say("team-won-stone", &gaps))
        };
        let key = match (won.is_final, won.stones.is_empty()) {
            (true, true) => "team-won-nothing",
            (true, false) => "team-won",
            (false, true) => "team-won-nothing-yet",
            (false, false) => "team-won-yet",
        };
        let gaps = [
            ("round", won.round.into()),
            ("stones", words.list(won.stones.iter().map(stone)).into()),
            ("left", won.left.into()),
            ("lost", self.lost(won).into()),
        ];
        words.say(key, &gaps)
    }

    fn lost(&self, won: &WonStones) -> String {
        if won.lost == 0 || self.state.panel == Panel::Results {
            return String::new();
        }
        let gaps = [("count", won.lost.into()), self.hint_gap("show", Intent::Show(Panel::Results))];
        self.words.say("team-won-lost", &gaps)
    }
}

fn unanswered_key(unanswered: &UnansweredCall) -> &'static str {
    match unanswered.what() {
        Sent::Sealing { sealing: Sealing::Bids(_), .. } => "team-unanswered-list",
        Sent::Sealing { sealing: Sealing::Raises(_), .. } => "team-unanswered-rebid",
        Sent::Wall(_) => "team-unanswered-wall",
    }
}

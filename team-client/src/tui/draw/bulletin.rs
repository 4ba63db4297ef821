//! What holds until it is over: said above what the last key led to, whatever panel is shown.

use ishigaki_client::team::{Sealing, Sent, Unanswered};
use ishigaki_rules::Tsuyama;
use ishigaki_screen::hanging;
use ishigaki_words::columns::truncate;
use ratatui::text::{Line, Span};

use super::Painter;
use crate::tui::bulletin::{Bulletin, Won};

impl Painter<'_> {
    /// As many lines as there is room for; what does not fit is counted.
    pub(super) fn bulletins(&self, columns: u16, room: usize) -> Vec<Line<'static>> {
        let Some(game) = self.state.game() else { return Vec::new() };
        let columns = usize::from(columns);
        let mut lines: Vec<Line<'static>> = Vec::new();
        let bulletins = self.state.bulletins();
        let count = bulletins.len();
        for (at, bulletin) in bulletins.into_iter().enumerate() {
            let (text, style) = match &bulletin {
                Bulletin::Unanswered(unanswered) => {
                    (self.words.label(unanswered_key(unanswered)), self.palette.alarm())
                }
                Bulletin::Act(event) => (self.words.holding(game, event), self.palette.warning()),
                Bulletin::Won(won) => (self.won(won), self.palette.good()),
            };
            let own = hanging(vec![Span::raw("» ")], &text, columns);
            let is_last = at + 1 == count;
            // What does not fit is cut, and a line says how many more there are.
            let rest = room.saturating_sub(lines.len() + usize::from(!is_last));
            if own.len() > rest && !lines.is_empty() {
                lines.push(self.more_news(count - at));
                break;
            }
            let is_cut = own.len() > rest.max(1);
            let mut own: Vec<Line<'static>> = own.into_iter().take(rest.max(1)).collect();
            if let Some(last) = own.last_mut().filter(|_| is_cut) {
                let kept = truncate(&last.to_string(), columns.saturating_sub(2)).into_owned();
                *last = Line::from(format!("{} …", kept.trim_end_matches('…')));
            }
            lines.extend(own.into_iter().map(|line| line.style(style)));
        }
        lines.truncate(room.max(1));
        lines
    }

    fn more_news(&self, count: usize) -> Line<'static> {
        Line::styled(self.words.say("team-more-news", &[("count", count.into())]), self.palette.faint())
    }

    fn won(&self, won: &Won) -> String {
        let (words, setup) = (self.words, self.state.watched.session.setup());
        let stone = |&(lot, price, is_confirmed): &(_, Tsuyama, bool)| {
            let lot = setup.map(|setup| words.lot(setup, lot)).unwrap_or_default();
            let sign = if is_confirmed && !won.is_final { " ✓" } else { "" };
            let gaps = [("lot", lot.into()), ("price", price.into())];
            format!("{}{sign}", words.say("team-won-stone", &gaps))
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
        ];
        words.say(key, &gaps)
    }
}

/// The catalogue's key for what is said of a call without an answer.
fn unanswered_key(unanswered: &Unanswered) -> &'static str {
    match unanswered.what() {
        Sent::Sealing { sealing: Sealing::Bids(_), .. } => "team-unanswered-list",
        Sent::Sealing { sealing: Sealing::Raises(_), .. } => "team-unanswered-rebid",
        Sent::Wall(_) => "team-unanswered-wall",
    }
}

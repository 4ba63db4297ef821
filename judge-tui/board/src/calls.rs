//! An event's announcements and calls, as the board shows them (`TV4`).

use std::time::Instant;

use ishigaki_rules::GameTime;
use ishigaki_screen::wrap;
use ishigaki_tournament::{Competition, EventMessages, EventNotice, TableCall};
use ishigaki_words::Words;
use ishigaki_words::columns::clean;

use crate::TournamentShow;
use crate::announcement::ANNOUNCEMENT_DURATION;

/// Maximum number of visible calls and announcements.
const MOST_MESSAGES: usize = 4;

impl TournamentShow {
    fn messages(&self) -> Option<&EventMessages> {
        Some(match &self.standing()?.competition {
            Competition::Leagues(tournament) => tournament.messages(),
            Competition::Groups(contest) => contest.messages(),
        })
    }

    fn is_recent(&self, at: GameTime, now: Instant) -> bool {
        self.time(now).is_some_and(|now| now < at.after(ANNOUNCEMENT_DURATION))
    }

    /// Returns the announcements that are shown now, the latest first.
    pub(super) fn recent_notices(&self, now: Instant) -> Vec<&EventNotice> {
        let notices = self.messages().map(EventMessages::notices).unwrap_or_default();
        notices.iter().rev().take_while(|notice| self.is_recent(notice.at, now)).collect()
    }

    /// Returns the calls to open games, the latest first, and whether the hall still shows them.
    pub(super) fn open_calls(&self, now: Instant) -> Vec<(&TableCall, bool)> {
        let tournament = self.standing().and_then(|standing| standing.competition.leagues());
        let calls = tournament.map(|tournament| tournament.open_calls()).unwrap_or_default();
        calls.into_iter().map(|call| (call, self.is_recent(call.at, now))).collect()
    }

    /// Returns the recent calls and announcements as lines with these columns.
    pub(super) fn message_lines(&self, now: Option<Instant>, words: Words, columns: u16) -> Vec<String> {
        let (Some(now), Some(event)) = (now, self.named_standing()) else { return Vec::new() };
        let calls = self.open_calls(now).into_iter().filter(|(_, is_recent)| *is_recent);
        let calls = calls.map(|(call, _)| event.call_text(call.round, call.table, &call.players, words));
        let notices = self.recent_notices(now).into_iter();
        let notices = notices.map(|notice| words.notice(&notice.english, &notice.japanese).to_owned());
        let texts = calls.chain(notices).take(MOST_MESSAGES);
        texts.flat_map(|text| wrap(&format!("▶ {}", clean(&text)), usize::from(columns))).collect()
    }

    /// Returns the numbers of announcements and calls that the hall shows, which change with time.
    pub(super) fn message_counts(&self, now: Instant) -> (usize, usize) {
        let calls = self.open_calls(now).into_iter().filter(|(_, is_recent)| *is_recent);
        (self.recent_notices(now).len(), calls.count())
    }
}

//! The notice about the wall as text.

use std::time::Duration;

use super::Painter;
use crate::tui::event::{SEARCH, SearchProgress};
use crate::tui::keymap::Intent;
use crate::tui::notice::WallNotice;
use crate::tui::search::TURN;
use crate::tui::turns::TurnWait;
use crate::tui::work::Work;

impl Painter<'_> {
    pub(super) fn wall_notice(&self, notice: &WallNotice) -> String {
        let words = self.words;
        let Some(game) = self.state.game() else { return String::new() };
        match notice {
            WallNotice::Built(count) => self.count_words("team-work-built", *count),
            WallNotice::Refused(fault) => {
                let faults = fault.violations.iter().map(|violation| words.violation(violation));
                let why = words.list(std::iter::once(words.fault(fault)).chain(faults));
                // After the end no draft is left.
                let is_over = self.state.is_over_for_walls();
                let key = if is_over { "team-notice-refused" } else { "team-work-refused" };
                words.say(key, &[("why", why.into())])
            }
            WallNotice::NotBuilt => words.label("team-work-not-built"),
            WallNotice::Same => words.label("team-work-same"),
            WallNotice::Loose(pieces) => {
                words.say("team-work-loose", &[("pieces", self.pieces(game, pieces).into())])
            }
            WallNotice::OnlyWhole => {
                self.hinted("team-work-only-whole", "send", Intent::Work(Work::SendWall))
            }
            WallNotice::CannotLie => words.label("team-work-not-laid"),
            WallNotice::NothingHeld => self.nothing_held(),
            WallNotice::NoPlace { elsewise: true } => {
                self.hinted("team-work-no-place-so", "turn", Intent::Work(Work::Turn))
            }
            WallNotice::NoPlace { elsewise: false } => words.label("team-work-no-place"),
            WallNotice::NothingThere => words.label("team-work-nothing-there"),
            WallNotice::TakenOut(piece) => {
                words.say("team-work-taken-out", &[("piece", self.piece(game, *piece).into())])
            }
            WallNotice::PutBack(piece) => {
                words.say("team-work-put-back", &[("piece", self.piece(game, *piece).into())])
            }
            WallNotice::Carries(rejection) => {
                let why = ("why", self.rejection(game, rejection).into());
                let all = self.hint_gap("all", Intent::Work(Work::TakeOutAll));
                words.say("team-work-carries", &[why, all])
            }
            WallNotice::NoChange => words.label("team-work-no-change"),
            WallNotice::Followed => words.label("team-work-followed"),
            WallNotice::Elsewhere => words.label("team-work-elsewhere"),
            WallNotice::Realised { made, waiting } => {
                words.say("team-work-realised", &[("made", (*made).into()), ("waiting", (*waiting).into())])
            }
            WallNotice::Realisable { count } => {
                words.say("team-work-realisable", &[("count", (*count).into())])
            }
            WallNotice::Searching(progress) => self.search_progress(*progress),
            WallNotice::Searched { best, is_proved, is_laid } => {
                let key = match (is_laid, is_proved) {
                    (true, true) => "team-work-searched-best",
                    (true, false) => "team-work-searched",
                    (false, true) => "team-work-searched-none-better",
                    (false, false) => "team-work-searched-nothing",
                };
                self.count_words(key, *best)
            }
            WallNotice::NoStones => words.label("team-work-no-stones"),
            WallNotice::TooLarge => words.label("team-work-too-large"),
            WallNotice::SolverOff => words.label("team-solver-off"),
        }
    }

    /// Returns what a search does before it has found anything.
    pub(super) fn search_progress(&self, progress: Option<SearchProgress>) -> String {
        let stop = self.hint_gap("stop", Intent::Work(Work::Fill));
        let running = |limit: Duration| ("team-work-searching", Some(("seconds", limit.as_secs().into())));
        let (key, gap) = match progress {
            None => running(SEARCH),
            Some(SearchProgress::Runs) => running(TURN),
            Some(SearchProgress::Waits(TurnWait::OtherDevice)) => ("team-work-search-other", None),
            Some(SearchProgress::Waits(TurnWait::Teams(teams))) => {
                ("team-work-search-waits", Some(("teams", teams.into())))
            }
        };
        let gaps: Vec<_> = gap.into_iter().chain([stop]).collect();
        self.words.say(key, &gaps)
    }
}

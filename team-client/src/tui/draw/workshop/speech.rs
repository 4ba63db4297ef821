//! The text about the ghost: its piece, and whether it fits, or the reason with its rule.

use ishigaki_rules::{Cell, Game};
use ishigaki_screen::wrap;
use ratatui::style::Style;
use ratatui::text::Line;

use super::super::Painter;
use super::super::hint::Hints;
use crate::tui::event::SearchProgress;
use crate::tui::keymap::Intent;
use crate::tui::work::Work;
use ishigaki_strategy::workshop::{Piece, PieceRejection, WallTotals, Workshop};

const NAMED: usize = 4;

impl Painter<'_> {
    pub(crate) fn speech(&self, game: &Game, workshop: &Workshop, columns: u16) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let columns = usize::from(columns);
        let mut say = |text: &str, style: Style| {
            lines.extend(wrap(text, columns).into_iter().map(|line| Line::styled(line, style)));
        };
        if let Some(draft_search) = &self.state.draft_search {
            let progress = match draft_search.progress {
                Some(SearchProgress::Waits(_)) => self.search_progress(draft_search.progress),
                _ => self.count_words("team-work-search-best", draft_search.fill.best()),
            };
            say(&progress, self.palette.warning());
        }
        match workshop.held() {
            Some(piece) => {
                // It is selected, not placed, so nothing is lost.
                let style = if workshop.can_lay() { self.palette.good() } else { self.palette.warning() };
                say(&self.verdict(game, workshop, piece), style);
            }
            None => say(&self.nothing_held(), Style::new()),
        }
        let realisable = workshop.realisable();
        if realisable > 0 {
            say(
                &self.words.say("team-work-realisable", &[("count", realisable.into())]),
                self.palette.warning(),
            );
        }
        // On the page a stone is dragged where it is.
        let under = workshop.under().filter(|_| !workshop.is_moving() && self.hints == Hints::Keys);
        if let Some(piece) = under {
            let gaps = [("piece", self.piece(game, piece).into())];
            say(&self.words.say("team-work-under", &gaps), self.palette.faint());
        }
        lines
    }

    pub(in crate::tui::draw) fn nothing_held(&self) -> String {
        self.hinted("team-work-nothing-held", "plan", Intent::Work(Work::OtherTray))
    }

    fn verdict(&self, game: &Game, workshop: &Workshop, piece: Piece) -> String {
        let words = self.words;
        let spot = workshop.spot();
        let place = [
            ("row", spot.at.row.saturating_add(1).to_string().into()),
            ("col", spot.at.col.saturating_add(1).to_string().into()),
            ("turn", spot.turn.quarters().into()),
        ];
        let gaps =
            [("piece", self.piece(game, piece).into()), ("place", words.say("team-work-at", &place).into())];
        let reasons: Vec<String> =
            workshop.rejections().iter().map(|rejection| self.rejection(game, rejection)).collect();
        let reasons = words.list(reasons);
        let key = match (workshop.can_lay(), workshop.rejections().is_empty()) {
            (true, true) => return format!("✓ {}", words.say("team-work-can-lie", &gaps)),
            (true, false) => "team-work-can-lie-but",
            (false, _) => "team-work-cannot-lie",
        };
        let [piece, place] = gaps;
        let marker = if workshop.can_lay() { "!" } else { "✗" };
        format!("{marker} {}", words.say(key, &[piece, place, ("why", reasons.into())]))
    }

    pub(in crate::tui::draw) fn rejection(&self, game: &Game, rejection: &PieceRejection) -> String {
        let words = self.words;
        let what = match rejection {
            PieceRejection::Mirrored => words.label("team-work-mirrored"),
            PieceRejection::OutOfFrame { squares } => {
                words.say("team-work-outside", &[("squares", self.squares(squares).into())])
            }
            PieceRejection::Overlap { pieces } => {
                words.say("team-work-overlap", &[("pieces", self.pieces(game, pieces).into())])
            }
            PieceRejection::Uncarried { squares } => {
                words.say("team-work-uncarried", &[("squares", self.squares(squares).into())])
            }
            PieceRejection::OnLoose { pieces } => {
                words.say("team-work-on-loose", &[("pieces", self.pieces(game, pieces).into())])
            }
            PieceRejection::LeavesLoose { pieces } => {
                words.say("team-work-leaves-loose", &[("pieces", self.pieces(game, pieces).into())])
            }
        };
        words.say("shared-alone", &[("what", what.into()), ("rule", rejection.rule().into())])
    }

    pub(crate) fn piece(&self, game: &Game, piece: Piece) -> String {
        match piece {
            Piece::Own(stone) => self.words.stone(game.setup(), stone),
            Piece::Planned { lot, .. } => {
                let gaps = [("lot", self.words.lot(game.setup(), lot).into())];
                self.words.say("team-work-planned", &gaps)
            }
        }
    }

    pub(in crate::tui::draw) fn pieces(&self, game: &Game, pieces: &[Piece]) -> String {
        self.words.list(pieces.iter().map(|&piece| self.piece(game, piece)))
    }

    pub(in crate::tui::draw) fn count_words(&self, key: &str, count: WallTotals) -> String {
        let gaps = [
            ("empty", count.empty.into()),
            ("gaps", count.top_gaps.into()),
            ("used", count.used.into()),
            self.hint_gap("stop", Intent::Work(Work::Fill)),
            self.hint_gap("undo", Intent::Work(Work::Undo)),
        ];
        self.words.say(key, &gaps)
    }

    fn squares(&self, squares: &[Cell]) -> String {
        let named = squares.iter().take(NAMED).map(|cell| format!("({},{})", cell.row + 1, cell.col + 1));
        let more = (squares.len() > NAMED).then(|| "…".to_owned());
        self.words.list(named.chain(more))
    }
}

//! Painting of a game for board and replay.

mod lots;
mod standings;
mod walls;
mod winner;

pub(crate) use lots::LotResult;

use ishigaki_rules::{Game, LotId, Phase, RoundRecord, RoundState};
use ishigaki_screen::{Palette, Seal, SealLights};
use ishigaki_words::Words;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Widget};

use super::{Cover, GamePart, HiddenPlaces};

const MIN_WHOLE_SIZE: (u16, u16) = (110, 22);

const LOTS_SHARES: [u16; 4] = [55, 52, 48, 42];

/// A game as the hall sees it, in one language.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub words: Words,
    pub palette: Palette,
    pub game: &'a Game,
    pub cover: Option<&'a Cover>,
    pub lit: &'a [LotId],
    pub turn: usize,
    pub hidden_places: Option<HiddenPlaces>,
}

impl Scene<'_> {
    /// Draws a part of the game.
    pub fn body(&self, view: GamePart, area: Rect, buffer: &mut Buffer) {
        if area.width < MIN_WHOLE_SIZE.0 || area.height < MIN_WHOLE_SIZE.1 {
            return self.view(view, area, buffer);
        }
        let [lots, walls, standings] = self.split(area);
        self.view(GamePart::Lots, lots, buffer);
        self.view(GamePart::Walls, walls, buffer);
        self.view(GamePart::Standings, standings, buffer);
    }

    fn split(&self, area: Rect) -> [Rect; 3] {
        let parts = |share: u16| {
            let [lots, side] =
                Layout::horizontal([Constraint::Percentage(share), Constraint::Min(0)]).areas(area);
            let rows = u16::try_from(self.game.setup().teams.len()).unwrap_or(u16::MAX);
            let lines = rows.saturating_add(3).min(side.height / 2);
            let [walls, standings] =
                Layout::vertical([Constraint::Min(0), Constraint::Length(lines)]).areas(side);
            [lots, walls, standings]
        };
        let [first, ..] = LOTS_SHARES;
        let draws = |[lots, ..]: &[Rect; 3]| self.draws_lots(inner(*lots));
        let must_draw = draws(&parts(first));
        let splits = LOTS_SHARES.into_iter().map(parts).filter(|split| !must_draw || draws(split));
        splits.min_by_key(|[_, walls, _]| self.scale_of_walls(inner(*walls))).unwrap_or_else(|| parts(first))
    }

    fn view(&self, view: GamePart, area: Rect, buffer: &mut Buffer) {
        let title = self.heading(view);
        let title = Span::styled(format!(" {title} "), self.palette.heading());
        let block = Block::bordered().border_style(self.palette.faint()).title(title);
        let inner = inner(area);
        block.render(area, buffer);
        match view {
            GamePart::Lots => self.lots(inner, buffer),
            GamePart::Walls => self.walls(inner, buffer),
            GamePart::Standings => self.standings(inner, buffer),
        }
    }

    /// Returns the heading of a part.
    pub fn heading(&self, view: GamePart) -> String {
        self.words.label(match view {
            GamePart::Lots => "shared-heading-stones",
            GamePart::Walls => "shared-walls",
            GamePart::Standings if self.hidden_places.is_some() => "board-standings-veiled",
            GamePart::Standings => match self.game.phase() {
                Phase::Declared => "board-standings-final",
                Phase::Ended => "board-standings-ended",
                Phase::Abandoned => "board-standings-abandoned",
                _ => "board-standings",
            },
        })
    }

    pub(super) fn record(&self) -> Option<&RoundRecord> {
        let last = self.game.rounds().last().map(AsRef::as_ref);
        last.filter(|record| !matches!(record.state, RoundState::Void { .. }))
    }

    pub fn round(&self) -> Option<String> {
        let record = self.game.rounds().last()?;
        let gaps = [
            ("round", record.round.into()),
            ("rounds", self.game.setup().rounds.len().into()),
            ("attempt", record.attempt.into()),
        ];
        let key = match record.state {
            RoundState::Open => "board-round",
            RoundState::Final => "board-round-final",
            RoundState::Void { .. } => "board-round-void",
        };
        Some(self.words.say(key, &gaps))
    }

    pub fn void(&self) -> Option<String> {
        let last = self.game.rounds().last().map(|record| &record.state);
        let (Phase::Ready { .. }, Some(RoundState::Void { reason })) = (self.game.phase(), last) else {
            return None;
        };
        Some(self.words.say("board-void", &[("reason", reason.as_str().into())]))
    }

    pub fn sealed(&self) -> Option<String> {
        let record = self.game.current_round()?;
        let (key, sealed, of) = match self.game.phase() {
            Phase::Bidding { .. } => {
                let of = self.game.setup().team_ids().filter(|&team| self.game.takes_part(team)).count();
                ("board-sealed", record.sealed.len(), of)
            }
            Phase::Rebidding { .. } => {
                let awaited = self.game.awaited_in_wave().map_or(0, |teams| teams.len());
                ("board-sealed-rebids", record.sealed_raises.len(), record.sealed_raises.len() + awaited)
            }
            _ => return None,
        };
        Some(self.words.say(key, &[("sealed", sealed.into()), ("of", of.into())]))
    }

    /// Only whether a team has submitted, never what (`A4`).
    pub fn seals(&self) -> SealLights {
        let setup = self.game.setup();
        let names = setup.team_ids().map(|team| (self.words.team(setup, team), Seal::of(self.game, team)));
        SealLights::new(names, self.palette)
    }
}

fn inner(area: Rect) -> Rect {
    area.inner(Margin::new(2, 1))
}

fn visible_range(count: usize, room: usize, turn: usize) -> std::ops::Range<usize> {
    let pages = count.div_ceil(room.max(1)).max(1);
    let first = turn % pages * room;
    first..(first + room).min(count)
}

fn render_range(range: &std::ops::Range<usize>, count: usize, style: Style, area: Rect, buffer: &mut Buffer) {
    if range.len() < count {
        let text = format!("{}-{} / {count}", range.start + 1, range.end);
        let last = Rect { y: area.bottom().saturating_sub(1), height: 1.min(area.height), ..area };
        Line::styled(text, style).right_aligned().render(last, buffer);
    }
}

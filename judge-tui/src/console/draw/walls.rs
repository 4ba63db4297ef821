//! Panel of walls: all of them, as large as possible, or one.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::{Game, LotId, StoneId, TeamId};
use ishigaki_screen::{Scale, StoneDrawing, StonePattern, Tile, Wall, WallGrid, wrap};
use ishigaki_words::columns::{truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::Painter;
use crate::console::panel::Panel;

const CAPTION_LINES: u16 = 2;
const GAP: u16 = 2;
const TILE_WIDTHS: (u16, u16) = (12, 26);
const BELOW: (u16, u16) = (1, 8);
const DETAILS_SIZE: (u16, u16) = (26, 4);

struct Labels {
    of: BTreeMap<StoneId, String>,
    legend: Vec<(String, StoneId)>,
}

impl Painter<'_> {
    pub(super) fn walls(&self, game: &Game, area: Rect, buffer: &mut Buffer) -> Option<String> {
        let is_active = self.state.panel == Panel::Walls;
        let selected = game.setup().team_ids().nth(self.state.place(Panel::Walls));
        match selected.filter(|_| is_active) {
            Some(team) if self.state.walls.is_enlarged => self.large_wall(game, team, area, buffer),
            Some(team) if area.height >= BELOW.1 => {
                let [walls, below] =
                    Layout::vertical([Constraint::Min(0), Constraint::Length(BELOW.0)]).areas(area);
                let mark = self.all_walls(game, Some(team), walls, buffer);
                let hand = truncate(&self.hand(game, team), usize::from(below.width)).into_owned();
                ishigaki_screen::lines([Line::styled(hand, self.palette.faint())], below, buffer);
                mark
            }
            selected => self.all_walls(game, selected, area, buffer),
        }
    }

    fn all_walls(
        &self,
        game: &Game,
        selected: Option<TeamId>,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<String> {
        let teams = game.setup().teams.len();
        let captions = game.setup().team_ids().map(|team| self.wall_counts(game, team));
        let widest = captions.map(|caption| width(&caption)).max().unwrap_or(0);
        let widest = u16::try_from(widest).unwrap_or(u16::MAX).clamp(TILE_WIDTHS.0, TILE_WIDTHS.1);
        let tile = Tile { least: widest, caption: CAPTION_LINES, gap: (GAP, 1) };
        let grid = WallGrid::fitting(&game.setup().frame, teams, tile, area, self.palette);
        // If not all fit, the page of the selected one is shown.
        let page = grid.page();
        let first = self.state.place(Panel::Walls) / page * page;
        for (place, team) in grid.places(area).zip(game.setup().team_ids().skip(first).take(page)) {
            if !place.is_empty() {
                self.wall(game, team, selected == Some(team), grid.scale(), place, buffer);
            }
        }
        let last = (first + page).min(teams);
        let is_whole = grid.capacity() > 0 && last - first == teams;
        (!is_whole).then(|| format!("{}-{last} / {teams}", first + 1))
    }

    fn wall(
        &self,
        game: &Game,
        team: TeamId,
        is_selected: bool,
        scale: Scale,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let room = usize::from(area.width);
        let names = self.words.short_names(game.setup(), room.saturating_sub(1));
        let name = names.of(team);
        let name = if is_selected { format!("›{name}") } else { name.to_owned() };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let style = if is_selected { bold.patch(self.palette.selected()) } else { bold };
        let captions = [
            Line::from(ratatui::text::Span::styled(truncate(&name, room).into_owned(), style)),
            Line::styled(truncate(&self.wall_counts(game, team), room).into_owned(), self.palette.faint()),
        ];
        ishigaki_screen::lines(captions, area, buffer);
        let labels = self.labels(game, team, scale.columns()).of;
        let below = below(area, CAPTION_LINES);
        (&Wall::labelled(game, team, &labels, scale, self.palette)).render(below, buffer);
    }

    fn large_wall(&self, game: &Game, team: TeamId, area: Rect, buffer: &mut Buffer) -> Option<String> {
        let frame = &game.setup().frame;
        let name = self.words.team(game.setup(), team);
        let columns = usize::from(area.width);
        let captions = [
            Line::styled(truncate(&name, columns).into_owned(), self.palette.heading()),
            Line::from(truncate(&self.wall_counts(game, team), columns).into_owned()),
        ];
        ishigaki_screen::lines(captions, area, buffer);
        let area = below(area, CAPTION_LINES + 1);
        let mut scales = Scale::offered(self.palette).iter().copied();
        let fits_beside = |scale: Scale| {
            let (columns, lines) = scale.size(frame);
            columns.saturating_add(DETAILS_SIZE.0) <= area.width && lines <= area.height
        };
        let fits_above = |scale: Scale| {
            let (columns, lines) = scale.size(frame);
            columns <= area.width && lines.saturating_add(DETAILS_SIZE.1) <= area.height
        };
        let fitting = scales.clone().find(|&scale| fits_beside(scale) || fits_above(scale));
        let scale = fitting.or(scales.next_back()).unwrap_or(Scale::Narrow);
        let (columns, lines) = scale.size(frame);
        let [wall, details] = if fits_beside(scale) {
            let [wall, _, details] = Layout::horizontal([
                Constraint::Length(columns),
                Constraint::Length(GAP),
                Constraint::Min(0),
            ])
            .areas(area);
            [wall, details]
        } else {
            Layout::vertical([Constraint::Length(lines.saturating_add(1)), Constraint::Min(0)]).areas(area)
        };
        let labels = self.labels(game, team, scale.columns());
        (&Wall::labelled(game, team, &labels.of, scale, self.palette)).render(wall, buffer);
        self.wall_details(game, team, &labels, details, buffer)
    }

    fn wall_details(
        &self,
        game: &Game,
        team: TeamId,
        labels: &Labels,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<String> {
        let (words, setup) = (self.words, game.setup());
        let columns = usize::from(area.width);
        let score = game.wall_score(team);
        let loose = score.map(|score| score.lifted).filter(|loose| !loose.is_empty()).map(|loose| {
            let stones = words.stones(setup, loose);
            (words.say("console-wall-loose", &[("stones", stones.into())]), self.palette.alarm())
        });
        let legend = labels.legend.iter().map(|(mark, stone)| {
            let gaps = [("mark", mark.as_str().into()), ("stone", words.stone(setup, *stone).into())];
            words.say("console-wall-mark", &gaps)
        });
        let legend: Vec<String> = legend.collect();
        let legend = (!legend.is_empty()).then(|| (words.list(legend), self.palette.faint()));
        let hand = (self.hand(game, team), Style::new());
        let texts = loose.into_iter().chain(legend).chain([hand]);
        let lines: Vec<Line<'static>> = texts
            .flat_map(|(text, style)| {
                wrap(&text, columns).into_iter().map(move |line| Line::styled(line, style))
            })
            .collect();
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        ishigaki_screen::lines(lines, area, buffer);
        let all_fit = self.shapes(game, &in_hand(game, team), below(area, height.saturating_add(1)), buffer);
        (height > area.height || !all_fit).then(|| "…".to_owned())
    }

    fn shapes(&self, game: &Game, stones: &BTreeSet<StoneId>, area: Rect, buffer: &mut Buffer) -> bool {
        let mut counts: BTreeMap<LotId, usize> = BTreeMap::new();
        for stone in stones {
            *counts.entry(stone.lot).or_default() += 1;
        }
        let setup = game.setup();
        let labelled = counts.into_iter().filter_map(|(lot, count)| {
            let code = self.words.lot(setup, lot);
            let label = if count > 1 { format!("{code} ×{count}") } else { code };
            Some((
                StoneDrawing::new(&setup.lot(lot)?.shape, StonePattern::of(lot.index()), self.palette),
                label,
            ))
        });
        ishigaki_screen::shapes(labelled, Style::new(), area, buffer)
    }

    fn labels(&self, game: &Game, team: TeamId, columns: u16) -> Labels {
        let mut labels = Labels { of: BTreeMap::new(), legend: Vec::new() };
        if !self.state.walls.names_stones || columns < 2 {
            return labels;
        }
        let setup = game.setup();
        for &stone in game.team(team).into_iter().flat_map(|team| team.laid.keys()) {
            let short = format!("{}{}", self.words.lot(setup, stone.lot), stone.copy);
            let names = [self.words.stone(setup, stone), short];
            let fitting = names.into_iter().find(|name| width(name) <= usize::from(columns));
            let label = fitting.unwrap_or_else(|| {
                let mark = format!("{:02}", labels.legend.len() + 1);
                labels.legend.push((mark.clone(), stone));
                mark
            });
            labels.of.insert(stone, label);
        }
        labels
    }

    fn hand(&self, game: &Game, team: TeamId) -> String {
        let stones = in_hand(game, team);
        if stones.is_empty() {
            return self.words.label("console-wall-hand-none");
        }
        let stones = self.words.stones(game.setup(), stones);
        self.words.say("console-wall-hand", &[("stones", stones.into())])
    }

    /// As on the server, or by a manual count (`E2`).
    fn wall_counts(&self, game: &Game, team: TeamId) -> String {
        if let Some(count) = game.team(team).and_then(|team| team.counted) {
            let gaps = [("empty", count.empty.into()), ("gaps", count.top_gaps.into())];
            return self.words.say("console-wall-counted", &gaps);
        }
        let Some(score) = game.wall_score(team) else {
            return String::new();
        };
        let gaps = [
            ("empty", score.empty.into()),
            ("gaps", score.top_gaps.into()),
            ("lifted", score.lifted.len().into()),
        ];
        self.words.say("console-wall-counts", &gaps)
    }
}

/// `W4`.
fn in_hand(game: &Game, team: TeamId) -> BTreeSet<StoneId> {
    let Some(team) = game.team(team) else {
        return BTreeSet::new();
    };
    team.stones.iter().filter(|stone| !team.laid.contains_key(stone)).copied().collect()
}

fn below(area: Rect, lines: u16) -> Rect {
    let lines = lines.min(area.height);
    Rect { y: area.y + lines, height: area.height - lines, ..area }
}

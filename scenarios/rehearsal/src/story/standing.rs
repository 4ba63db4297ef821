//! The standing of the teams: money, walls, ranking (`A10`, `E2`).

use std::collections::BTreeMap;

use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Event, Game, RoundState, Standing, StoneId, Tsuyama};
use ishigaki_words::columns::{pad_end, pad_start, width};
use ishigaki_words::grouped;

use super::{Story, indent_pictures};
use crate::drawing::{shelf, wall_width, widest};
use crate::styled_text::{StyledLine, TextStyle};

const GAP: usize = 3;

impl Story {
    /// `A10`.
    pub(super) fn finalised(&self, game: &Game, event: &Event) -> Vec<StyledLine> {
        let mut lines = self.sentence(game, event);
        lines.push(StyledLine::new());
        let setup = game.setup();
        let Some(record) = game.rounds().last() else { return lines };
        let heads = ["before", "paid", "left"].map(|head| self.words.label(&format!("rehearsal-{head}")));
        let names: Vec<String> = setup.team_ids().map(|team| self.name(setup, team)).collect();
        let name_width = widest(names.iter().map(String::as_str));
        let figure_width = widest(heads.iter().map(String::as_str)).max(grouped(setup.initial.0).len()) + 2;
        let mut head = StyledLine::of(TextStyle::Plain, " ".repeat(2 + name_width));
        for text in &heads {
            head.push(TextStyle::Faint, pad_start(text, figure_width));
        }
        head.push(TextStyle::Faint, format!("   {}", self.words.label("rehearsal-handed")));
        lines.push(head);
        for (team, name) in setup.team_ids().zip(&names) {
            let before = record.held.get(team.index()).copied().unwrap_or_default();
            let left = game.team(team).map_or(Tsuyama::ZERO, |team| team.held);
            let mut line =
                StyledLine::of(TextStyle::Plain, "  ").and(TextStyle::Strong, pad_end(name, name_width));
            line.push(TextStyle::Faint, pad_start(&grouped(before.0), figure_width));
            line.push(TextStyle::Plain, pad_start(&grouped(before.minus(left).0), figure_width));
            line.push(TextStyle::Strong, pad_start(&grouped(left.0), figure_width));
            line.push(TextStyle::Plain, "   ");
            let start = line.width();
            for (stone, award) in record.handed.iter().filter(|(_, award)| award.team == team) {
                let text = format!(" {} ", self.words.stone(setup, *stone));
                let price = grouped(award.price.0);
                if line.width() + width(&text) + price.len() + 2 > self.columns {
                    lines.push(std::mem::take(&mut line));
                    line.pad_to(start);
                }
                line.push(TextStyle::Stone(stone.lot.index()), text);
                line.push(TextStyle::Faint, format!(" {price}  "));
            }
            lines.push(line);
        }
        lines
    }

    pub(super) fn walls_after_round(&mut self, game: &Game) -> Vec<StyledLine> {
        let last = game.rounds().iter().rfind(|record| record.state == RoundState::Final);
        let Some(round) = last.map(|record| record.round) else { return Vec::new() };
        self.shown = laid(game);
        self.walls(game, &self.words.say("rehearsal-walls", &[("round", round.into())]))
    }

    /// Omits walls that are unchanged since they were last shown.
    pub(super) fn walls_at_the_end(&mut self, game: &Game) -> Vec<StyledLine> {
        if self.shown == laid(game) {
            return self.text(TextStyle::Plain, &self.words.label("rehearsal-walls-unchanged"));
        }
        self.walls(game, &self.words.label("rehearsal-walls-end"))
    }

    fn walls(&self, game: &Game, head: &str) -> Vec<StyledLine> {
        let setup = game.setup();
        let mut lines = self.part(head);
        lines.push(StyledLine::new());
        let wide = wall_width(&setup.frame, self.room()).max(14);
        let picture = |team| {
            let mut picture = self.symbols.wall(setup, &game.team(team)?.laid, self.room());
            let name = pad_end(&self.words.team(setup, team), wide);
            picture.push(StyledLine::of(TextStyle::Strong, name));
            if let Some(tally) = game.tally(team) {
                let gaps = [("empty", tally.empty.into()), ("top", tally.top_gaps.into())];
                picture
                    .push(StyledLine::of(TextStyle::Plain, self.words.say("rehearsal-wall-counts", &gaps)));
                let gaps = [("used", tally.used.into()), ("unused", tally.unused.into())];
                picture
                    .push(StyledLine::of(TextStyle::Faint, self.words.say("rehearsal-stone-counts", &gaps)));
            }
            Some(picture)
        };
        let pictures: Vec<Vec<StyledLine>> = setup.team_ids().filter_map(picture).collect();
        lines.extend(indent_pictures(shelf(&pictures, GAP, self.room())));
        lines
    }

    pub(super) fn declared(&self, game: &Game, event: &Event) -> Vec<StyledLine> {
        let mut lines = self.section(TextStyle::Title, &self.words.label("rehearsal-ranking"));
        lines.extend(self.sentence(game, event));
        lines.push(StyledLine::new());
        lines.extend(self.ranking(game));
        lines
    }

    /// Returns the ranking with the differences of neighbours (`E2`).
    pub fn ranking(&self, game: &Game) -> Vec<StyledLine> {
        let setup = game.setup();
        let standings = game.standings();
        let heads =
            Criterion::RANKED.map(|criterion| self.words.criterion_head_of("rehearsal-head", criterion));
        let places: Vec<String> = standings.iter().map(|row| self.words.place(row.place)).collect();
        let place_width = widest(places.iter().map(String::as_str));
        let names: Vec<String> = standings.iter().map(|row| self.name(setup, row.team)).collect();
        let name_width = widest(names.iter().map(String::as_str));
        let mut head = StyledLine::of(TextStyle::Plain, " ".repeat(2 + 2 + place_width + 2 + name_width));
        for text in &heads {
            head.push(TextStyle::Faint, format!("  {text}"));
        }
        let mut lines = vec![head];
        for (at, row) in standings.iter().enumerate() {
            let is_first = row.place == 1;
            let mut line = StyledLine::of(TextStyle::Warn, if is_first { "  ★ " } else { "    " });
            let (place, name) = (places.get(at), names.get(at));
            line.push(TextStyle::Strong, pad_start(place.map_or("", String::as_str), place_width));
            line.push(if is_first { TextStyle::Title } else { TextStyle::Strong }, {
                format!("  {}", pad_end(name.map_or("", String::as_str), name_width))
            });
            for (figure, head) in figures(row).iter().zip(&heads) {
                line.push(TextStyle::Plain, format!("  {}", pad_start(figure, width(head))));
            }
            lines.push(line);
            let below = standings.get(at + 1);
            if let Some(criterion) = row.decided_by {
                let tally_below = below.and_then(|below| below.tally);
                let why = self.words.criterion(criterion, row.tally.as_ref(), tally_below.as_ref());
                let start = StyledLine::of(TextStyle::Plain, " ".repeat(4 + place_width + 2))
                    .and(TextStyle::Faint, "↑ ");
                lines.extend(self.hanging(start, TextStyle::Faint, &why));
            }
        }
        lines
    }
}

fn figures(row: &Standing) -> [String; Criterion::RANKED.len()] {
    let figures = row.tally.map(|tally| tally.figures().map(grouped));
    figures.unwrap_or_else(|| std::array::from_fn(|_| "–".to_owned()))
}

fn laid(game: &Game) -> Vec<BTreeMap<StoneId, Spot>> {
    let teams = game.setup().team_ids().filter_map(|team| game.team(team));
    teams.map(|team| team.laid.clone()).collect()
}

//! The beginning of a story: title, frame and stones.

use std::collections::BTreeMap;

use ishigaki_rules::{LotId, Setup, TeamId};
use ishigaki_strategy::bot::{Breed, Temperament};
use ishigaki_words::columns::pad_end;
use ishigaki_words::{Words, grouped};

use super::{INDENT, Story, indent_pictures};
use crate::drawing::shelf;
use crate::styled_text::{StyledLine, TextStyle};

/// The heading of a story: game and players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryHeader {
    pub title: String,
    pub scenario: String,
    pub seed: u64,
    /// In the order of the teams; empty if the lists are fixed.
    pub bots: Vec<Breed>,
}

const WALL: [&[usize]; 4] = [&[4, 3, 5], &[2, 5, 2, 3], &[5, 3, 4], &[3, 2, 4, 3]];

impl Story {
    /// Returns the title, the fixed parameters (`G1`), the frame and the stones.
    pub fn beginning(&self, setup: &Setup, header: &StoryHeader) -> Vec<StyledLine> {
        let words = &self.words;
        let mut lines = vec![StyledLine::new()];
        lines.extend(self.banner(header));
        lines.push(StyledLine::new());
        let facts = [
            ("teams", setup.teams.len().into()),
            ("rounds", setup.rounds.len().into()),
            ("money", words.money(setup.initial).into()),
            ("squares", setup.frame.area().into()),
        ];
        lines.extend(self.text(TextStyle::Plain, &words.say("rehearsal-facts", &facts)));
        let by = if header.bots.is_empty() { "rehearsal-by-script" } else { "rehearsal-by-bots" };
        let gaps = [("scenario", header.scenario.as_str().into()), ("seed", header.seed.to_string().into())];
        lines.extend(self.text(TextStyle::Faint, &words.say(by, &gaps)));
        lines.extend(self.text(TextStyle::Faint, &words.label("rehearsal-server")));
        lines.extend(self.players(setup, &header.bots));
        lines.extend(self.part(&words.label("rehearsal-frame-and-stones")));
        lines.push(StyledLine::new());
        let pictures: Vec<Vec<StyledLine>> = std::iter::once(self.frame(setup))
            .chain(setup.lot_ids().filter_map(|lot| self.stone(setup, lot)))
            .collect();
        lines.extend(indent_pictures(shelf(&pictures, 2, self.room())));
        lines
    }

    fn banner(&self, header: &StoryHeader) -> Vec<StyledLine> {
        let words = &self.words;
        let texts = [
            StyledLine::of(TextStyle::Title, words.label("rehearsal-name")),
            StyledLine::of(TextStyle::Strong, words.label("rehearsal-what")),
            StyledLine::new(),
            StyledLine::of(TextStyle::Strong, header.title.as_str()),
        ];
        let mut colour = 0;
        let banner = WALL.iter().zip(texts).map(|(stones, text)| {
            let mut line = StyledLine::of(TextStyle::Plain, "  ");
            for &stone in *stones {
                line.push(TextStyle::Stone(colour), format!("[{:1$}]", "", stone - 2));
                colour = (colour + 5) % 12;
            }
            line.push(TextStyle::Plain, "   ");
            line.append(text);
            line
        });
        banner.collect()
    }

    fn players(&self, setup: &Setup, bots: &[Breed]) -> Vec<StyledLine> {
        if bots.is_empty() {
            return Vec::new();
        }
        let mut lines = self.part(&self.words.label("rehearsal-players"));
        for (team, &breed) in setup.team_ids().zip(bots) {
            lines.extend(self.player(setup, team, &manner(&self.words, breed)));
        }
        lines
    }

    pub(crate) fn player(&self, setup: &Setup, team: TeamId, manner: &str) -> Vec<StyledLine> {
        let name = pad_end(&self.name(setup, team), NAME);
        let start = StyledLine::of(TextStyle::Plain, " ".repeat(INDENT))
            .and(TextStyle::Strong, name)
            .and(TextStyle::Plain, "  ");
        self.hanging(start, TextStyle::Plain, manner)
    }

    fn frame(&self, setup: &Setup) -> Vec<StyledLine> {
        let mut picture = self.symbols.wall(setup, &BTreeMap::new(), self.room());
        picture.push(StyledLine::of(TextStyle::Strong, self.words.label("rehearsal-frame")));
        let size = format!("{}×{}", setup.frame.width(), setup.frame.height());
        picture.push(StyledLine::of(TextStyle::Faint, size));
        picture
    }

    fn stone(&self, setup: &Setup, lot: LotId) -> Option<Vec<StyledLine>> {
        let spec = setup.lot(lot)?;
        let mut picture = self.symbols.shape(lot, &spec.shape);
        let code = self.words.lot(setup, lot);
        picture.push(
            StyledLine::of(TextStyle::Strong, code).and(TextStyle::Plain, format!(" ×{}", spec.copies)),
        );
        let price = [("price", grouped(spec.min_price.0).into())];
        picture.push(StyledLine::of(TextStyle::Faint, self.words.say("shared-from", &price)));
        Some(picture)
    }
}

const NAME: usize = 14;

pub(crate) fn manner(words: &Words, breed: Breed) -> String {
    let temperament = match breed {
        Breed::Adviser => return words.label("rehearsal-adviser"),
        Breed::RivalAware => return words.label("rehearsal-rival-aware"),
        Breed::Graded(strength) => {
            return words.say("rehearsal-strength", &[("strength", u32::from(strength.number()).into())]);
        }
        Breed::Simple(temperament) => temperament,
    };
    words.label(match temperament {
        Temperament::Steady => "rehearsal-steady",
        Temperament::Thrifty => "rehearsal-thrifty",
        Temperament::Bold => "rehearsal-bold",
        Temperament::Patient => "rehearsal-patient",
        Temperament::Blocker => "rehearsal-blocker",
        Temperament::Gambler => "rehearsal-gambler",
    })
}

//! The result of a practice: place, ranking, and location of the proofs.

use std::path::PathBuf;

use ishigaki_record::figures::{Figures, flat};
use ishigaki_rules::Game;
use ishigaki_strategy::bot::{Breed, Strength};
use ishigaki_words::{Value, Words};
use serde::Serialize;

use super::PracticeOptions;
use super::setting::{PracticeGame, SEAT};
use crate::story::{Story, manner};
use crate::styled_text::{StyledLine, TextStyle};

/// Report of a practice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PracticeReport {
    pub scenario: String,
    pub seed: u64,
    /// 1 to 10; `null` if the bots were named.
    pub strength: Option<u8>,
    pub seat: String,
    pub place: u32,
    pub ranking: Vec<Row>,
    pub events: usize,
    /// Receipts of the seat that are here and in the record; 0 if its client keeps its own.
    pub receipts: usize,
    /// Rejected moves of the bots; normally 0.
    pub refused: usize,
    pub transcript: Option<PathBuf>,
    pub kept_receipts: Option<PathBuf>,
}

/// A team in the ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    pub place: u32,
    pub team: String,
    /// `null` for the seat.
    pub bot: Option<&'static str>,
    /// `null` if disqualified.
    #[serde(flatten, serialize_with = "flat")]
    pub figures: Option<Figures>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct PracticeProof {
    pub(super) events: usize,
    pub(super) receipts: usize,
    pub(super) refused: usize,
    pub(super) transcript: Option<PathBuf>,
    pub(super) kept_receipts: Option<PathBuf>,
}

impl PracticeReport {
    pub(super) fn of(
        game: &Game,
        practised: &PracticeGame,
        options: &PracticeOptions,
        proved: PracticeProof,
    ) -> Self {
        let standings = game.standings();
        let row = |standing: &ishigaki_rules::Standing| Row {
            place: standing.place,
            team: game.setup().team(standing.team).map(|spec| spec.code.clone()).unwrap_or_default(),
            bot: options.bot(standing.team).map(Breed::code),
            figures: standing.tally.map(Figures::from),
        };
        let mine = standings.iter().find(|standing| standing.team == SEAT);
        Self {
            scenario: options.setting.scenario.name.clone(),
            seed: practised.seed,
            strength: options.strength.map(Strength::number),
            seat: options.setting.seat_code().to_owned(),
            place: mine.map_or(0, |standing| standing.place),
            ranking: standings.iter().map(row).collect(),
            events: proved.events,
            receipts: proved.receipts,
            refused: proved.refused,
            transcript: proved.transcript,
            kept_receipts: proved.kept_receipts,
        }
    }

    pub(super) fn lines(
        &self,
        game: &Game,
        story: &Story,
        words: &Words,
        options: &PracticeOptions,
    ) -> Vec<StyledLine> {
        let gaps = [("place", words.place(self.place).into()), ("teams", game.setup().teams.len().into())];
        let mut lines = story.section(TextStyle::Title, &words.say("practice-place", &gaps));
        lines.extend(story.ranking(game));
        lines.extend(story.part(&match self.strength {
            Some(strength) => {
                words.say("practice-bots-of-strength", &[("strength", u32::from(strength).into())])
            }
            None => words.label("practice-bots"),
        }));
        for team in game.setup().team_ids() {
            if let Some(breed) = options.bot(team) {
                lines.extend(story.player(game.setup(), team, &manner(words, breed)));
            }
        }
        lines.push(StyledLine::new());
        let mut remark = |style, key, gaps: &[(&str, Value)]| lines.extend(story.remark(style, key, gaps));
        let gaps = [("events", self.events.into()), ("receipts", self.receipts.into())];
        remark(TextStyle::Good, "practice-verified", &gaps);
        if self.refused > 0 {
            remark(TextStyle::Bad, "practice-refused", &[("refused", self.refused.into())]);
        }
        for (key, path) in
            [("practice-transcript", &self.transcript), ("practice-receipts", &self.kept_receipts)]
        {
            if let Some(path) = path {
                remark(TextStyle::Plain, key, &[("path", path.display().to_string().into())]);
            }
        }
        lines.push(StyledLine::new());
        lines
    }
}

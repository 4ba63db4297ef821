//! A round: games with their state, and costs of the pairing (`TP`, `TV2`, `TO9`).

use ishigaki_printout::Part;
use ishigaki_tournament::{PairedRound, Round, Stage};

use super::{LineKind, LineTarget, PanelSheet, SheetSource};

pub(in crate::event) fn shown_round(rounds: &[PairedRound], asked: Option<Round>) -> Option<&PairedRound> {
    let is_asked = |paired: &&PairedRound| Some(paired.round) == asked;
    rounds.iter().find(is_asked).or(rounds.last())
}

impl PanelSheet {
    pub(super) fn round(&mut self, source: SheetSource<'_>) {
        let SheetSource { event, words, .. } = source;
        let tournament = event.tournament();
        let edition = event.edition(words);
        if let Stage::Between { next } = tournament.stage() {
            self.note(source, &words.say("tournament-can-be-paired", &[("round", next.0.into())]));
        }
        let Some(paired) = shown_round(tournament.rounds(), source.round) else {
            return self.note(source, &words.label("tournament-no-round"));
        };
        let Some(results) = edition.results(paired.round) else { return };
        let games: Vec<_> = paired.games().map(|(_, one, other)| (one, other)).collect();
        let gaps = [("open", paired.open().into()), ("games", games.len().into())];
        self.heading(&format!("{}  {}", results.heading, words.say("tournament-open-of", &gaps)));
        if let Some(Part::Table(table)) = results.parts.first() {
            let rows = games.iter().map(|(one, other)| {
                let is_open = !paired.results.contains_key(&(*one.min(other), *one.max(other)));
                let kind = if is_open { LineKind::Open } else { LineKind::Row };
                (kind, Some(LineTarget::Game(*one, *other)))
            });
            self.table(&table.lines(), rows, source);
        }
        self.blank();
        for note in &results.notes {
            self.note(source, note);
        }
        let Some(pairings) = edition.pairings(paired.round) else { return };
        // The certificates follow the tables by table and by player.
        if let Some(Part::Table(table)) = pairings.parts.get(2) {
            self.blank();
            self.heading(&table.heading);
            self.table(&table.lines(), table.rows.iter().map(|_| (LineKind::Row, None)), source);
            for note in &pairings.notes {
                self.note(source, note);
            }
        }
    }
}

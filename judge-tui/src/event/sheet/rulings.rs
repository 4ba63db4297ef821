//! The referee's rulings: replaced results, named firsts, and texts (`TV3`).

use super::{PanelSheet, SearchTarget, SheetSource};

impl PanelSheet {
    pub(super) fn rulings(&mut self, source: SheetSource<'_>) {
        let SheetSource { event, words, .. } = source;
        let (tournament, edition) = (event.tournament(), event.edition(words));
        self.heading(&words.label("tournament-panel-rulings"));
        let mut rulings = edition.draw_rulings();
        for paired in tournament.rounds() {
            for decided in paired.results.values() {
                let Some(reason) = &decided.ruling else { continue };
                let at = usize::try_from(decided.entry).ok().and_then(|entry| entry.checked_sub(1));
                let Some(entry) = at.and_then(|at| tournament.entries().get(at)) else { continue };
                let gaps = [
                    ("round", paired.round.0.into()),
                    ("entered", edition.player(entry.slip.winner).into()),
                    ("winner", edition.player(decided.slip.winner).into()),
                    ("loser", edition.player(decided.slip.loser).into()),
                    ("entry", decided.entry.into()),
                    ("reason", reason.as_str().into()),
                ];
                rulings.push(words.say("tournament-overruled", &gaps));
            }
        }
        rulings.extend(edition.firsts());
        rulings.extend(
            tournament
                .rulings()
                .iter()
                .map(|text| words.say("print-ruling", &[("text", text.as_str().into())])),
        );
        self.push_rulings(rulings, source);
    }

    pub(super) fn push_rulings(
        &mut self,
        mut rulings: Vec<String>,
        source: SheetSource<'_, impl SearchTarget>,
    ) {
        if rulings.is_empty() {
            rulings.push(source.words.label("tournament-no-rulings"));
        } else {
            let find = source.find.to_lowercase();
            rulings.retain(|ruling| ruling.to_lowercase().contains(&find));
        }
        for ruling in rulings {
            self.note(source, &ruling);
            self.blank();
        }
    }
}

//! The referee's rulings (`TV3`).

use ishigaki_board::NamedStanding;

use super::{PanelSheet, SearchTarget, SheetSource};

impl PanelSheet {
    pub(super) fn rulings(&mut self, of: NamedStanding<'_>, source: SheetSource<'_, impl SearchTarget>) {
        self.heading(&source.words.label("tournament-panel-rulings"));
        let mut rulings = of.rulings(source.words);
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

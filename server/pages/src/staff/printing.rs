//! Printouts for the staff: cards, pairings, standings and diplomas as A4 pages. A card has a QR code that opens its
//! game on the desk's page.

use ishigaki_board::NamedStanding;
use ishigaki_printout::{Hosting, Part, PrintKind, Printout};
use ishigaki_tournament::{Round, StageId};
use ishigaki_words::Words;
use serde::Deserialize;

use super::assets::{PRINT_SCRIPT, PRINT_STYLE};
use super::device::StaffDevice;

/// Query of a printout.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PrintQuery {
    event: String,
    kind: String,
    round: Option<u32>,
    pub(crate) lang: Option<String>,
}

impl StaffDevice {
    /// Returns a printout as a page; `None` while there is nothing to print. `origin` is that of the pages.
    pub(crate) fn print(&self, query: &PrintQuery, origin: &str, words: Words) -> Option<String> {
        let kind = PrintKind::named(&query.kind)?;
        let view = self.view();
        view.event.as_ref().filter(|event| **event == query.event)?;
        let mut printout = match view.mirror.named_standing()? {
            NamedStanding::Leagues(event) => event.edition(words).print(kind, query.round.map(Round)),
            NamedStanding::Groups(named) if kind == PrintKind::Groups => {
                let mut stages = (0..named.contest.plan().stages.len()).map(StageId::at);
                let last = stages.rfind(|stage| named.contest.drawn(*stage).is_some())?;
                named.edition(words).groups(last)
            }
            NamedStanding::Groups(named) if kind == PrintKind::Ranking => named.edition(words).ranking(),
            NamedStanding::Groups(_) => None,
        }?;
        if kind == PrintKind::Slips {
            link_cards(&mut printout, origin, &query.event, query.round);
        }
        let back = format!("/staff/?view=organiser&event={}", query.event);
        Some(printout.hosted_html(Hosting { style: PRINT_STYLE, script: PRINT_SCRIPT, back: &back }))
    }
}

/// The cards are in the order of the tables.
fn link_cards(printout: &mut Printout, origin: &str, event: &str, round: Option<u32>) {
    let round = round.unwrap_or_default();
    for part in &mut printout.parts {
        let Part::Cards { cards, .. } = part else { continue };
        for (table, card) in (1..).zip(cards) {
            card.link = Some(format!("{origin}/staff/?event={event}&card={round}-{table}"));
        }
    }
}

//! The roster for the desk: attendance, seeds, numbers (`TD4`, `TD6`, `TD7`).

use ishigaki_printout::lotteries_note;
use ishigaki_tournament::PlayerId;
use ishigaki_words::columns::clean;
use ishigaki_words::{Align, Table};

use super::{LineKind, LineTarget, PanelSheet, SheetSource};

const MAX_NAME_COLUMNS: usize = 24;

impl PanelSheet {
    pub(super) fn roster(&mut self, source: SheetSource<'_>) {
        let SheetSource { event, words, .. } = source;
        let tournament = event.tournament();
        let count = tournament.roster().len();
        let absent = (0..count).map(PlayerId::at).filter(|player| tournament.is_absent(*player)).count();
        let present = count - absent;
        let gaps = [("count", count.into()), ("present", present.into()), ("absent", absent.into())];
        self.heading(&words.say("tournament-roster-count", &gaps));
        if let Some(commitment) = tournament.commitment() {
            let hash = hex::encode(commitment);
            self.note(source, &words.say("print-commitment", &[("hash", hash.into())]));
        } else {
            self.note(source, &words.label("tournament-not-committed"));
        }
        // The draw shows them once they are known.
        if tournament.seed().is_none() {
            self.note(source, &lotteries_note(words, &tournament.plan().lotteries));
        }
        self.blank();
        if count == 0 {
            return;
        }
        let edition = event.edition(words);
        let mut players: Vec<PlayerId> = (0..count).map(PlayerId::at).collect();
        players.sort_by_key(|player| (edition.number(*player).unwrap_or(u32::MAX), *player));
        let rank = edition.has_ranks().then(|| (words.label("print-head-rank"), Align::Start));
        let heads = [
            (words.label("print-head-number"), Align::End),
            (words.label("shared-player"), Align::Start),
            (words.label("tournament-head-kana"), Align::Start),
        ];
        let heads = heads.into_iter().chain(rank).chain([
            (words.label("print-head-seed-class"), Align::Start),
            (words.label("tournament-head-woman"), Align::Start),
            (words.label("print-head-attendance"), Align::Start),
            (words.label("shared-id"), Align::Start),
        ]);
        let mut table = Table::new(heads).at_most(1, MAX_NAME_COLUMNS).at_most(2, MAX_NAME_COLUMNS);
        for player in &players {
            table.row(cells(*player, source));
        }
        let rows = players.iter().map(|player| {
            let kind = if tournament.is_absent(*player) { LineKind::Note } else { LineKind::Row };
            (kind, Some(LineTarget::Player(*player)))
        });
        self.table(&table.lines(), rows, source);
    }
}

fn cells(player: PlayerId, source: SheetSource<'_>) -> Vec<String> {
    let SheetSource { event, words, .. } = source;
    let edition = event.edition(words);
    let tournament = event.tournament();
    let entrant = tournament.roster().get(player.index()).cloned().unwrap_or_default();
    let class = entrant.seed.and_then(|class| tournament.plan().seed_classes.get(class));
    let label = |is: bool, key| if is { words.label(key) } else { String::new() };
    let kana = event.standing.entrant(player).map_or("", |entrant| &entrant.kana);
    let mut cells = vec![
        edition.number(player).map(|number| number.to_string()).unwrap_or_default(),
        edition.name(player),
        clean(kana).into_owned(),
    ];
    cells.extend(edition.has_ranks().then(|| edition.rank(player)));
    cells.extend([
        class.map(|class| clean(&class.name).into_owned()).unwrap_or_default(),
        label(entrant.woman, "tournament-woman"),
        label(tournament.is_absent(player), "print-absent"),
        clean(event.entrant_id(player)).into_owned(),
    ]);
    cells
}

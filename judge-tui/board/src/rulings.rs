//! All rulings of an event as sentences (`TV3`).

use ishigaki_printout::Edition;
use ishigaki_tournament::{Decided, Round};
use ishigaki_words::{NamedCompetition, Words};

use crate::NamedStanding;

impl NamedStanding<'_> {
    /// Returns all rulings: on the draw, results, firsts, pairings and games, then those in words.
    pub fn rulings(self, words: Words) -> Vec<String> {
        let competition = &self.standing().competition;
        let (mut rulings, facts) = match self {
            Self::Leagues(event) => {
                let edition = event.edition(words);
                let draw = edition.draw_rulings().into_iter();
                let rulings = draw.chain(overruled_results(&edition)).chain(edition.firsts());
                (rulings.collect(), event.tournament().ruling_facts())
            }
            Self::Groups(contest) => (contest.edition(words).draw_rulings(), contest.contest.ruling_facts()),
        };
        let names: Vec<String> =
            (0..competition.entrants()).map(|line| self.entrant_label(line, words)).collect();
        let of = NamedCompetition { competition, names: &names };
        rulings.extend(facts.iter().map(|fact| words.competition_fact(of, fact)));
        let in_words = competition.rulings().iter();
        rulings.extend(in_words.map(|text| words.say("print-ruling", &[("text", text.as_str().into())])));
        rulings
    }
}

fn overruled_results(edition: &Edition<'_>) -> Vec<String> {
    let decided = edition
        .tournament
        .rounds()
        .iter()
        .flat_map(|paired| paired.results.values().map(|decided| (paired.round, decided)));
    let sentence = |(round, decided): (Round, &Decided)| {
        let reason = decided.ruling.as_ref()?;
        let at = usize::try_from(decided.entry).ok().and_then(|entry| entry.checked_sub(1));
        let entry = at.and_then(|at| edition.tournament.entries().get(at))?;
        let gaps = [
            ("round", round.0.into()),
            ("entered", edition.player(entry.slip.winner).into()),
            ("winner", edition.player(decided.slip.winner).into()),
            ("loser", edition.player(decided.slip.loser).into()),
            ("entry", decided.entry.into()),
            ("reason", reason.as_str().into()),
        ];
        Some(edition.words.say("tournament-overruled", &gaps))
    };
    decided.filter_map(sentence).collect()
}

//! Additional lines of a game's log: awards, handed-out stones and ranking, each with its rule. They contain
//! only opened data.

use ishigaki_rules::auction::{Award, Settlement};
use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{
    Game, Revision, RoundNo, RoundRecord, RoundState, Setup, Standing, StoneId, TeamId, Tsuyama,
};

use crate::Words;
use crate::standing::figure;

impl Words {
    /// Returns the game as it was set up (`G1`).
    pub fn set_up(&self, game: &str, setup: &Setup) -> String {
        let gaps = [
            ("game", game.into()),
            ("title", self.title(setup).into()),
            ("count", setup.teams.len().into()),
            ("teams", self.teams(setup, setup.team_ids()).into()),
            ("rounds", setup.rounds.len().into()),
            ("money", setup.initial.into()),
            ("rule", "G1".into()),
        ];
        self.say("log-set-up", &gaps)
    }

    /// Reports that a list replaced the previous one (`A2`); `None` for the first of an attempt or wave.
    pub fn replacement(&self, revision: Revision) -> Option<String> {
        let gaps = [("revision", revision.0.into()), ("rule", "A2".into())];
        (revision > Revision(1)).then(|| self.say("log-replaced", &gaps))
    }

    /// Returns the reason why the organiser entered a list or re-bid for its team (`G6`).
    pub fn by_hand(&self, reason: &str) -> String {
        self.say("log-by-hand", &[("reason", reason.into()), ("rule", "G6".into())])
    }

    /// Returns the results of a round's last opening beyond the previous settlement: awards, ties, failures.
    pub fn settled(&self, setup: &Setup, before: Option<&Settlement>, now: &Settlement) -> Vec<String> {
        let awards =
            now.awards().iter().filter(|award| before.is_none_or(|old| !old.awards().contains(award)));
        let failures = now.failures().iter();
        let failures = failures.filter(|failure| before.is_none_or(|old| !old.failures().contains(failure)));
        let awards = awards.map(|award| self.won(setup, now, award));
        let ties = now.ties().iter().map(|tie| self.stop(self.tie(setup, tie)));
        let failures = failures.map(|failure| self.stop(self.failure(setup, failure)));
        awards.chain(ties).chain(failures).collect()
    }

    /// Returns the stones of each team and their total price when a round became final (`A10`); teams without
    /// stones are omitted.
    pub fn handed(&self, game: &Game, round: RoundNo) -> Vec<String> {
        let is_meant = |record: &&RoundRecord| record.round == round && record.state == RoundState::Final;
        let Some(record) = game.rounds().iter().map(AsRef::as_ref).find(is_meant) else {
            return Vec::new();
        };
        let of = |team: TeamId| {
            let handed = record.handed.iter().filter(move |(_, award)| award.team == team);
            let stones: Vec<_> = handed.clone().map(|(stone, _)| *stone).collect();
            let paid = handed.map(|(_, award)| award.price.0).sum();
            (!stones.is_empty()).then(|| self.charge(game, team, &stones, Tsuyama(paid)))
        };
        game.setup().team_ids().filter_map(of).collect()
    }

    /// Returns a row of the ranking with its figures and the criterion that decides against the next row
    /// (`E2`, `E3`).
    pub fn ranked(&self, game: &Game, row: &Standing, below: Option<&Standing>) -> String {
        let setup = game.setup();
        let place = ("place", self.place(row.place).into());
        let team = ("team", self.team(setup, row.team).into());
        let sentence = if let Some(tally) = row.tally {
            let figures = Criterion::RANKED
                .into_iter()
                .filter_map(|criterion| Some((criterion.name(), figure(criterion, Some(&tally))?)));
            let gaps: Vec<_> = [place, team].into_iter().chain(figures).collect();
            self.say("log-ranked", &gaps)
        } else {
            let reason = game.team(row.team).and_then(|state| state.disqualified.clone()).unwrap_or_default();
            self.say("log-ranked-last", &[place, team, ("reason", reason.into()), ("rule", "E3".into())])
        };
        let Some(criterion) = row.decided_by else {
            return sentence;
        };
        let below = below.and_then(|below| below.tally);
        let why = self.criterion(criterion, row.tally.as_ref(), below.as_ref());
        let decided = self.say("log-ranked-by", &[("why", why.into())]);
        self.together(&[sentence, decided])
    }

    fn won(&self, setup: &Setup, settlement: &Settlement, award: &Award) -> String {
        let outcome = settlement.outcome(award.team, award.priority);
        let rule = outcome.map_or("A5", |outcome| outcome.rule());
        self.say("log-won", &[("award", self.award(setup, award).into()), ("rule", rule.into())])
    }

    fn charge(&self, game: &Game, team: TeamId, stones: &[StoneId], paid: Tsuyama) -> String {
        let held = game.team(team).map(|team| team.held).unwrap_or_default();
        let gaps = [
            ("team", self.team(game.setup(), team).into()),
            ("stones", self.stones(game.setup(), stones.iter().copied()).into()),
            ("paid", paid.into()),
            ("held", held.into()),
            ("rule", "A10".into()),
        ];
        self.say("log-handed", &gaps)
    }

    fn stop(&self, part: String) -> String {
        self.say("log-stop", &[("part", part.into())])
    }
}

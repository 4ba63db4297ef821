//! The bracket: knock-out, prize games, women's final (`TK`).

use ishigaki_tournament::{Bout, LeagueId, PlayerId, Playoff, Playoffs, PrizeRule, Round};

use crate::columns::ColumnKey;
use crate::edition::Edition;
use crate::printout::{BracketNode, Part, PrintCell, PrintKind, PrintTable, Printout};
use crate::results::discs;

impl Edition<'_> {
    /// Returns the knock-out's games, including those without known players, and the other last games. `None`
    /// before the leagues are made, or without a knock-out.
    pub fn bracket(&self) -> Option<Printout> {
        self.tournament.flow()?;
        self.tournament.plan().knock_out?;
        let playoffs = self.tournament.playoffs();
        let expected = self.expected();
        let rows = expected.iter().map(|bout| match playoffs.game(*bout) {
            Some(game) => self.game(game),
            None => self.open_game(*bout, &playoffs),
        });
        let mut knock_out = self.games(self.words.label("print-knock-out"));
        knock_out.rows.extend(rows);
        let mut beside = self.games(self.words.label("print-beside"));
        let others = playoffs.games.iter().filter(|game| !expected.contains(&game.bout));
        beside.rows.extend(others.map(|game| self.game(game)));
        let mut parts = vec![Part::Bracket(self.node(Bout::Final, &playoffs)), Part::Table(knock_out)];
        if !beside.rows.is_empty() {
            parts.push(Part::Table(beside));
        }
        let heading = self.words.label("print-bracket");
        Some(self.printout(PrintKind::Bracket, heading, parts, self.playoff_notes(&playoffs)))
    }

    fn node(&self, bout: Bout, playoffs: &Playoffs) -> BracketNode {
        let has_semi_finals = self.tournament.plan().has_semi_finals();
        let from = match bout {
            Bout::Final if has_semi_finals => {
                [Bout::SemiFinal1, Bout::SemiFinal2].map(|bout| self.node(bout, playoffs))
            }
            Bout::SemiFinal1 => [0, 3].map(|league| BracketNode::Entrant(self.first_of(league))),
            Bout::SemiFinal2 => [1, 2].map(|league| BracketNode::Entrant(self.first_of(league))),
            _ => [0, 1].map(|league| BracketNode::Entrant(self.first_of(league))),
        };
        let winner = playoffs.winner(bout).map(|winner| self.player(winner)).unwrap_or_default();
        BracketNode::Bout { heading: self.bout(bout), winner, from: Box::new(from) }
    }

    /// Returns prize-winners, the women's champion, and a note if more than twelve compete for the prizes
    /// (`TK2`, `TK3`).
    pub(crate) fn playoff_notes(&self, playoffs: &Playoffs) -> Vec<String> {
        let mut notes = Vec::new();
        if !playoffs.prize_winners.is_empty() {
            let players = playoffs.prize_winners.iter().map(|player| self.player(*player));
            let players = self.words.list(players);
            let rule = match self.tournament.plan().prizes {
                PrizeRule::LostToKnockOut => "TE3",
                PrizeRule::Nobody | PrizeRule::Games => "TK2",
            };
            let gaps = [("players", players.into()), ("rule", rule.into())];
            notes.push(self.words.say("print-prize-winners", &gaps));
        }
        if playoffs.over_twelve {
            notes.push(self.words.label("print-over-twelve"));
        }
        if let Some(champion) = playoffs.womens_champion {
            let gaps = [("player", self.player(champion).into())];
            notes.push(self.words.say("print-womens-champion", &gaps));
        }
        notes
    }

    /// Returns the knock-out's games in playing order.
    fn expected(&self) -> Vec<Bout> {
        let plan = self.tournament.plan();
        let mut bouts = Vec::new();
        if plan.has_semi_finals() {
            bouts.extend([Bout::SemiFinal1, Bout::SemiFinal2]);
        }
        bouts.push(Bout::Final);
        if plan.knock_out.is_some_and(|knock_out| knock_out.third_place_game) {
            bouts.push(Bout::ThirdPlace);
        }
        bouts
    }

    fn games(&self, heading: String) -> PrintTable {
        let keys = [
            ColumnKey::RoundOf,
            ColumnKey::Bout,
            ColumnKey::First,
            ColumnKey::Second,
            ColumnKey::Discs,
            ColumnKey::Winner,
        ];
        PrintTable::new(self.words, heading, keys)
    }

    fn game(&self, game: &Playoff) -> Vec<PrintCell> {
        let round = game.bout.round(self.tournament.plan());
        let winner = game.winner.map(|winner| self.player(winner)).unwrap_or_default();
        self.row(
            round,
            game.bout,
            [self.player(game.a), self.player(game.b)],
            self.discs_of(game, round),
            winner,
        )
    }

    fn open_game(&self, bout: Bout, playoffs: &Playoffs) -> Vec<PrintCell> {
        let round = bout.round(self.tournament.plan());
        let has_semi_finals = self.tournament.plan().has_semi_finals();
        let winner = |bout| self.player_or("print-winner-of", bout, playoffs.winner(bout));
        let loser = |bout| {
            let loser = playoffs.game(bout).and_then(Playoff::loser);
            self.player_or("print-loser-of", bout, loser)
        };
        let players = match bout {
            Bout::SemiFinal1 => [self.first_of(0), self.first_of(3)],
            Bout::SemiFinal2 => [self.first_of(1), self.first_of(2)],
            Bout::Final if !has_semi_finals => [self.first_of(0), self.first_of(1)],
            Bout::ThirdPlace => [loser(Bout::SemiFinal1), loser(Bout::SemiFinal2)],
            _ => [winner(Bout::SemiFinal1), winner(Bout::SemiFinal2)],
        };
        self.row(round, bout, players, String::new(), String::new())
    }

    fn row(
        &self,
        round: Round,
        bout: Bout,
        [first, second]: [String; 2],
        discs: String,
        winner: String,
    ) -> Vec<PrintCell> {
        vec![round.0.into(), self.bout(bout).into(), first.into(), second.into(), discs.into(), winner.into()]
    }

    fn first_of(&self, at: usize) -> String {
        let first = self.tournament.flow().and_then(|flow| flow.firsts().get(at).copied().flatten());
        match first {
            Some(first) => self.player(first.player),
            None => self.words.say("print-first-of", &[("league", LeagueId::at(at).to_string().into())]),
        }
    }

    fn player_or(&self, key: &str, bout: Bout, player: Option<PlayerId>) -> String {
        match player {
            Some(player) => self.player(player),
            None => self.words.say(key, &[("bout", self.bout(bout).into())]),
        }
    }

    fn discs_of(&self, game: &Playoff, round: Round) -> String {
        let pair = (game.a.min(game.b), game.a.max(game.b));
        let decided = self.paired(round).and_then(|paired| paired.results.get(&pair));
        decided.map(|decided| discs(&decided.slip, decided.slip.winner == game.a)).unwrap_or_default()
    }
}

//! A team's own game: place, wall, lists with their outcomes, money, stones and time line.

use ishigaki_rules::auction::Outcome;
use ishigaki_rules::{Event, Fact, Game, Priority, RoundRecord, RoundState, StoneId, TeamId, Tsuyama};
use ishigaki_words::game_clock;

use crate::columns::ColumnKey;
use crate::game::GameEdition;
use crate::printout::{Part, PrintCell, PrintKind, PrintTable, Printout};

impl GameEdition<'_> {
    /// Returns a team's own game with all events that concern it. `None` for an unknown team.
    pub fn team_game(&self, team: TeamId, events: &[Event]) -> Option<Printout> {
        let rows = self.rows();
        let at = rows.iter().position(|row| row.team == team)?;
        let row = rows.get(at)?;
        let mut place =
            PrintTable { heading: self.state_heading(), columns: self.columns(), rows: Vec::new() };
        place.rows.push([self.ranked(row), vec![self.decided_by(row, rows.get(at + 1)).into()]].concat());
        let mut parts = vec![Part::Table(place), Part::Walls(vec![self.wall_of(row)])];
        parts.push(Part::Table(self.money(team)));
        let lists = self.game.rounds().iter().filter_map(|record| self.list(team, record));
        parts.extend(lists.map(Part::Table));
        parts.extend(self.stones(team).map(Part::Table));
        parts.push(Part::Table(self.time_line(team, events)));
        let heading = self.words.say("print-team-game", &[("team", self.team(team).into())]);
        Some(self.printout(PrintKind::Team, heading, parts, vec![self.words.label("print-team-note")]))
    }

    fn table(&self, key: &str, columns: impl IntoIterator<Item = ColumnKey>) -> PrintTable {
        PrintTable::new(self.words, self.words.label(key), columns)
    }

    fn money(&self, team: TeamId) -> PrintTable {
        let keys = [ColumnKey::Auction, ColumnKey::State, ColumnKey::Held, ColumnKey::Spent];
        let mut table =
            self.table("print-money", keys.into_iter().chain([ColumnKey::Left, ColumnKey::Stones]));
        for record in self.game.rounds() {
            let held = record.held.get(team.index()).copied().unwrap_or_default();
            let handed = record.handed.iter().filter(|(_, award)| award.team == team);
            let spent = Tsuyama(handed.clone().map(|(_, award)| award.price.0).sum());
            let left = Tsuyama(held.0.saturating_sub(spent.0));
            let stones = self.words.stones(self.game.setup(), handed.map(|(stone, _)| *stone));
            let state = self.state(record).into();
            table.rows.push(vec![
                record.round.0.into(),
                state,
                money(held),
                money(spent),
                money(left),
                stones.into(),
            ]);
        }
        table
    }

    fn state(&self, record: &RoundRecord) -> String {
        self.words.label(match record.state {
            RoundState::Open => "print-round-open",
            RoundState::Final => "print-round-final",
            RoundState::Void { .. } => "shared-round-void",
        })
    }

    /// Returns the team's opened list of an attempt, line by line; `None` without a list.
    fn list(&self, team: TeamId, record: &RoundRecord) -> Option<PrintTable> {
        let list = record.list(team).filter(|list| !list.bids.is_empty())?;
        let keys =
            [ColumnKey::Priority, ColumnKey::Lot, ColumnKey::Price, ColumnKey::Rebids, ColumnKey::Outcome];
        let mut table = PrintTable::new(self.words, self.list_heading(record), keys);
        let setup = self.game.setup();
        for (number, bid) in (1_u32..).zip(&list.bids) {
            let priority = Priority(number);
            let raises: Vec<String> =
                record.raises_of(team, priority).map(|price| price.0.to_string()).collect();
            let outcome: Option<Outcome> =
                record.settlement.as_ref().and_then(|settled| settled.outcome(team, priority));
            let outcome = outcome.map(|outcome| self.words.outcome(setup, team, &outcome));
            table.rows.push(vec![
                number.into(),
                self.words.lot(setup, bid.lot).into(),
                money(bid.price),
                raises.join(" ").into(),
                outcome.unwrap_or_default().into(),
            ]);
        }
        Some(table)
    }

    fn list_heading(&self, record: &RoundRecord) -> String {
        let key =
            if matches!(record.state, RoundState::Void { .. }) { "print-list-void" } else { "print-list" };
        self.words.say(key, &[("round", record.round.into()), ("attempt", record.attempt.into())])
    }

    /// Returns the stones handed out to the team; `None` without stones.
    fn stones(&self, team: TeamId) -> Option<PrintTable> {
        let keys = [ColumnKey::Stone, ColumnKey::Auction, ColumnKey::Price, ColumnKey::Laid];
        let mut table = self.table("shared-heading-stones", keys);
        let laid = |stone: StoneId| self.game.team(team).is_some_and(|state| state.laid.contains_key(&stone));
        for record in self.game.rounds() {
            for (stone, award) in record.handed.iter().filter(|(_, award)| award.team == team) {
                let key = if laid(*stone) { "print-stone-laid" } else { "print-stone-unused" };
                table.rows.push(vec![
                    self.words.stone(self.game.setup(), *stone).into(),
                    record.round.0.into(),
                    money(award.price),
                    self.words.label(key).into(),
                ]);
            }
        }
        (!table.rows.is_empty()).then_some(table)
    }

    fn time_line(&self, team: TeamId, events: &[Event]) -> PrintTable {
        let mut table = self.table("print-time-line", [ColumnKey::Moment, ColumnKey::Happened]);
        let mut game = Game::new(self.game.setup().clone());
        for event in events {
            game.apply(event);
            if concerns(&game, &event.fact, team) {
                let moment = game_clock(event.at);
                table.rows.push(vec![moment.into(), self.words.event(&game, event).into()]);
            }
        }
        table
    }
}

fn money(amount: Tsuyama) -> PrintCell {
    i64::try_from(amount.0).unwrap_or(i64::MAX).into()
}

fn concerns(game: &Game, fact: &Fact, team: TeamId) -> bool {
    let owns = |stone: &StoneId| game.team(team).is_some_and(|state| state.stones.contains(stone));
    let is_own = match fact {
        Fact::StonesTicked { stones, .. } => stones.iter().any(owns),
        Fact::JankenEntered { order } => order.contains(&team),
        Fact::WallCounted { team: whose, .. }
        | Fact::TeamDisqualified { team: whose, .. }
        | Fact::TeamReinstated { team: whose, .. } => *whose == team,
        fact => fact.team().is_none_or(|whose| whose == team),
    };
    is_own && fact.is_for(team)
}

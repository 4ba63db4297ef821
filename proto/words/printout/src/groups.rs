//! A contest in groups in one language: each stage's groups and advance, and each team's finish (`TG`).

use ishigaki_rules::TeamId;
use ishigaki_rules::ranking::{Contender, Criterion, Ranking, Tally, rank};
use ishigaki_tournament::{
    Advance, AdvancedBy, DrawnGroup, DrawnStage, Fact, Finish, Generator, GroupContest, GroupGame,
    GroupPhase, JankenOpen, MODULUS, OverruledDigits, Quota, Shift, Source, StageId, seed_value,
};
use ishigaki_words::Words;
use ishigaki_words::columns::clean;

use crate::columns::ColumnKey;
use crate::draw::{digits_note, lotteries_note};
use crate::edition::{EntrantName, declared};
use crate::printout::{Part, PrintCell, PrintKind, PrintTable, Printout};

/// A contest in groups to print in one language.
#[derive(Clone, Copy, Debug)]
pub struct GroupEdition<'a> {
    pub words: Words,
    pub title: &'a str,
    pub contest: &'a GroupContest,
    pub names: &'a [EntrantName],
}

type Outcome = Option<Result<Advance, JankenOpen>>;

impl GroupEdition<'_> {
    /// Returns a stage's groups with the teams' figures for all five criteria (`E2`) and the advance; cells
    /// are empty without a result. `None` before the groups are drawn.
    pub fn groups(&self, stage: StageId) -> Option<Printout> {
        let drawn = self.contest.drawn(stage)?;
        let outcome = self.contest.outcome(stage);
        let groups = (1_u32..).zip(&drawn.groups);
        let tables =
            groups.map(|(number, group)| Part::Table(self.group(stage, drawn, number, group, &outcome)));
        let parts = tables.collect();
        let mut notes = self.stage_notes(stage, &outcome);
        notes.extend(self.rulings_of(stage, drawn));
        notes.push(lotteries_note(self.words, &self.contest.plan().lotteries));
        notes.extend(self.draw_notes(stage));
        notes.extend(self.draw_rulings());
        let heading = self.words.say("print-groups", &[("stage", self.stage(stage).into())]);
        Some(self.printout(PrintKind::Groups, heading, parts, notes))
    }

    /// Returns every team's place in the last stage, or the stage in which its contest ended. `None` while a
    /// stage is open.
    pub fn ranking(&self) -> Option<Printout> {
        let finishes = self.contest.finishes()?;
        let last = StageId::at(self.contest.plan().stages.len().saturating_sub(1));
        let keys = [ColumnKey::Place, ColumnKey::Id, ColumnKey::Team].into_iter();
        let keys = keys.chain(Criterion::RANKED.map(ColumnKey::Criterion)).chain([ColumnKey::Advancement]);
        let mut table = PrintTable::new(self.words, String::new(), keys);
        for (team, finish) in finishes {
            let (key, stage) = match finish {
                Finish::Ranked { .. } => ("print-finish-ranked", last),
                Finish::Eliminated { stage } => ("print-finish-eliminated", stage),
                Finish::Disqualified { stage } => ("print-finish-disqualified", stage),
                Finish::Absent { stage } => ("print-finish-absent", stage),
            };
            let place = match finish {
                Finish::Ranked { place } => Some(place),
                _ => None,
            };
            let tally = self.contest.drawn(stage).and_then(|drawn| tally(drawn, team));
            let mut row =
                vec![PrintCell::figure_or_empty(place), self.id(team).into(), self.name(team).into()];
            row.extend(figures(tally.as_ref()));
            row.push(self.words.say(key, &[("stage", self.stage(stage).into())]).into());
            table.rows.push(row);
        }
        let mut notes = vec![self.words.label("print-groups-note")];
        let rulings = self.contest.rulings().iter();
        notes.extend(rulings.map(|text| self.words.say("print-ruling", &[("text", text.as_str().into())])));
        let heading = self.declared(self.words.label("print-ranking"));
        Some(self.printout(PrintKind::Ranking, heading, vec![Part::Table(table)], notes))
    }

    pub(crate) fn declared(&self, heading: String) -> String {
        declared(self.words, heading, self.contest.phase() == GroupPhase::Declared)
    }

    pub(crate) fn printout(
        &self,
        kind: PrintKind,
        heading: String,
        parts: Vec<Part>,
        notes: Vec<String>,
    ) -> Printout {
        let event = clean(self.title).into_owned();
        Printout { kind, lang: self.words.lang(), event, heading, parts, notes }
    }

    pub(crate) fn name(&self, team: TeamId) -> String {
        self.names.get(team.index()).map(|name| name.shown(self.words.lang())).unwrap_or_default()
    }

    fn id(&self, team: TeamId) -> String {
        self.contest.teams().get(team.index()).map(|id| clean(id).into_owned()).unwrap_or_default()
    }

    fn team(&self, team: TeamId) -> String {
        let (id, name) = (self.id(team), self.name(team));
        if id == name { name } else { format!("{id} {name}") }
    }

    /// Returns a stage's name.
    pub fn stage(&self, stage: StageId) -> String {
        let name = self.contest.plan().stages.get(stage.index()).map_or("", |stage| &stage.name);
        self.words.stage_name(name)
    }

    /// Returns the teams of a group by place, or by number while its game has no result, and each team's next
    /// stage, empty while undecided.
    pub fn advancements(&self, game: GroupGame) -> Vec<(Option<u32>, TeamId, String)> {
        let outcome = self.contest.outcome(game.stage);
        let drawn = self.contest.drawn(game.stage);
        let group = drawn.and_then(|drawn| drawn.groups.get(game.group.index()));
        let teams = group.map(order).unwrap_or_default();
        teams
            .into_iter()
            .map(|(team, place)| (place, team, self.advancement(game.stage, team, &outcome)))
            .collect()
    }

    /// Returns the number of teams that advance from a stage (`TG4`); empty for the last stage.
    pub fn quota(&self, stage: StageId) -> Vec<String> {
        let plan = self.contest.plan().stages.get(stage.index());
        let Some(Quota { per_group, best_rest }) = plan.map(|stage| stage.quota) else { return Vec::new() };
        let of_group = (per_group > 0).then(|| self.words.say("print-quota", &[("group", per_group.into())]));
        let of_rest =
            (best_rest > 0).then(|| self.words.say("print-quota-rest", &[("rest", best_rest.into())]));
        of_group.into_iter().chain(of_rest).collect()
    }

    fn group(
        &self,
        stage: StageId,
        drawn: &DrawnStage,
        number: u32,
        group: &DrawnGroup,
        outcome: &Outcome,
    ) -> PrintTable {
        let key = if group.spare { "print-group-spare" } else { "print-group" };
        let heading = self.words.say(key, &[("number", number.into())]);
        let keys = [ColumnKey::Place, ColumnKey::Id, ColumnKey::Team, ColumnKey::X].into_iter();
        let keys = keys.chain(Criterion::RANKED.map(ColumnKey::Criterion)).chain([ColumnKey::Advancement]);
        let mut table = PrintTable::new(self.words, heading, keys);
        for (team, place) in order(group) {
            let x = drawn.roster.iter().position(|other| *other == team).and_then(|line| drawn.x.get(line));
            let mut row = vec![
                PrintCell::figure_or_empty(place),
                self.id(team).into(),
                self.name(team).into(),
                PrintCell::figure_or_empty(x.copied()),
            ];
            row.extend(figures(tally(drawn, team).as_ref()));
            row.push(self.advancement(stage, team, outcome).into());
            table.rows.push(row);
        }
        table
    }

    fn advancement(&self, stage: StageId, team: TeamId, outcome: &Outcome) -> String {
        // Disqualified teams are out in any case.
        let drawn = self.contest.drawn(stage);
        if drawn.and_then(|drawn| contender(drawn, team)).is_some_and(|contender| contender.tally.is_none()) {
            return self.words.label("shared-fate-disqualified");
        }
        let is_last = stage.index() + 1 == self.contest.plan().stages.len();
        let advance = match outcome {
            Some(Ok(advance)) if !is_last => advance,
            _ => return String::new(),
        };
        let by = advance.advance.iter().find(|(other, _)| *other == team).map(|(_, by)| *by);
        self.words.label(match by {
            Some(AdvancedBy::Group(_)) => "print-fate-of-group",
            Some(AdvancedBy::Rest) => "print-fate-of-rest",
            None if self.has_repechage(stage) => "print-fate-repechage",
            None => "print-fate-out",
        })
    }

    /// Returns whether a later stage admits teams that did not advance from this one (`TG5`).
    fn has_repechage(&self, stage: StageId) -> bool {
        let stages = &self.contest.plan().stages;
        let Some(name) = stages.get(stage.index()).map(|stage| &stage.name) else { return false };
        let mut sources = stages.iter().flat_map(|stage| &stage.from);
        sources.any(|source| matches!(source, Source::Repechage(of) if of == name))
    }

    fn stage_notes(&self, stage: StageId, outcome: &Outcome) -> Vec<String> {
        let mut notes = vec![self.words.label("print-groups-note")];
        notes.extend(self.quota(stage));
        if outcome.is_some() {
            notes.extend(self.jankens(stage));
        }
        let held = self.contest.jankens_held(stage).into_iter();
        notes.extend(held.map(|order| self.janken_held(order)));
        notes
    }

    /// Returns an order by janken in words.
    pub fn janken_held(&self, order: &[TeamId]) -> String {
        let teams = self.words.list(order.iter().map(|team| self.team(*team)));
        self.words.say("print-janken-held", &[("teams", teams.into())])
    }

    /// Returns the jankens that are required before the current stage can be closed (`TG4`); empty for other
    /// stages.
    pub fn jankens(&self, stage: StageId) -> Vec<String> {
        if self.contest.phase() != (GroupPhase::Playing { stage }) {
            return Vec::new();
        }
        let needed = self.contest.janken_needed(stage).into_iter();
        let janken = needed.map(|set| {
            let teams = self.words.list(set.into_iter().map(|team| self.team(team)));
            self.words.say("print-janken-needed", &[("teams", teams.into())])
        });
        janken.collect()
    }

    /// Returns absent teams (`TD7`), and rulings on the stage's groups, games and jankens (`G4`, `TV3`).
    fn rulings_of(&self, stage: StageId, drawn: &DrawnStage) -> Vec<String> {
        // An absent team's place stays empty, so other teams don't move.
        let absent = drawn.roster.iter().filter(|team| self.contest.is_absent(stage, **team));
        let absent = self.words.list(absent.map(|team| self.team(*team)));
        let mut notes = Vec::new();
        if !absent.is_empty() {
            notes.push(self.words.say("print-absent-teams", &[("teams", absent.into())]));
        }
        let of_group = |key, game: &GroupGame, reason: &str| {
            let gaps = [("group", game.group.0.saturating_add(1).into()), ("text", reason.into())];
            (game.stage == stage).then(|| self.words.say(key, &gaps))
        };
        notes.extend(self.contest.ruling_facts().iter().filter_map(|fact| {
            match fact {
                Fact::GameReplaced { game, reason } => of_group("print-ruling-on-spare", game, reason),
                Fact::GameOverruled { game, reason, .. } => of_group("print-ruling-of-group", game, reason),
                Fact::JankenOverruled { stage: at, reason, .. } => (*at == stage)
                    .then(|| self.words.say("print-ruling-on-janken", &[("text", reason.as_str().into())])),
                _ => None,
            }
        }));
        notes
    }

    /// Returns the rulings on the lotteries' results (`TD8`), each with the teams that it moved in the first
    /// stage.
    pub fn draw_rulings(&self) -> Vec<String> {
        let group = |at: usize| (at + 1).to_string();
        let moved =
            |shift: &Shift| (self.team(TeamId::at(shift.line.index())), group(shift.from), group(shift.to));
        let rulings = self.contest.overruled_digits().iter();
        let note = |ruling: &OverruledDigits| {
            digits_note(self.words, ruling, &self.words.moved_by_ruling(ruling.moved.iter().map(moved)))
        };
        rulings.map(note).collect()
    }

    fn draw_notes(&self, stage: StageId) -> Option<String> {
        let seed = self.contest.seed()?;
        let start = Generator::from_seed(seed_value(&seed)?, 0).standing().to_string();
        let earlier = (0..stage.index()).filter_map(|at| self.contest.drawn(StageId::at(at)));
        let used: usize = earlier.map(|drawn| drawn.x.len()).sum();
        let gaps = [
            ("seed", seed.into()),
            ("start", start.into()),
            ("modulus", MODULUS.to_string().into()),
            ("used", used.to_string().into()),
        ];
        Some(self.words.say("print-groups-drawn", &gaps))
    }
}

/// A group's teams with their places, or by number while the result is missing.
fn order(group: &DrawnGroup) -> Vec<(TeamId, Option<u32>)> {
    match &group.counted {
        Some(counted) => {
            let Ranking { rows, .. } = rank(&counted.result.contenders, &counted.result.janken);
            rows.into_iter().map(|row| (row.team, Some(row.place))).collect()
        }
        None => group.teams.iter().map(|team| (*team, None)).collect(),
    }
}

/// Returns a team's tally in a stage, unless it is disqualified or its game has no result.
fn tally(drawn: &DrawnStage, team: TeamId) -> Option<Tally> {
    contender(drawn, team)?.tally
}

/// Returns a team's counted result, if there is one.
fn contender(drawn: &DrawnStage, team: TeamId) -> Option<&Contender> {
    let counted = drawn.groups.iter().filter_map(|group| group.counted.as_ref());
    let mut contenders = counted.flat_map(|counted| &counted.result.contenders);
    contenders.find(|contender| contender.team == team)
}

fn figures(tally: Option<&Tally>) -> impl Iterator<Item = PrintCell> {
    Criterion::RANKED.into_iter().map(move |criterion| {
        let figure = tally.and_then(|tally| tally.figure(criterion));
        let figure = figure.map(|figure| PrintCell::Figure(i64::try_from(figure).unwrap_or(i64::MAX)));
        figure.unwrap_or(PrintCell::empty())
    })
}

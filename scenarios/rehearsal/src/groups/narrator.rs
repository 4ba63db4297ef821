//! The story of a contest in groups: draw, games, advancing teams, podium.

use ishigaki_client::EventStanding;
use ishigaki_preset::Commitment;
use ishigaki_printout::{ColumnKey, EntrantName, GroupEdition, Part};
use ishigaki_rules::TeamId;
use ishigaki_rules::ranking::rank;
use ishigaki_tournament::{GroupContest, GroupGame, StageId};
use ishigaki_words::Value;

use crate::event::excerpt;
use crate::page::StoryPage;
use crate::styled_text::{StyledLine, TextStyle};

#[derive(Clone, Copy, Debug)]
pub(super) struct ContestNarrator {
    pub(super) page: StoryPage,
}

#[derive(Clone, Copy)]
pub(super) struct ContestView<'a> {
    pub(super) standing: &'a EventStanding,
    pub(super) contest: &'a GroupContest,
}

impl ContestView<'_> {
    fn names(&self) -> Vec<EntrantName> {
        let entrants = self.standing.entrants.iter();
        entrants.map(|entrant| EntrantName { name: entrant.name.clone(), ..EntrantName::default() }).collect()
    }

    fn name(&self, team: TeamId) -> String {
        self.standing.entrants.get(team.index()).map(|entrant| entrant.name.clone()).unwrap_or_default()
    }

    pub(super) fn stage(&self, stage: StageId) -> &str {
        self.contest.plan().stages.get(stage.index()).map_or("", |stage| &stage.name)
    }
}

impl ContestNarrator {
    fn say(&self, key: &str, gaps: &[(&str, Value)]) -> String {
        self.page.words.say(key, gaps)
    }

    pub(super) fn beginning(&self, view: ContestView<'_>, seed: u64) -> Vec<StyledLine> {
        let words = self.page.words;
        let config = &view.standing.config;
        let mut lines =
            self.page.section(TextStyle::Title, &words.title_of(config.title(), config.title_ja()));
        lines.extend(self.page.text(TextStyle::Strong, &words.label("rehearsal-event-what")));
        let gaps = [("teams", view.contest.teams().len().into()), ("seed", seed.to_string().into())];
        lines.extend(self.page.text(TextStyle::Plain, &self.say("rehearsal-groups-facts", &gaps)));
        lines.extend(self.page.text(TextStyle::Faint, &words.label("rehearsal-groups-server")));
        lines
    }

    pub(super) fn drawn_lots(&self, view: ContestView<'_>) -> Vec<StyledLine> {
        let mut lines = self.page.part(&self.page.words.label("print-draw"));
        if let Some(hash) = view.contest.commitment() {
            let gaps = [("hash", Commitment(hash).to_string().into())];
            lines.extend(self.page.remark(TextStyle::Plain, "print-commitment", &gaps));
        }
        let seed = view.contest.seed().unwrap_or_default();
        lines.extend(self.page.remark(TextStyle::Plain, "rehearsal-event-digits", &[("seed", seed.into())]));
        lines
    }

    pub(super) fn groups(&self, view: ContestView<'_>, stage: StageId) -> Vec<StyledLine> {
        let words = self.page.words;
        let called = words.stage_name(view.stage(stage));
        let heading = words.say("print-groups", &[("stage", called.into())]);
        let mut lines = self.page.section(TextStyle::Title, &heading);
        let groups = view.contest.drawn(stage).map(|drawn| drawn.groups.as_slice()).unwrap_or_default();
        for (number, group) in (1_u32..).zip(groups) {
            let names = words.list(group.teams.iter().map(|team| view.name(*team)));
            let label = words.say("print-group", &[("number", number.into())]);
            let start = StyledLine::of(TextStyle::Plain, "  ")
                .and(TextStyle::Strong, &label)
                .and(TextStyle::Plain, "  ");
            lines.extend(self.page.hanging(start, TextStyle::Plain, &names));
        }
        lines.extend(self.page.remark(
            TextStyle::Good,
            "rehearsal-groups-made",
            &[("games", groups.len().into())],
        ));
        lines
    }

    pub(super) fn counted(&self, view: ContestView<'_>, game: GroupGame) -> Vec<StyledLine> {
        let found = view.contest.games().find(|(other, _)| *other == game);
        let Some(counted) = found.and_then(|(_, group)| group.counted.as_ref()) else { return Vec::new() };
        let contenders = &counted.result.contenders;
        let ranking = rank(contenders, &counted.result.janken);
        let tallies = ranking.rows.iter().map(|row| {
            let tally = contenders.iter().find(|contender| contender.team == row.team)?.tally?;
            let gaps = [
                ("team", Value::from(view.name(row.team))),
                ("empty", tally.empty.into()),
                ("held", tally.held.into()),
            ];
            Some(self.say("rehearsal-groups-team", &gaps))
        });
        let best = self.page.words.list(tallies.flatten().take(3));
        let gaps = [("group", game.group.0.saturating_add(1).into()), ("best", best.into())];
        self.page.remark(TextStyle::Good, "rehearsal-groups-counted", &gaps)
    }

    pub(super) fn of_group(&self, ink: TextStyle, key: &str, game: GroupGame) -> Vec<StyledLine> {
        self.page.remark(ink, key, &[("group", game.group.0.saturating_add(1).into())])
    }

    pub(super) fn closed(&self, view: ContestView<'_>, stage: StageId) -> Vec<StyledLine> {
        let names = view.names();
        let Some(groups) = self.edition(view, &names).groups(stage) else { return Vec::new() };
        let mut lines = Vec::new();
        for part in &groups.parts {
            let Part::Table(table) = part else { continue };
            lines.extend(self.page.part(&table.heading));
            lines.extend(excerpt(self.page, table, table.rows.iter(), |key| key != ColumnKey::X));
        }
        lines
    }

    pub(super) fn podium(&self, view: ContestView<'_>) -> Vec<StyledLine> {
        let names = view.names();
        let mut lines = self.page.section(TextStyle::Title, &self.page.words.label("print-ranking"));
        let ranking = self.edition(view, &names).ranking();
        for part in ranking.iter().flat_map(|ranking| &ranking.parts) {
            if let Part::Table(table) = part {
                lines.extend(excerpt(self.page, table, table.rows.iter(), |_| true));
            }
        }
        lines
    }

    fn edition<'a>(&self, view: ContestView<'a>, names: &'a [EntrantName]) -> GroupEdition<'a> {
        let title = view.standing.config.title();
        GroupEdition { words: self.page.words, title, contest: view.contest, names }
    }
}

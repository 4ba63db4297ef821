//! A contest in groups: teams, groups with results, advancing teams (`TG`).

use ishigaki_printout::lotteries_note;
use ishigaki_rules::TeamId;
use ishigaki_screen::wrap;
use ishigaki_tournament::{GroupContest, GroupPhase, PlayerId, Round, StageId};
use ishigaki_words::columns::clean;
use ishigaki_words::{Align, Table};

use super::{LineKind, LineTarget, NamedStanding, PanelSheet, SheetSource};
use crate::event::{NamedContest, Panel};

const MAX_NAME_COLUMNS: usize = 24;

pub(crate) fn shown_stage(contest: &GroupContest, asked: Option<Round>) -> StageId {
    let last = contest.plan().stages.len().saturating_sub(1);
    let asked = asked.and_then(|number| usize::try_from(number.0).ok()?.checked_sub(1));
    match (asked, contest.phase()) {
        (Some(at), _) => StageId::at(at.min(last)),
        (None, GroupPhase::Reception { stage } | GroupPhase::Playing { stage }) => stage,
        (None, GroupPhase::Roster | GroupPhase::Committed) => StageId::at(0),
        (None, GroupPhase::Over | GroupPhase::Declared | GroupPhase::Abandoned) => StageId::at(last),
    }
}

impl PanelSheet {
    pub(super) fn of_groups(panel: Panel, source: SheetSource<'_, NamedContest<'_>>) -> Self {
        let mut sheet = Self::default();
        match panel {
            Panel::Roster => sheet.teams(source),
            Panel::Round => sheet.stage(source),
            Panel::Ranking => {
                let ranking = source.event.edition(source.words).ranking();
                sheet.optional(ranking, "tournament-no-ranking", source);
            }
            Panel::Rulings => sheet.rulings(NamedStanding::Groups(source.event), source),
            Panel::Draw | Panel::Leagues | Panel::Standings | Panel::Bracket => {
                sheet.note(source, &source.words.label("tournament-in-leagues-only"));
            }
        }
        sheet
    }

    fn teams(&mut self, source: SheetSource<'_, NamedContest<'_>>) {
        let SheetSource { event, words, .. } = source;
        let contest = event.contest;
        let count = contest.teams().len();
        let stage = shown_stage(contest, None);
        let teams = || (0..count).map(TeamId::at);
        let roster = contest.stage_roster(stage);
        let absent = roster.iter().filter(|team| contest.is_absent(stage, **team)).count();
        let gaps = [
            ("count", count.into()),
            ("present", (roster.len() - absent).into()),
            ("of", roster.len().into()),
            ("absent", absent.into()),
            ("stage", words.stage_name(event.stage_name(stage)).into()),
        ];
        self.heading(&words.say("tournament-teams-count", &gaps));
        match contest.commitment() {
            Some(hash) => {
                let gaps = [("hash", hex::encode(hash).into())];
                self.note(source, &words.say("print-commitment", &gaps));
            }
            None => self.note(source, &words.label("tournament-not-committed")),
        }
        // The groups show them once they are drawn.
        if contest.seed().is_none() {
            self.note(source, &lotteries_note(words, &contest.plan().lotteries));
        }
        self.blank();
        let mut table = Table::new([
            (words.label("shared-id"), Align::Start),
            (words.label("lint-word-team"), Align::Start),
            (words.label("tournament-head-kana"), Align::Start),
            (words.label("print-head-attendance"), Align::Start),
        ])
        .at_most(1, MAX_NAME_COLUMNS)
        .at_most(2, MAX_NAME_COLUMNS);
        for team in teams() {
            let entrant = event.standing.entrant(PlayerId::at(team.index()));
            let text = |text: Option<&String>| clean(text.map_or("", String::as_str)).into_owned();
            let attendance = if !roster.contains(&team) {
                words.label("tournament-not-in-stage")
            } else if contest.is_absent(stage, team) {
                words.label("print-absent")
            } else {
                String::new()
            };
            table.row([
                text(entrant.map(|entrant| &entrant.id)),
                event.name(team, words),
                text(entrant.map(|entrant| &entrant.kana)),
                attendance,
            ]);
        }
        let plays = |team| roster.contains(&team) && !contest.is_absent(stage, team);
        let rows = teams().map(|team| {
            let kind = if plays(team) { LineKind::Row } else { LineKind::Note };
            (kind, Some(LineTarget::Team(team)))
        });
        self.table(&table.lines(), rows, source);
    }

    fn stage(&mut self, source: SheetSource<'_, NamedContest<'_>>) {
        let SheetSource { event, words, round, .. } = source;
        let contest = event.contest;
        let stage = shown_stage(contest, round);
        let Some(plan) = contest.plan().stages.get(stage.index()) else { return };
        let gaps = [
            ("number", (stage.index() + 1).into()),
            ("of", contest.plan().stages.len().into()),
            ("stage", words.stage_name(&plan.name).into()),
        ];
        self.heading(&words.say("tournament-stage", &gaps));
        let Some(drawn) = contest.drawn(stage) else {
            let roster = contest.stage_roster(stage);
            let absent = roster.iter().filter(|team| contest.is_absent(stage, **team)).count();
            let gaps = [("count", roster.len().into()), ("absent", absent.into())];
            self.note(source, &words.say("tournament-stage-teams", &gaps));
            let names = roster.into_iter().map(|team| (team, event.team_name(team, words)));
            for (team, name) in names.collect::<Vec<_>>() {
                let target = Some(LineTarget::Team(team));
                if source.shows(target) {
                    let kind = if contest.is_absent(stage, team) { LineKind::Note } else { LineKind::Row };
                    self.push(name, kind, target, None);
                }
            }
            return;
        };
        let gaps = [("open", drawn.open().into()), ("games", drawn.groups.len().into())];
        self.note(source, &words.say("tournament-games-open-of", &gaps));
        // Pending jankens are shown prominently, so they are not repeated below.
        let jankens = event.edition(words).jankens(stage);
        for janken in &jankens {
            for line in wrap(janken, source.columns) {
                self.push(line, LineKind::Open, None, None);
            }
        }
        self.games(source, stage);
        self.blank();
        if let Some(mut printout) = event.edition(words).groups(stage) {
            printout.notes.retain(|note| !jankens.contains(note));
            self.printout(&printout, source, |_, _| None);
        }
    }

    fn games(&mut self, source: SheetSource<'_, NamedContest<'_>>, stage: StageId) {
        let SheetSource { event, words, .. } = source;
        let contest = event.contest;
        let mut table = Table::new([
            (words.label("tournament-head-group"), Align::End),
            (words.label("lint-word-game"), Align::Start),
            (words.label("tournament-head-teams"), Align::End),
            (words.label("lint-word-scenario"), Align::Start),
            (words.label("head-result"), Align::Start),
        ]);
        let mut rows = Vec::new();
        for (game, group) in contest.games().filter(|(game, _)| game.stage == stage) {
            let state = match &group.counted {
                None => "tournament-game-open",
                Some(counted) if counted.ruling.is_some() => "shared-ruled",
                Some(_) => "tournament-game-counted",
            };
            table.row([
                (game.group.index() + 1).to_string(),
                event.game_id(game),
                group.teams.len().to_string(),
                clean(contest.scenario(game).unwrap_or_default()).into_owned(),
                words.label(state),
            ]);
            let kind = if group.is_open() { LineKind::Open } else { LineKind::Row };
            rows.push((kind, Some(LineTarget::Group(game))));
        }
        self.table(&table.lines(), rows, source);
    }
}

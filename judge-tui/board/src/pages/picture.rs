//! The board's state for its pages.

use std::collections::BTreeMap;
use std::time::Instant;

use ishigaki_printout::{Part, Printout};
use ishigaki_proto::watch::{ScheduleEntry, ScheduleKind};
use ishigaki_rules::{Cell, Game, TeamId};
use ishigaki_screen::{
    ClosingMoment, Contact, PageClock, PagePainter, Palette, Ranking, RankingLayout, Seal, Uptime,
};
use ishigaki_words::columns::clean;
use ishigaki_words::{Lang, Words};

use super::model::{
    BilingualText, BoardState, ContactState, EventState, FrameState, GameState, LotState, NextState,
    PriceState, RankingState, ResultState, RowState, SceneState, ScheduleState, SheetState, StoneState,
    TableState, TeamState, WinnerState,
};
use crate::announcement::{announced_text, announcement_text};
use crate::scene::LotResult;
use crate::{GamePart, Scene, Show, State, TournamentShow, draw};

/// The page lays the ranking out; only its sentences are used.
const LAYOUT: RankingLayout = RankingLayout { columns: 400, lead: 0, gap: 2, name: (4, 200) };

#[derive(Debug, Default)]
pub(super) struct Picture {
    closing: BTreeMap<String, ClosingMoment>,
}

impl PagePainter<State> for Picture {
    type Picture = BoardState;

    fn paint(&mut self, state: &State, _: Lang, uptime: Uptime, now: Instant) -> BoardState {
        let trouble = state.checkup.trouble().map(|trouble| bilingual(|words| words.message(&trouble)));
        BoardState {
            build: env!("CARGO_PKG_VERSION"),
            server: state.server.clone(),
            contact: contact_state(&state.contact, uptime),
            trouble,
            games: state.shows.iter().map(|show| self.game(show, uptime, now)).collect(),
            events: state.tournaments.iter().map(|show| event_state(show, uptime, now)).collect(),
            schedule: state.schedule.entries().iter().map(schedule_state).collect(),
        }
    }
}

impl Picture {
    fn game(&mut self, show: &Show, uptime: Uptime, now: Instant) -> GameState {
        let closing = self.closing.entry(show.id().to_owned()).or_default();
        let is_paused = show.is_paused() || matches!(show.contact(), Contact::Stopped { .. });
        let clock = closing.clock(show.time_left(now), is_paused, uptime, now);
        let scene = show.game().map(|game| scene_state(show, game, clock, now));
        GameState {
            id: show.id().to_owned(),
            stands_for: show.stands_for().map(str::to_owned),
            contact: contact_state(show.contact(), uptime),
            practice: show.is_practice(),
            attention: show.has_attention(now),
            next: next_state(show),
            scene,
        }
    }
}

fn contact_state(contact: &Contact, uptime: Uptime) -> ContactState {
    let text = match contact {
        Contact::Live | Contact::Lost { .. } => None,
        Contact::Closed(error) => Some(bilingual(|words| draw::closed_text(error, words))),
        _ => Some(bilingual(|words| contact.text(None, words))),
    };
    let lost_since = match contact {
        Contact::Lost { since } => Some(uptime.millis(*since)),
        _ => None,
    };
    ContactState { live: matches!(contact, Contact::Live), lost_since, text }
}

fn event_state(show: &TournamentShow, uptime: Uptime, now: Instant) -> EventState {
    let sheets = |lang| show.printouts(Words::new(lang)).iter().map(sheet_state).collect();
    EventState {
        id: show.id().to_owned(),
        title: bilingual(|words| show.title(words)),
        contact: contact_state(show.contact(), uptime),
        stage: bilingual(|words| show.stage(words)),
        results: show.results_in(),
        next: show.next_round(),
        entrants: show.entrants(),
        notices: show.notices(now),
        calls: show.calls(now),
        en: sheets(Lang::En),
        ja: sheets(Lang::Ja),
    }
}

pub(super) fn bilingual(text: impl Fn(Words) -> String) -> BilingualText {
    BilingualText { en: text(Words::new(Lang::En)), ja: text(Words::new(Lang::Ja)) }
}

fn optional_bilingual(text: impl Fn(Words) -> Option<String>) -> Option<BilingualText> {
    Some(BilingualText { en: text(Words::new(Lang::En))?, ja: text(Words::new(Lang::Ja))? })
}

struct GameScene<'a> {
    scene: Scene<'a>,
    practice: bool,
}

impl GameScene<'_> {
    fn text(&self, text: impl Fn(Scene<'_>) -> String) -> BilingualText {
        bilingual(|words| text(self.scene_in(words)))
    }

    fn optional_text(&self, text: impl Fn(Scene<'_>) -> Option<String>) -> Option<BilingualText> {
        optional_bilingual(|words| text(self.scene_in(words)))
    }

    fn scene_in(&self, words: Words) -> Scene<'_> {
        Scene { words: words.of_practice(self.practice), ..self.scene }
    }
}

fn scene_state(show: &Show, game: &Game, clock: Option<PageClock>, now: Instant) -> SceneState {
    let hidden_places = show.hall.hidden_places();
    let (cover, lit) = (show.cover(), show.hall.lit());
    let scene = Scene {
        words: Words::new(Lang::En),
        palette: Palette::PLAIN,
        game,
        cover,
        lit,
        turn: 0,
        hidden_places,
    };
    let game_scene = GameScene { scene, practice: show.is_practice() };
    let setup = game.setup();
    let phase = game_scene.text(|scene| match cover {
        Some(_) => scene.words.label("shared-opening"),
        None => scene.words.phase(game.phase()),
    });
    let news = game_scene.optional_text(|scene| {
        let uncovered_text = show.hall.is_uncovering().then(|| scene.uncovered_text()).flatten();
        uncovered_text.or_else(|| show.hall.news().map(|event| scene.words.event(game, event)))
    });
    let announcements = show.announcements(now);
    SceneState {
        title: game_scene.text(|scene| scene.words.title(setup)),
        view: view_name(show.hall.fitting_view(hidden_places)),
        phase,
        round: game_scene.optional_text(|scene| scene.round()),
        how_many: game_scene.optional_text(|scene| match cover {
            Some(_) => None,
            None => scene.void().or_else(|| scene.sealed()),
        }),
        paused: show.is_paused(),
        clock,
        cover: cover.map(|cover| cover.progress().0),
        teams: setup.team_ids().map(|team| team_state(&game_scene, team)).collect(),
        lots: scene.lot_ids().into_iter().filter_map(|lot| lot_state(&game_scene, lot)).collect(),
        frame: FrameState { rows: setup.frame.rows() },
        ranking: ranking_state(&game_scene),
        winner: winner_state(&game_scene),
        news,
        announcements: announcements
            .iter()
            .map(|event| game_scene.text(|scene| announcement_text(event, game, scene.words)))
            .collect(),
        fingerprint: show.fingerprint().map(|fingerprint| fingerprint.to_string()),
        last_head: show.last_head(),
    }
}

const fn view_name(view: GamePart) -> &'static str {
    match view {
        GamePart::Lots => "lots",
        GamePart::Walls => "walls",
        GamePart::Standings => "standings",
    }
}

fn team_state(game_scene: &GameScene<'_>, team: TeamId) -> TeamState {
    let (game, setup) = (game_scene.scene.game, game_scene.scene.game.setup());
    let state = game.team(team);
    let loose = game.wall_score(team).map(|score| score.lifted);
    let stones = state.into_iter().flat_map(|state| &state.laid).filter_map(|(&stone, spot)| {
        let cells = game.shape(stone)?.turned_cells(spot.turn);
        Some(StoneState {
            lot: stone.lot.index(),
            name: game_scene.scene.words.stone(setup, stone),
            cells: cells.map(|cell| (cell.row + spot.at.row, cell.col + spot.at.col)).collect(),
            loose: loose.iter().flatten().any(|lifted| *lifted == stone),
        })
    });
    TeamState {
        code: setup.team(team).map(|spec| spec.code.clone()).unwrap_or_default(),
        name: game_scene.text(|scene| scene.words.team(setup, team)),
        seal: match Seal::of(game, team) {
            Seal::Sealed => "sealed",
            Seal::Awaited => "awaited",
            Seal::Aside => "aside",
            Seal::Disqualified => "out",
        },
        held: state.map_or(0, |state| state.held.0),
        caption: game_scene.text(|scene| scene.empty(team)),
        stones: stones.collect(),
    }
}

fn lot_state(game_scene: &GameScene<'_>, lot: ishigaki_rules::LotId) -> Option<LotState> {
    let scene = &game_scene.scene;
    let spec = scene.game.setup().lot(lot)?;
    let pair = |cell: &Cell| (cell.row, cell.col);
    let result = scene.result(lot).map(|result| match result {
        LotResult::Covered => {
            ResultState { covered: true, ties: Vec::new(), awards: Vec::new(), rest: Vec::new() }
        }
        LotResult::Open(outcome) => {
            let english = game_scene.scene_in(Words::new(Lang::En)).rest(&outcome);
            let japanese = game_scene.scene_in(Words::new(Lang::Ja)).rest(&outcome);
            let rest = english.into_iter().zip(japanese).map(|(en, ja)| BilingualText { en, ja });
            let tie = |(price, teams): &(ishigaki_rules::Tsuyama, Vec<TeamId>)| PriceState {
                price: price.0,
                teams: teams.iter().map(|team| team.index()).collect(),
            };
            let award = |&(team, price): &(TeamId, ishigaki_rules::Tsuyama)| PriceState {
                price: price.0,
                teams: vec![team.index()],
            };
            ResultState {
                covered: false,
                ties: outcome.ties.iter().map(tie).collect(),
                awards: outcome.awards.iter().map(award).collect(),
                rest: rest.collect(),
            }
        }
    });
    Some(LotState {
        lot: lot.index(),
        code: scene.words.lot(scene.game.setup(), lot),
        cells: spec.shape.cells().iter().map(pair).collect(),
        copies: scene.copies(lot),
        min: spec.min_price.0,
        lit: scene.lit.contains(&lot),
        result,
    })
}

fn ranking_state(game_scene: &GameScene<'_>) -> RankingState {
    let game = game_scene.scene.game;
    let ranking = Ranking::of(game_scene.scene.words, game, LAYOUT);
    let rows = ranking.rows();
    let (open, counted) =
        (game_scene.scene.first_open(rows), rows.iter().filter(|row| row.tally.is_some()).count());
    let row = |(at, row): (usize, &ishigaki_rules::Standing)| {
        if at < open {
            return RowState { covered: true, ..RowState::default() };
        }
        RowState {
            covered: false,
            lit: game_scene.scene.hidden_places.is_some() && at == open && at < counted,
            place: Some(game_scene.text(|scene| scene.words.place(row.place))),
            team: Some(row.team.index()),
            figures: row.tally.map(|tally| tally.figures().to_vec()).unwrap_or_default(),
            why: game_scene.optional_text(|scene| Ranking::of(scene.words, game, LAYOUT).why(at)),
        }
    };
    let heads = ishigaki_rules::ranking::Criterion::RANKED;
    RankingState {
        heading: game_scene.text(|scene| scene.heading(GamePart::Standings)),
        heads: heads.iter().map(|&head| game_scene.text(|scene| scene.words.criterion_head(head))).collect(),
        rows: rows.iter().enumerate().map(row).collect(),
    }
}

fn winner_state(game_scene: &GameScene<'_>) -> Option<WinnerState> {
    let winners = game_scene.scene.winners();
    let first = winners.first()?;
    Some(WinnerState {
        teams: winners.iter().map(|row| row.team.index()).collect(),
        place: game_scene.text(|scene| scene.words.place(first.place)),
        why: game_scene.optional_text(|scene| scene.deciding_text(winners.len() - 1)),
    })
}

fn schedule_state(entry: &ScheduleEntry) -> ScheduleState {
    ScheduleState {
        minutes: entry.start,
        text: bilingual(|words| words.title_of(&entry.title, &entry.title_ja)),
        pause: entry.kind() == ScheduleKind::Break,
    }
}

fn next_state(show: &Show) -> Option<NextState> {
    let (event, minutes) = show.next_part()?;
    let text = announced_text(&event.fact)?;
    Some(NextState { text: bilingual(|words| clean(words.announcement(text)).into_owned()), minutes })
}

fn sheet_state((printout, notes): &(Printout, bool)) -> SheetState {
    let tables = printout.parts.iter().filter_map(|part| match part {
        Part::Table(table) => Some(table),
        // The games of a bracket are also in a table; cards are for paper.
        Part::Cards { .. } | Part::Bracket(_) | Part::Walls(_) => None,
    });
    let tables = tables.map(|table| TableState {
        heading: table.heading.clone(),
        heads: table.columns.iter().map(|column| (column.head.clone(), column.key.is_figure())).collect(),
        rows: table.rows.iter().map(|row| row.iter().map(crate::sheets::text).collect()).collect(),
    });
    SheetState {
        event: printout.event.clone(),
        heading: printout.heading.clone(),
        tables: tables.collect(),
        notes: if *notes { printout.notes.clone() } else { Vec::new() },
    }
}

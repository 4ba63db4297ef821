//! The board's state turned into what its pages get: the second painter of the model that the terminal shows.

use std::collections::BTreeMap;
use std::time::Instant;

use ishigaki_printout::{Part, Printout};
use ishigaki_rules::{Cell, Game, TeamId};
use ishigaki_screen::{
    ClosingMoment, Contact, PageClock, PagePainter, Palette, Ranking, RankingLayout, Seal, Uptime,
};
use ishigaki_words::{Lang, Words};

use super::model::{
    BilingualText, BoardState, ContactState, EventState, FrameState, GameState, LotState, PriceState,
    RankingState, ResultState, RowState, SceneState, SheetState, StoneState, TableState, TeamState,
};
use crate::board::announcement::announced;
use crate::board::scene::LotResult;
use crate::board::{GamePart, Scene, Show, State, TournamentShow, draw};

/// The ranking is laid out by the page; only its sentences are taken.
const LAYOUT: RankingLayout = RankingLayout { columns: 400, lead: 0, gap: 2, name: (4, 200) };

/// Makes the state of the pages, and remembers when each game's window was said to close.
#[derive(Debug, Default)]
pub(super) struct Picture {
    closing: BTreeMap<String, ClosingMoment>,
}

impl PagePainter<State> for Picture {
    type Picture = BoardState;

    /// The whole board at a moment.
    fn paint(&mut self, state: &State, uptime: Uptime, now: Instant) -> BoardState {
        let trouble = state.checkup.trouble().map(|trouble| said(|words| words.message(&trouble)));
        BoardState {
            build: env!("CARGO_PKG_VERSION"),
            server: state.server.clone(),
            contact: contact_state(&state.contact, uptime),
            trouble,
            games: state.shows.iter().map(|show| self.game(show, uptime, now)).collect(),
            event: state.tournament.as_ref().map(|show| event_state(show, uptime)),
        }
    }
}

impl Picture {
    fn game(&mut self, show: &Show, uptime: Uptime, now: Instant) -> GameState {
        let closing = self.closing.entry(show.id().to_owned()).or_default();
        let stands = show.is_paused() || matches!(show.contact(), Contact::Stopped { .. });
        let clock = closing.clock(show.time_left(now), stands, uptime, now);
        let scene = show.game().map(|game| scene_state(show, game, clock, now));
        GameState {
            id: show.id().to_owned(),
            stands_for: show.stands_for().map(str::to_owned),
            contact: contact_state(show.contact(), uptime),
            practice: show.is_practice(),
            attention: show.has_attention(now),
            scene,
        }
    }
}

fn contact_state(contact: &Contact, uptime: Uptime) -> ContactState {
    let text = match contact {
        Contact::Live | Contact::Lost { .. } => None,
        Contact::Closed(error) => Some(said(|words| draw::closed(error, words))),
        _ => Some(said(|words| contact.text(None, words))),
    };
    let lost_since = match contact {
        Contact::Lost { since } => Some(uptime.millis(*since)),
        _ => None,
    };
    ContactState { live: matches!(contact, Contact::Live), lost_since, text }
}

fn event_state(show: &TournamentShow, uptime: Uptime) -> EventState {
    let sheets = |lang| show.printouts(Words::new(lang)).iter().map(sheet_state).collect();
    EventState {
        id: show.id().to_owned(),
        contact: contact_state(show.contact(), uptime),
        stage: said(|words| show.stage(words)),
        results: show.results_in(),
        en: sheets(Lang::En),
        ja: sheets(Lang::Ja),
    }
}

/// A text in both languages.
fn said(text: impl Fn(Words) -> String) -> BilingualText {
    BilingualText { en: text(Words::new(Lang::En)), ja: text(Words::new(Lang::Ja)) }
}

/// A text in both languages where there is one.
fn maybe_said(text: impl Fn(Words) -> Option<String>) -> Option<BilingualText> {
    Some(BilingualText { en: text(Words::new(Lang::En))?, ja: text(Words::new(Lang::Ja))? })
}

/// Scene of a game: the terminal's, asked once in each language.
struct GameScene<'a> {
    scene: Scene<'a>,
    practice: bool,
}

impl GameScene<'_> {
    fn said(&self, text: impl Fn(Scene<'_>) -> String) -> BilingualText {
        said(|words| text(self.scene_in(words)))
    }

    fn maybe(&self, text: impl Fn(Scene<'_>) -> Option<String>) -> Option<BilingualText> {
        maybe_said(|words| text(self.scene_in(words)))
    }

    fn scene_in(&self, words: Words) -> Scene<'_> {
        Scene { words: words.of_practice(self.practice), ..self.scene }
    }
}

fn scene_state(show: &Show, game: &Game, clock: Option<PageClock>, now: Instant) -> SceneState {
    let veil = show.hall.veil();
    let (cover, lit) = (show.cover(), show.hall.lit());
    let scene =
        Scene { words: Words::new(Lang::En), palette: Palette::PLAIN, game, cover, lit, turn: 0, veil };
    let eye = GameScene { scene, practice: show.is_practice() };
    let setup = game.setup();
    let phase = eye.said(|scene| match cover {
        Some(_) => scene.words.label("shared-opening"),
        None => scene.words.phase(game.phase()),
    });
    let news = eye.maybe(|scene| {
        let uncovered = show.hall.is_uncovering().then(|| scene.uncovered()).flatten();
        uncovered.or_else(|| show.hall.news().map(|event| scene.words.event(game, event)))
    });
    let standing = show.announcements(now);
    SceneState {
        title: eye.said(|scene| scene.words.title(setup)),
        view: view_name(show.hall.fitting_view(veil)),
        phase,
        round: eye.maybe(|scene| scene.round()),
        how_many: eye.maybe(|scene| match cover {
            Some(_) => None,
            None => scene.void().or_else(|| scene.sealed()),
        }),
        paused: show.is_paused(),
        clock,
        cover: cover.map(|cover| cover.progress().0),
        teams: setup.team_ids().map(|team| team_state(&eye, team)).collect(),
        lots: scene.lot_ids().into_iter().filter_map(|lot| lot_state(&eye, lot)).collect(),
        frame: FrameState { rows: setup.frame.rows() },
        ranking: ranking_state(&eye),
        news,
        announcements: standing
            .iter()
            .map(|event| eye.said(|scene| announced(event, game, scene.words)))
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

fn team_state(eye: &GameScene<'_>, team: TeamId) -> TeamState {
    let (game, setup) = (eye.scene.game, eye.scene.game.setup());
    let state = game.team(team);
    let loose = game.wall_score(team).map(|score| score.lifted);
    let stones = state.into_iter().flat_map(|state| &state.laid).filter_map(|(&stone, spot)| {
        let cells = game.shape(stone)?.turned_cells(spot.turn);
        Some(StoneState {
            lot: stone.lot.index(),
            name: eye.scene.words.stone(setup, stone),
            cells: cells.map(|cell| (cell.row + spot.at.row, cell.col + spot.at.col)).collect(),
            loose: loose.iter().flatten().any(|lifted| *lifted == stone),
        })
    });
    TeamState {
        code: setup.team(team).map(|spec| spec.code.clone()).unwrap_or_default(),
        name: eye.said(|scene| scene.words.team(setup, team)),
        seal: match Seal::of(game, team) {
            Seal::Sealed => "sealed",
            Seal::Awaited => "awaited",
            Seal::Aside => "aside",
            Seal::Disqualified => "out",
        },
        held: state.map_or(0, |state| state.held.0),
        caption: eye.said(|scene| scene.empty(team)),
        stones: stones.collect(),
    }
}

fn lot_state(eye: &GameScene<'_>, lot: ishigaki_rules::LotId) -> Option<LotState> {
    let scene = &eye.scene;
    let spec = scene.game.setup().lot(lot)?;
    let pair = |cell: &Cell| (cell.row, cell.col);
    let result = scene.result(lot).map(|result| match result {
        LotResult::Covered => {
            ResultState { covered: true, ties: Vec::new(), awards: Vec::new(), rest: Vec::new() }
        }
        LotResult::Open(outcome) => {
            let english = eye.scene_in(Words::new(Lang::En)).rest(&outcome);
            let japanese = eye.scene_in(Words::new(Lang::Ja)).rest(&outcome);
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

fn ranking_state(eye: &GameScene<'_>) -> RankingState {
    let game = eye.scene.game;
    let ranking = Ranking::of(eye.scene.words, game, LAYOUT);
    let rows = ranking.rows();
    let (open, counted) = (eye.scene.first_open(rows), rows.iter().filter(|row| row.tally.is_some()).count());
    let row = |(at, row): (usize, &ishigaki_rules::Standing)| {
        if at < open {
            return RowState { covered: true, ..RowState::default() };
        }
        RowState {
            covered: false,
            lit: eye.scene.veil.is_some() && at == open && at < counted,
            place: Some(eye.said(|scene| scene.words.place(row.place))),
            team: Some(row.team.index()),
            figures: row.tally.map(|tally| tally.figures().to_vec()).unwrap_or_default(),
            why: eye.maybe(|scene| Ranking::of(scene.words, game, LAYOUT).why(at)),
        }
    };
    let heads = ishigaki_rules::ranking::Criterion::RANKED;
    RankingState {
        heading: eye.said(|scene| scene.heading(GamePart::Standings)),
        heads: heads.iter().map(|&head| eye.said(|scene| scene.words.criterion_head(head))).collect(),
        rows: rows.iter().enumerate().map(row).collect(),
    }
}

fn sheet_state((printout, notes): &(Printout, bool)) -> SheetState {
    let tables = printout.parts.iter().filter_map(|part| match part {
        Part::Table(table) => Some(table),
        // The games of a bracket stand in a table beside it; cards are for paper.
        Part::Cards { .. } | Part::Bracket(_) | Part::Walls(_) => None,
    });
    let tables = tables.map(|table| TableState {
        heading: table.heading.clone(),
        heads: table.columns.iter().map(|column| (column.head.clone(), column.key.is_figure())).collect(),
        rows: table.rows.iter().map(|row| row.iter().map(crate::board::sheets::text).collect()).collect(),
    });
    SheetState {
        event: printout.event.clone(),
        heading: printout.heading.clone(),
        tables: tables.collect(),
        notes: if *notes { printout.notes.clone() } else { Vec::new() },
    }
}

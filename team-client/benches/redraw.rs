//! Benchmark of painting the team's screen at 200x50: 9 teams, 30 lots, 4 opened rounds, a full draft next to
//! a submitted list; and the workshop with the solver's largest frame, 400 placed stones and a plan, also for
//! a rotation of the selected stone.

#![expect(clippy::unwrap_used, reason = "a game that cannot be set up is a failed bench")]

#[path = "../tests/it/tui/fixture.rs"]
#[expect(dead_code, clippy::wildcard_imports, reason = "the bench plays a part of what the tests do")]
mod fixture;

use criterion::{Criterion, criterion_group, criterion_main};
use fixture::{A, ScreenFixture};
use ishigaki_rules::{Frame, LotId, LotSpec, TeamId, TeamSpec, Tsuyama};
use ishigaki_screen::Palette;
use ishigaki_words::Lang;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use team_client::tui::draw;

const COLUMNS: u16 = 200;
const LINES: u16 = 50;
const TEAMS: u32 = 9;
const LOTS: u32 = 30;
const ROUNDS: u32 = 5;

/// A contest game in its last round of bidding.
fn game(lang: Lang) -> ScreenFixture {
    let mut setup = fixture::setup();
    setup.teams = (1..=TEAMS)
        .map(|team| TeamSpec { code: format!("t{team}"), name: format!("第{team}高専 Team") })
        .collect();
    setup.teams[A.index()].code = "a".into();
    setup.frame = Frame::parse(&["####################"; 20]).unwrap();
    let shapes = setup.lots.clone();
    let lot = |at: u32| {
        let like = &shapes[at as usize % shapes.len()];
        LotSpec { code: format!("S{at}"), copies: 20, ..like.clone() }
    };
    setup.lots = (0..LOTS).map(lot).collect();
    let mut plan = setup.rounds[0];
    (plan.max_bids, plan.max_wins) = (10, 3);
    setup.rounds = vec![plan; ROUNDS as usize];
    let mut fixture = ScreenFixture::before(setup, lang, COLUMNS, LINES);
    fixture.connect();
    for round in 1..ROUNDS {
        fixture.open(round);
        for team in 0..TEAMS {
            let line = |at: u32| (LotId((team * 7 + at * 3) % LOTS), 6 + u64::from(team + at));
            fixture.bids(TeamId(team), &(0..10).map(line).collect::<Vec<_>>());
        }
        fixture.wait(90_000);
        fixture.wait(30_000);
        fixture.confirm_all();
    }
    fixture.open(ROUNDS);
    fixture.wait(1_000);
    fixture.bids(A, &(0..10).map(|at| (LotId(at), 9)).collect::<Vec<_>>());
    fixture.keys("b7\na8");
    fixture
}

fn redraw(c: &mut Criterion) {
    let mut group = c.benchmark_group("redraw_200x50_9_teams_30_lots_4_rounds");
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut fixture = game(lang);
        for (key, name) in [("b", "bids"), ("v", "results"), ("o", "teams"), ("w", "workshop"), ("h", "log")]
        {
            fixture.keys(key);
            let mut terminal = Terminal::new(TestBackend::new(COLUMNS, LINES)).unwrap();
            group.bench_function(format!("{code}/{name}"), |b| {
                b.iter(|| {
                    terminal.draw(|frame| draw(&fixture.state, Palette::COLOUR, frame)).unwrap();
                });
            });
        }
    }
    group.finish();
}

/// A workshop on a frame of 64x64 squares: 400 placed stones, 40 in hand, 20 planned.
fn workshop(lang: Lang) -> ScreenFixture {
    let mut setup = fixture::setup();
    setup.frame = Frame::parse(&vec!["#".repeat(64); 64]).unwrap();
    setup.initial = Tsuyama(1_000_000);
    for lot in &mut setup.lots {
        lot.copies = 500;
    }
    (setup.rounds[0].max_bids, setup.rounds[0].max_wins) = (440, 440);
    let mut fixture = ScreenFixture::before(setup, lang, COLUMNS, LINES);
    fixture.connect();
    let lots: Vec<LotId> = (0..440).map(|at| LotId(at % 3)).collect();
    fixture.win(1, &lots);
    fixture.keys("w");
    for _ in 0..400 {
        fixture.keys(".\n");
    }
    fixture.keys("p");
    for _ in 0..20 {
        fixture.keys(".\n");
    }
    fixture.keys("p");
    assert_eq!(fixture.state.workshop().unwrap().draft().len(), 400);
    fixture
}

fn large_workshop(c: &mut Criterion) {
    let mut group = c.benchmark_group("workshop_64x64_400_laid_20_planned");
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut fixture = workshop(lang);
        let mut terminal = Terminal::new(TestBackend::new(COLUMNS, LINES)).unwrap();
        group.bench_function(format!("{code}/redraw_200x50"), |b| {
            b.iter(|| {
                terminal.draw(|frame| draw(&fixture.state, Palette::COLOUR, frame)).unwrap();
            });
        });
        group.bench_function(format!("{code}/turn"), |b| b.iter(|| fixture.keys("t")));
        group.bench_function(format!("{code}/move"), |b| b.iter(|| fixture.keys("←")));
        group.bench_function(format!("{code}/lay_and_undo"), |b| b.iter(|| fixture.keys(".\nu")));
    }
    group.finish();
}

criterion_group!(benches, redraw, large_workshop);
criterion_main!(benches);

//! Benchmark of painting the console at 200x50: 9 teams, 1,000 lines of log, all panels.

#![expect(clippy::unwrap_used, reason = "a game that cannot be set up is a failed bench")]

#[path = "../tests/it/console/fixture.rs"]
#[expect(dead_code, clippy::wildcard_imports, reason = "the bench plays a part of what the tests do")]
mod fixture;
#[path = "../tests/it/signed_feed.rs"]
mod signed_feed;

use criterion::{Criterion, criterion_group, criterion_main};
use fixture::ConsoleFixture;
use ishigaki_rules::{Act, Actor, Frame, LotId, SupportRule, TeamId, TeamSpec};
use ishigaki_screen::Palette;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::draw_all;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

const COLUMNS: u16 = 200;
const LINES: u16 = 50;
const TEAMS: u32 = 9;
const LOG: usize = 1_000;

/// A contest game while the teams build after the last round.
fn game(lang: Lang) -> ConsoleFixture {
    let mut setup = fixture::setup();
    setup.teams = (1..=TEAMS)
        .map(|team| TeamSpec { code: format!("t{team}"), name: format!("第{team}高専 Team") })
        .collect();
    setup.frame = Frame::parse(&["####################"; 20]).unwrap();
    setup.support = SupportRule::AtEnd;
    setup.lots.iter_mut().for_each(|lot| lot.copies = 20);
    let mut fixture = ConsoleFixture::before(setup, lang, COLUMNS, LINES);
    fixture.connect();
    let lots = [LotId(0), LotId(1), LotId(2)];
    for round in [1, 2] {
        fixture.open(round);
        for team in 0..TEAMS {
            let price = |lot: LotId| 20 + u64::from(team) * 3 + u64::from(lot.0);
            fixture.bids(TeamId(team), &lots.map(|lot| (lot, price(lot))));
        }
        fixture.wait(90_000);
        fixture.confirm_all();
    }
    let mut moves = 0;
    while moves < LOG {
        for team in (0..TEAMS).map(TeamId) {
            let stones: Vec<_> = fixture.game.team(team).unwrap().stones.iter().copied().collect();
            for (at, stone) in stones.iter().enumerate() {
                let (row, col) =
                    (17 - 4 * i32::try_from(at / 2).unwrap(), i32::try_from(at % 2).unwrap() * 4);
                fixture.place(team, stone.lot, stone.copy, 0, row, col);
                moves += 1;
            }
            for &stone in &stones {
                if moves + 40 < LOG {
                    let replaces = fixture.game.team(team).and_then(|team| team.wall);
                    fixture.give(Actor::Team(team), Act::TakeOutStone { team, replaces, stone }).unwrap();
                    moves += 1;
                }
            }
        }
    }
    fixture.keys("m");
    fixture
}

fn redraw(c: &mut Criterion) {
    let mut group = c.benchmark_group("redraw_200x50_9_teams_1000_events");
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut fixture = game(lang);
        for (panel, name) in ["lots", "lists", "walls", "standings", "log"].iter().enumerate() {
            fixture.key(Key::Char(char::from(b'1' + u8::try_from(panel).unwrap())));
            let mut terminal = Terminal::new(TestBackend::new(COLUMNS, LINES)).unwrap();
            group.bench_function(format!("{code}/{name}"), |b| {
                b.iter(|| {
                    terminal.draw(|frame| draw_all(&fixture.state, Palette::COLOUR, frame)).unwrap();
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, redraw);
criterion_main!(benches);

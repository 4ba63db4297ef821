//! The judge's console before a feed: every panel, in both languages.

use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use std::fmt::Write as _;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use ishigaki_client::Connection;
use ishigaki_proto::wire;
use ishigaki_screen::Palette;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{State, draw, update};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

static START: LazyLock<Instant> = LazyLock::new(ishigaki_client::now);

pub(crate) fn screens(items: &[wire::FeedItem]) -> Vec<u8> {
    let mut text = String::new();
    // On the large one all panels are visible.
    for (lang, columns, lines, panels) in [(Lang::En, 200, 50, '1'..='1'), (Lang::Ja, 80, 24, '1'..='5')] {
        let mut state = State::new(lang, "gate.example:7150".into(), columns, lines);
        update(&mut state, FeedEvent::Connection(Connection::Connected).into());
        for item in items {
            let now = item.clock.unwrap_or_default().now_ms;
            let received = *START + Duration::from_millis(now);
            update(&mut state, FeedEvent::Item { item: Box::new(item.clone()), received }.into());
        }
        update(&mut state, FeedEvent::Connection(Connection::CaughtUp).into());
        for panel in panels {
            update(&mut state, Input::Key(Key::Char(panel)).into());
            let mut terminal = Terminal::new(TestBackend::new(columns, lines)).unwrap();
            terminal.draw(|frame| draw(&state, Palette::COLOUR, frame)).unwrap();
            writeln!(text, "{lang} {panel}: {:?}", terminal.backend().buffer()).unwrap();
        }
        writeln!(text, "{:?} {:?}", state.game(), state.notice()).unwrap();
    }
    text.into_bytes()
}

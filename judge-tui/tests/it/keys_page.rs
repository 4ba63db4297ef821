//! The reference has every key of every screen.

use ishigaki_board as board;
use ishigaki_screen::stage::keys::KeysPage;
use ishigaki_words::Lang;
use judge_tui::{console, event, replay};

#[test]
fn key_reference_is_current_in_both_languages() {
    for lang in [Lang::En, Lang::Ja] {
        let mut page = KeysPage::new("judge-tui", lang);
        page.chapter("Console", "審判長の画面");
        page.context("tournament-keys-panel", console::KEYMAP.at(console::Context::Main));
        for (context, heading) in console::Context::ALL {
            page.context(heading, context.bindings());
        }
        page.chapter("Event", "大会の画面");
        let contexts = [
            (event::Context::Panel, "tournament-keys-panel"),
            (event::Context::Form, "tournament-keys-form"),
            (event::Context::Ask, "tournament-keys-ask"),
            (event::Context::Find, "tournament-keys-find"),
            (event::Context::Choice, "tournament-keys-choice"),
            (event::Context::Read, "tournament-keys-read"),
        ];
        for (context, heading) in contexts {
            page.context(heading, event::KEYMAP.at(context));
        }
        page.chapter("Event in leagues", "リーグ制の大会");
        page.context("tournament-keys-panel", event::KEYMAP.at(event::Context::Leagues));
        page.chapter("Event in groups", "グループ制の大会");
        page.context("tournament-keys-panel", event::KEYMAP.at(event::Context::Groups));
        page.chapter("Board", "掲示板");
        page.context("board-help", board::KEYMAP.iter());
        page.chapter("Replay", "再生");
        page.context("replay-help", replay::KEYMAP.iter());
        page.is_current();
    }
}

//! The reference has every key of the team's screen.

use ishigaki_screen::stage::keys::KeysPage;
use ishigaki_words::Lang;
use team_client::tui::Context;

#[test]
fn keys_reference_is_current_in_both_languages() {
    for lang in [Lang::En, Lang::Ja] {
        let mut page = KeysPage::new("team-client", lang);
        page.chapter("The team's screen", "チームの画面");
        for (context, heading) in Context::ALL {
            page.context(heading, context.bindings());
        }
        page.is_current();
    }
}

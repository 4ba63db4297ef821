//! The start page: links to pages with content.

use ishigaki_page::Asset;
use ishigaki_words::{Lang, Words};
use maud::{DOCTYPE, Markup, html};

use crate::overview::Overview;

const STYLE: &str = "/start/start.css";

/// A link of the start page.
struct Goal {
    path: &'static str,
    /// The part of that page after `#`, or empty.
    fragment: &'static str,
    name: &'static str,
    purpose: &'static str,
    /// `None` if anyone may see it.
    needs: Option<&'static str>,
}

const fn public(
    path: &'static str,
    fragment: &'static str,
    name: &'static str,
    purpose: &'static str,
) -> Goal {
    Goal { path, fragment, name, purpose, needs: None }
}

const HALL: Goal = public("/hall", "", "page-start-hall", "page-start-hall-use");
const EVENT_HALL: Goal = public("/hall", "", "page-start-hall", "page-start-hall-event-use");
const PHONE: Goal = public(PHONE_PATH, "", "page-start-phone", "page-start-phone-use");
const EVENT_PHONE: Goal = public(PHONE_PATH, "", "page-start-phone", "page-start-phone-event-use");
const SCHEDULE: Goal = public(PHONE_PATH, "#schedule", "page-schedule", "page-start-schedule-use");
const RESULTS: Goal = public(PHONE_PATH, "#results", "page-start-results", "page-start-results-use");
const PHONE_PATH: &str = "/hall?view=phone";
const TEAM: Goal = Goal {
    path: "/team/",
    fragment: "",
    name: "page-start-team",
    purpose: "page-start-team-use",
    needs: Some("page-start-team-needs"),
};
const JUDGE: Goal = Goal {
    path: "/judge/",
    fragment: "",
    name: "page-judge",
    purpose: "page-start-judge-use",
    needs: Some("page-start-judge-needs"),
};
const STAFF: Goal = Goal {
    path: "/staff/",
    fragment: "",
    name: "page-staff",
    purpose: "page-start-staff-use",
    needs: Some("page-start-staff-needs"),
};

impl Goal {
    fn address(&self, lang: Option<Lang>) -> String {
        let Self { path, fragment, .. } = self;
        let sign = if path.contains('?') { '&' } else { '?' };
        let query = lang.map(|lang| format!("{sign}lang={lang}")).unwrap_or_default();
        format!("{path}{query}{fragment}")
    }
}

pub(crate) fn own_assets() -> [Asset; 1] {
    [Asset::style(STYLE, include_str!("start.css"))]
}

/// Returns the links to pages that have content. Without an overview, a page may have it.
fn goals(has_hall: bool, overview: Option<&Overview>) -> Vec<Goal> {
    let has = |part: fn(&Overview) -> bool| overview.is_none_or(part);
    let is_known = |part: fn(&Overview) -> bool| has_hall && overview.is_some_and(part);
    let has_games = has(|overview| overview.has_games);
    let goals = [
        (has_hall, if is_known(|overview| overview.has_events) { EVENT_PHONE } else { PHONE }),
        (has_hall, if has_games { HALL } else { EVENT_HALL }),
        (is_known(|overview| overview.has_schedule), SCHEDULE),
        (is_known(|overview| overview.has_results), RESULTS),
        (has_games, TEAM),
        (has_games, JUDGE),
        (has(|overview| overview.has_events), STAFF),
    ];
    goals.into_iter().filter_map(|(is_shown, goal)| is_shown.then_some(goal)).collect()
}

/// Returns the page in a language. If the visitor has `asked` for it, the linked pages have it, too.
pub(crate) fn page(lang: Lang, asked: bool, has_hall: bool, overview: Option<&Overview>) -> Markup {
    let words = Words::new(lang);
    let title = overview.and_then(|overview| overview.title(words));
    let title = title.unwrap_or_else(|| words.label("page-start"));
    let asked = asked.then_some(lang);
    let other = Lang::ALL.into_iter().find(|other| *other != lang).unwrap_or(lang);
    html! {
        (DOCTYPE)
        html lang=(lang) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="stylesheet" href="/page/page.css";
                link rel="stylesheet" href=(STYLE);
            }
            body.start {
                main {
                    h1 { (title) }
                    nav {
                        @for goal in goals(has_hall, overview) {
                            a.goal.public[goal.needs.is_none()] href=(goal.address(asked)) {
                                strong { (words.label(goal.name)) }
                                span { (words.label(goal.purpose)) }
                                @if let Some(needs) = goal.needs {
                                    span.faint { (words.label(needs)) }
                                }
                            }
                        }
                    }
                    p.tools {
                        a href=(if lang == Lang::Ja { "/rules/ja" } else { "/rules" }) { (words.label("page-rules")) }
                        a href=(format!("/?lang={other}")) lang=(other) { (words.label("shared-language")) }
                    }
                }
            }
        }
    }
}

//! The start page: where to go, and what it needs.

use ishigaki_page::Asset;
use ishigaki_words::{Lang, Words};
use maud::{DOCTYPE, Markup, html};

const STYLE: &str = "/start/start.css";

/// A link of the start page.
struct Goal {
    path: &'static str,
    name: &'static str,
    purpose: &'static str,
    needs: &'static str,
}

const HALL: Goal = Goal {
    path: "/hall",
    name: "page-start-hall",
    purpose: "page-start-hall-use",
    needs: "page-start-hall-needs",
};
const TEAM: Goal = Goal {
    path: "/team/",
    name: "page-start-team",
    purpose: "page-start-team-use",
    needs: "page-start-team-needs",
};
const JUDGE: Goal = Goal {
    path: "/judge/",
    name: "page-judge",
    purpose: "page-start-judge-use",
    needs: "page-start-judge-needs",
};

const STAFF: Goal = Goal {
    path: "/staff/",
    name: "page-staff",
    purpose: "page-start-staff-use",
    needs: "page-start-staff-needs",
};

pub(crate) fn own_assets() -> [Asset; 1] {
    [Asset::style(STYLE, include_str!("start.css"))]
}

/// Returns the page in a language. If the visitor has `asked` for it, the linked pages have it, too.
pub(crate) fn page(lang: Lang, asked: bool, has_hall: bool) -> Markup {
    let words = Words::new(lang);
    let title = words.label("page-start");
    let query = if asked { format!("?lang={lang}") } else { String::new() };
    let other = Lang::ALL.into_iter().find(|other| *other != lang).unwrap_or(lang);
    let goals = has_hall.then_some(HALL).into_iter().chain([TEAM, JUDGE, STAFF]);
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
                        @for Goal { path, name, purpose, needs } in goals {
                            a.goal href=(format!("{path}{query}")) {
                                strong { (words.label(name)) }
                                span { (words.label(purpose)) }
                                span.faint { (words.label(needs)) }
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

//! The organiser's entry for a team. Sealed text is visible here while it is typed, and nowhere else.

use ishigaki_proto::fault::ErrorReason;
use ishigaki_rules::{Game, RoundNo, Tsuyama};
use ishigaki_screen::wrap;
use ishigaki_words::Value;
use ishigaki_words::columns::pad_end;
use ratatui::style::Style;
use ratatui::text::Line;

use super::Painter;
use crate::console::by_hand::{EntryForm, EntryProblem, EntryStep, tied_lines};
use crate::entry::{EntryContent, EntryKind, name_key};

const MAX_FIELD_LINES: usize = 6;
const MAX_PROBLEM_LINES: usize = 5;

impl Painter<'_> {
    pub(super) fn by_hand(&self, form: &EntryForm, columns: usize) -> Vec<Line<'static>> {
        let Some(game) = self.state.game() else {
            return Vec::new();
        };
        let plain = |text: &str| wrap(text, columns).into_iter().map(Line::from).collect::<Vec<_>>();
        match form.stage {
            EntryStep::Whom => {
                let teams: Vec<_> = game.setup().team_ids().collect();
                let at = teams.iter().position(|team| *team == form.team).unwrap_or(0);
                let mut lines = plain(&self.words.label("console-byhand-whom"));
                lines.extend(self.choice(&teams, at, columns));
                lines
            }
            EntryStep::What => self.by_hand_what(form, game, columns),
            EntryStep::Text => {
                let mut lines = plain(&self.by_hand_intro(form, game));
                lines.extend(form.text.lines(self.palette, columns, MAX_FIELD_LINES));
                lines.extend(self.by_hand_verdict(form, game, columns));
                lines
            }
            EntryStep::Reason => {
                let publicity = if form.kind.is_sealed() {
                    "console-byhand-reason-sealed"
                } else {
                    "console-reason-public"
                };
                let mut lines = plain(&self.words.label("console-byhand-reason"));
                lines.extend(plain(&self.words.label(publicity)));
                lines.extend(form.reason.lines(self.palette, columns, MAX_FIELD_LINES));
                if let Some(fault) = form.refused.clone() {
                    lines.extend(self.problem_lines(&EntryProblem::Fault(fault), columns));
                }
                lines
            }
            EntryStep::Ask => {
                let lines = wrap(&self.by_hand_warning(form, game), columns).into_iter();
                lines.map(|line| Line::styled(line, self.palette.warning())).collect()
            }
            EntryStep::Wait(_) => plain(&self.words.label("console-byhand-waiting")),
        }
    }

    fn by_hand_what(&self, form: &EntryForm, game: &Game, columns: usize) -> Vec<Line<'static>> {
        let gaps = [("team", self.words.team(game.setup(), form.team).into())];
        let mut lines: Vec<Line<'static>> = wrap(&self.words.say("console-byhand-what", &gaps), columns)
            .into_iter()
            .map(Line::from)
            .collect();
        for kind in EntryKind::ALL {
            let selected = kind == form.kind;
            let possible = form.problem_with(self.state, game, kind).is_none();
            let text = format!("{} {}", if selected { "›" } else { " " }, self.words.label(kind_label(kind)));
            let style = match (selected, possible) {
                (true, _) => self.palette.selected(),
                (false, true) => Style::new(),
                (false, false) => self.palette.faint(),
            };
            lines.push(Line::styled(pad_end(&text, columns), style));
        }
        if let Some(problem) = form.problem_with(self.state, game, form.kind) {
            lines.extend(self.problem_lines(&problem, columns));
        }
        lines
    }

    fn by_hand_intro(&self, form: &EntryForm, game: &Game) -> String {
        let (words, setup) = (self.words, game.setup());
        let team: Value = words.team(setup, form.team).into();
        match form.kind {
            EntryKind::List => {
                let most = setup.round(RoundNo(form.target.round)).map_or(0, |plan| plan.max_bids);
                let gaps = [("team", team), ("round", form.target.round.into()), ("most", most.into())];
                words.say("console-byhand-write-list", &gaps)
            }
            EntryKind::Rebid => {
                let tied = game.current_round().into_iter().flat_map(|record| tied_lines(record, form.team));
                let lines = tied.map(|(priority, lot, price)| {
                    let gaps = [
                        ("line", priority.0.into()),
                        ("lot", words.lot(setup, lot).into()),
                        ("price", price.into()),
                    ];
                    words.say("console-byhand-tied-line", &gaps)
                });
                let lines = words.list(lines);
                let gaps = [("team", team), ("budget", budget(form, game).into()), ("lines", lines.into())];
                words.say("console-byhand-write-rebid", &gaps)
            }
            EntryKind::Wall => words.say("console-byhand-write-wall", &[("team", team)]),
            EntryKind::Count | EntryKind::Uncount => {
                words.say("console-byhand-write-count", &[("team", team)])
            }
        }
    }

    fn by_hand_verdict(&self, form: &EntryForm, game: &Game, columns: usize) -> Vec<Line<'static>> {
        let refused = form.refused.clone().map(EntryProblem::Fault);
        if let Some(problem) = refused.or_else(|| form.request(self.state, game).err()) {
            return self.problem_lines(&problem, columns);
        }
        let fine = form.content(game).ok().map(|content| self.valid_text(form, game, &content));
        let lines = wrap(&fine.unwrap_or_default(), columns.saturating_sub(2));
        lines.into_iter().map(|line| Line::styled(format!("✓ {line}"), self.palette.good())).collect()
    }

    fn valid_text(&self, form: &EntryForm, game: &Game, content: &EntryContent) -> String {
        let words = self.words;
        match content {
            EntryContent::List(bids) => {
                let offer = game.current_round().map(|record| &record.offer);
                let total: Tsuyama = bids.iter().map(|bid| Tsuyama(bid.price)).sum();
                let gaps = [
                    ("bids", bids.len().into()),
                    ("most", offer.map_or(0, |offer| offer.max_bids).into()),
                    ("total", total.into()),
                    ("held", game.team(form.team).map(|team| team.held).unwrap_or_default().into()),
                ];
                words.say("console-byhand-fine-list", &gaps)
            }
            EntryContent::Rebid(raises) => {
                let tied = game.current_round().map_or(0, |record| tied_lines(record, form.team).count());
                let total: Tsuyama = raises.iter().map(|raise| Tsuyama(raise.price)).sum();
                let gaps = [
                    ("raises", raises.len().into()),
                    ("lines", tied.into()),
                    ("total", total.into()),
                    ("budget", budget(form, game).into()),
                ];
                words.say("console-byhand-fine-rebid", &gaps)
            }
            EntryContent::Wall(_) => self.valid_wall_text(form, game, content),
            EntryContent::Count(count) => {
                let count = count.unwrap_or_default();
                words.say("console-byhand-fine-count", &count_gaps(count))
            }
        }
    }

    fn valid_wall_text(&self, form: &EntryForm, game: &Game, content: &EntryContent) -> String {
        let request = form.request(self.state, game).ok();
        let act = request.and_then(|request| request.act(game.setup()).ok()).map(|asked| asked.act);
        let Some(ishigaki_rules::Act::SubmitWall { placements, .. }) = act else {
            return String::new();
        };
        let Some(score) = game.judge_wall(form.team, &placements).score else {
            return String::new();
        };
        let gaps = [
            ("stones", content.len().into()),
            ("empty", score.empty.into()),
            ("gaps", score.top_gaps.into()),
        ];
        let counts = self.words.say("console-byhand-fine-wall", &gaps);
        if score.lifted.is_empty() {
            return counts;
        }
        let loose = self.words.stones(game.setup(), score.lifted);
        format!("{counts}\n{}", self.words.say("console-wall-loose", &[("stones", loose.into())]))
    }

    fn problem_lines(&self, problem: &EntryProblem, columns: usize) -> Vec<Line<'static>> {
        let text = match problem {
            EntryProblem::Unreadable(error) => self.words.message(&error.phrase()),
            EntryProblem::Fault(fault) if fault.reason == ErrorReason::PermissionDenied => {
                self.words.label("console-byhand-denied")
            }
            EntryProblem::Fault(fault) => self.fault(fault),
            EntryProblem::NotCounted => self.words.label("console-byhand-not-counted"),
        };
        let lines = wrap(&format!("! {text}"), columns).into_iter().take(MAX_PROBLEM_LINES);
        lines.map(|line| Line::styled(line, self.palette.alarm())).collect()
    }

    /// Contains nothing sealed.
    fn by_hand_warning(&self, form: &EntryForm, game: &Game) -> String {
        let words = self.words;
        let team: (&str, Value) = ("team", words.team(game.setup(), form.team).into());
        let replaces: (&str, Value) = ("replaces", u32::from(form.target.replaces).into());
        let content = form.content(game);
        let is_empty = content.as_ref().is_ok_and(|content| content.len() == 0);
        match (form.kind, content) {
            (EntryKind::List, _) => {
                let key = if is_empty { "console-byhand-ask-decline" } else { "console-byhand-ask-list" };
                words.say(key, &[team, ("round", form.target.round.into()), replaces])
            }
            (EntryKind::Rebid, _) => {
                let key = if is_empty { "console-byhand-ask-pass" } else { "console-byhand-ask-rebid" };
                words.say(key, &[team, replaces])
            }
            (EntryKind::Wall, content) => {
                let stones = content.map_or(0, |content| content.len());
                words.say("console-byhand-ask-wall", &[team, ("stones", stones.into())])
            }
            (EntryKind::Count, Ok(EntryContent::Count(Some(count)))) => {
                let [empty, gaps, used] = count_gaps(count);
                words.say("console-byhand-ask-count", &[team, empty, gaps, used])
            }
            (EntryKind::Count | EntryKind::Uncount, _) => words.say("console-byhand-ask-uncount", &[team]),
        }
    }

    /// Contains nothing of the entry's content.
    pub(super) fn entered(&self, team: ishigaki_rules::TeamId, kind: EntryKind) -> String {
        let team = self.state.game().map(|game| self.words.team(game.setup(), team)).unwrap_or_default();
        self.words.say(name_key(kind), &[("team", team.into())])
    }
}

fn budget(form: &EntryForm, game: &Game) -> Tsuyama {
    let held = game.team(form.team).map(|team| team.held).unwrap_or_default();
    let settled = game.current_round().and_then(|record| record.settlement.as_ref());
    settled.and_then(|settled| settled.rebid_budget(form.team, held)).unwrap_or_default()
}

fn count_gaps(count: ishigaki_proto::wire::WallCount) -> [(&'static str, Value); 3] {
    [("empty", count.empty.into()), ("gaps", count.top_gaps.into()), ("used", count.used.into())]
}

const fn kind_label(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::List => "console-byhand-kind-list",
        EntryKind::Rebid => "console-byhand-kind-rebid",
        EntryKind::Wall => "console-byhand-kind-wall",
        EntryKind::Count => "console-byhand-kind-count",
        EntryKind::Uncount => "console-byhand-kind-uncount",
    }
}

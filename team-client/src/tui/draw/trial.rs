//! What-if prices in an opened round.

use ishigaki_proto::fault::Fault;
use ishigaki_rules::auction::Outcome;
use ishigaki_rules::{Game, Rejection, TeamId, Tsuyama};
use ishigaki_screen::{hanging_indent, money};
use ishigaki_words::columns::{pad_end, pad_start, width};
use ishigaki_words::grouped;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::Painter;
use crate::tui::trial::Trial;
use ishigaki_strategy::adviser::{WhatIf, WhatIfFault, Winners};

const FIGURE: usize = 7;
const CODE: usize = 8;

impl Painter<'_> {
    pub(crate) fn trial(&self, game: &Game, me: TeamId, trial: &Trial, columns: u16) -> Vec<Line<'static>> {
        let Some((bid, price)) = trial.line() else { return Vec::new() };
        let (words, setup) = (self.words, game.setup());
        let gaps = [
            ("round", trial.round.into()),
            ("line", grouped(trial.at() as u64 + 1).into()),
            ("lot", words.lot(setup, bid.lot).into()),
            ("price", price.into()),
            ("was", bid.price.into()),
        ];
        let mut lines =
            ishigaki_screen::wrapped(&words.say("team-trial-head", &gaps), self.palette.heading(), columns);
        if let Some(fault) = trial.fault() {
            let text = format!("✗ {}: {}", trial.price_text().0, fault.text(&words));
            lines.extend(ishigaki_screen::wrapped(&text, self.palette.alarm(), columns));
            return lines;
        }
        match &trial.answer {
            Ok(answer) => lines.extend(self.would(game, me, trial, answer, columns)),
            Err(WhatIfFault::NotOpened { round }) => {
                let text = words.say("cli-what-if-not-open", &[("round", (*round).into())]);
                lines.extend(ishigaki_screen::wrapped(&text, self.palette.alarm(), columns));
            }
            Err(WhatIfFault::Invalid { faults }) => {
                let rejection = |fault| Rejection::InvalidList { faults: vec![fault] };
                for fault in faults {
                    let text = words.fault(&Fault::of_rejection(&rejection(*fault), setup));
                    lines.extend(ishigaki_screen::wrapped(
                        &format!("✗ {text}"),
                        self.palette.alarm(),
                        columns,
                    ));
                }
            }
        }
        lines
    }

    fn would(
        &self,
        game: &Game,
        me: TeamId,
        trial: &Trial,
        answer: &WhatIf,
        columns: u16,
    ) -> Vec<Line<'static>> {
        let (words, setup) = (self.words, game.setup());
        let mut lines = Vec::new();
        let lots = answer.would.lines.iter().map(|(bid, _)| width(&words.lot(setup, bid.lot)));
        let code = lots.max().unwrap_or(1).min(CODE);
        for (at, (bid, outcome)) in answer.would.lines.iter().enumerate() {
            let lot = pad_end(&words.lot(setup, bid.lot), code);
            let head = self.would_head((at, at == trial.at()), &lot, bid.price, outcome);
            lines.extend(hanging_indent(head, &words.outcome(setup, me, outcome), usize::from(columns)));
        }
        let gaps = [("would", answer.would.paid.into()), ("was", answer.was.paid.into())];
        let text = words.say("team-trial-paid", &gaps);
        lines.extend(ishigaki_screen::wrapped(&text, Style::new().add_modifier(Modifier::BOLD), columns));
        let heading = if answer.changed.is_empty() { "cli-what-if-no-change" } else { "cli-what-if-changed" };
        lines.extend(ishigaki_screen::wrapped(&words.label(heading), Style::new(), columns));
        for lot in &answer.changed {
            let gaps = [
                ("lot", words.lot(setup, lot.lot).into()),
                ("was", self.winners(game, &lot.was).into()),
                ("would", self.winners(game, &lot.would).into()),
            ];
            let text = words.say("cli-what-if-lot", &gaps);
            lines.extend(hanging_indent(vec![Span::raw("  ")], &text, usize::from(columns)));
        }
        let taken = answer.taken.iter().map(|taken| {
            let mut gaps = vec![
                ("team", words.team(setup, taken.team).into()),
                ("lot", words.lot(setup, taken.lot).into()),
            ];
            let Some(offer) = taken.offer else { return words.say("cli-what-if-gave-up", &gaps) };
            gaps.push(("price", offer.into()));
            words.say("cli-what-if-offer", &gaps)
        });
        if !answer.taken.is_empty() {
            let text = words.say("cli-what-if-taken", &[("rebids", words.list(taken).into())]);
            lines.extend(ishigaki_screen::wrapped(&text, self.palette.faint(), columns));
        }
        for tie in &answer.open {
            let text = words.say("cli-what-if-open", &[("tie", words.tie(setup, tie).into())]);
            lines.extend(ishigaki_screen::wrapped(&text, self.palette.warning(), columns));
        }
        lines
    }

    fn would_head(
        &self,
        (at, is_tried): (usize, bool),
        lot: &str,
        price: Tsuyama,
        outcome: &Outcome,
    ) -> Vec<Span<'static>> {
        let is_won = matches!(outcome, Outcome::Awarded { .. });
        let mut price = money(price, FIGURE);
        if is_tried {
            price = price.style(self.palette.warning().add_modifier(Modifier::UNDERLINED));
        }
        vec![
            Span::raw(if is_tried { "›" } else { " " }),
            if is_won { Span::styled("✓", self.palette.good()) } else { Span::raw(" ") },
            Span::styled(pad_start(&format!("{}.", at + 1), 4), self.palette.faint()),
            Span::raw(format!(" {lot}")),
            price,
            Span::raw("  "),
        ]
    }

    fn winners(&self, game: &Game, winners: &Winners) -> String {
        if winners.is_empty() {
            return self.words.label("cli-what-if-nobody");
        }
        let team = |team| self.words.team(game.setup(), team);
        let winner = winners.iter().map(|&(winner, price)| format!("{} {}", team(winner), grouped(price.0)));
        self.words.list(winner)
    }
}

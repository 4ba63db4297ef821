//! Values from the fields of a form.

use ishigaki_client::spelling::number;
use ishigaki_rules::TeamId;
use ishigaki_rules::ranking::Contender;
use ishigaki_screen::terminal::narrow;
use ishigaki_tournament::{DrawnGroup, GameResult, LeagueId, PlayerId, Reason, Score, Slip};

use super::{CALLS, ENDS, FieldChoice, FieldContent, FieldName, Form, MissingInput};
use crate::counts::{TypedTally, overruled_result, read_tally};

impl Form {
    /// `E2`.
    pub(super) fn result_of(&self, group: &DrawnGroup) -> Result<GameResult, MissingInput> {
        let contender = |team: &TeamId| {
            let name = FieldName::Counts(*team);
            let TypedTally(tally) = read_tally(&self.figures(name)?).ok_or(MissingInput::Unreadable(name))?;
            Ok(Contender { team: *team, tally })
        };
        let contenders = group.teams.iter().map(contender).collect::<Result<_, MissingInput>>()?;
        Ok(overruled_result(group, contenders))
    }

    /// `TO9`.
    pub(super) fn slip_of(&self, one: PlayerId, other: PlayerId) -> Result<Slip, MissingInput> {
        let winner = self.player(FieldName::Winner).ok_or(MissingInput::Empty(FieldName::Winner))?;
        let loser = if winner == one { other } else { one };
        let end = self.chosen(FieldName::End).and_then(|(at, _)| ENDS.get(at));
        let reason = end.map_or(Reason::Normal, |(_, reason)| *reason);
        let signed = (self.is_ticked(FieldName::WinnerSigned), self.is_ticked(FieldName::LoserSigned));
        let (score, draw_win) = (self.discs()?, self.player(FieldName::DrawWin));
        let is_even = score.is_some_and(|score| score.winner == score.loser);
        if is_even && reason == Reason::Normal && draw_win.is_none() {
            return Err(MissingInput::DrawWin);
        }
        // A game that was not played needs no signature.
        if signed != (true, true) && reason != Reason::Forfeit && !self.is_warned {
            return Err(MissingInput::Signatures);
        }
        Ok(Slip {
            reason,
            black: self.player(FieldName::Black),
            draw_win,
            call: self.chosen(FieldName::HiddenDisc).and_then(|(at, _)| CALLS.get(at)?.1),
            transcript: Some(self.typed(FieldName::Moves)).filter(|moves| !moves.is_empty()),
            score,
            signed,
            ..Slip::plain(winner, loser)
        })
    }

    fn discs(&self) -> Result<Option<Score>, MissingInput> {
        let Ok(text) = self.figures(FieldName::Discs) else { return Ok(None) };
        // Only two numbers and a separator, because anything else could be misread.
        let (winner, loser) =
            text.split_once([':', '-', ' ']).ok_or(MissingInput::Unreadable(FieldName::Discs))?;
        match (number(winner.trim()), number(loser.trim())) {
            (Some(winner), Some(loser)) => Ok(Some(Score { winner, loser })),
            _ => Err(MissingInput::Unreadable(FieldName::Discs)),
        }
    }

    pub(super) fn lotteries(&self, count: usize) -> Result<Vec<String>, MissingInput> {
        (0..count).map(|at| self.figures(FieldName::Lottery(at))).collect()
    }

    pub(super) fn required(&self, name: FieldName) -> Result<String, MissingInput> {
        let text = self.typed(name);
        if text.is_empty() { Err(MissingInput::Empty(name)) } else { Ok(text) }
    }

    pub(super) fn figure(&self, name: FieldName) -> Result<u32, MissingInput> {
        number(&self.figures(name)?).ok_or(MissingInput::Unreadable(name))
    }

    fn figures(&self, name: FieldName) -> Result<String, MissingInput> {
        Ok(self.required(name)?.chars().map(narrow).collect())
    }

    pub(super) fn order(&self, teams: usize) -> Result<Vec<TeamId>, MissingInput> {
        let at = |place| match self.chosen(FieldName::Place(place)) {
            Some((_, FieldChoice::Team(team))) => Ok(*team),
            _ => Err(MissingInput::Empty(FieldName::Place(place))),
        };
        (0..teams).map(at).collect()
    }

    fn player(&self, name: FieldName) -> Option<PlayerId> {
        match self.chosen(name)? {
            (_, FieldChoice::Player(player)) => Some(*player),
            _ => None,
        }
    }

    fn is_ticked(&self, name: FieldName) -> bool {
        matches!(self.content(name), Some(FieldContent::Tick(true)))
    }

    pub(super) fn league(&self) -> Result<LeagueId, MissingInput> {
        let chosen = self.chosen(FieldName::League).ok_or(MissingInput::Empty(FieldName::League))?;
        Ok(LeagueId::at(chosen.0))
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_screen::Field;
    use ishigaki_tournament::{Act, DrawNumber, GroupGame, GroupId, Round, StageId};
    use proptest::prelude::*;

    use super::super::FormContext;
    use super::*;
    use crate::event::EventCall;

    fn typed() -> impl Strategy<Value = String> {
        "[0-9０-９+.,:;/e~١ -]{0,14}"
    }

    fn act(act: Act, context: FormContext, name: FieldName, text: &str) -> (Option<Act>, String) {
        let mut form = Form::of(act.into(), context);
        for field in &mut form.fields {
            if field.name == name {
                field.content = FieldContent::Text(Field::of(text));
            }
            if let FieldContent::Choice(_, at) = &mut field.content {
                *at = Some(0);
            }
        }
        form.is_warned = true;
        let displayed = form.typed(name).chars().map(narrow).collect::<String>().trim().to_owned();
        let act = match form.call(None, None) {
            Ok(EventCall::Act(act)) => Some(act),
            _ => None,
        };
        (act, displayed)
    }

    /// The figures that a text displays, if it has nothing but them and these separators.
    fn figures(text: &str, separators: &[char]) -> Option<Vec<u64>> {
        let parts = text.split(separators).map(str::trim).filter(|part| !part.is_empty());
        parts.map(number).collect()
    }

    const HEAT: GroupGame = GroupGame { stage: StageId(0), group: GroupId(0), spare: false };

    proptest! {
        #[test]
        fn number_of_a_slip_is_submitted_as_displayed(text in typed()) {
            let slip = Act::DrawSlip { player: PlayerId::at(0), number: DrawNumber(0) };
            let context = FormContext::default();
            if let (Some(Act::DrawSlip { number, .. }), displayed) = act(slip, context, FieldName::Number, &text) {
                prop_assert_eq!(displayed.parse::<u32>(), Ok(number.0));
                prop_assert!(displayed.bytes().all(|byte| byte.is_ascii_digit()));
            }
        }

        #[test]
        fn lottery_digits_are_submitted_as_displayed(text in typed()) {
            let digits = Act::EnterDigits { results: vec![String::new()] };
            match act(digits, FormContext::default(), FieldName::Lottery(0), &text) {
                (Some(Act::EnterDigits { results }), displayed) => {
                    prop_assert_eq!(results, [displayed]);
                }
                (other, displayed) => prop_assert!(other.is_none() && displayed.is_empty()),
            }
        }

        #[test]
        fn discs_are_submitted_as_displayed(text in typed()) {
            let slip = Slip::plain(PlayerId::at(0), PlayerId::at(1));
            let result = Act::EnterResult { round: Round(1), slip };
            let (act, displayed) = act(result, FormContext::default(), FieldName::Discs, &text);
            if let Some(Act::EnterResult { slip, .. }) = act {
                let submitted: Option<Vec<u64>> =
                    slip.score.map(|score| vec![score.winner.into(), score.loser.into()]);
                prop_assert_eq!(submitted.unwrap_or_default(), figures(&displayed, &[':', '-', ' ']).unwrap());
            }
        }

        #[test]
        fn counts_of_a_team_are_submitted_as_displayed(
            text in prop_oneof![typed(), "[0-9０-９]( ?[,/ ] ?[0-9]{0,2}){4,5}"],
        ) {
            let team = TeamId(0);
            let group = DrawnGroup { teams: vec![team], absent: Vec::new(), spare: false, counted: None };
            let count = Act::CountGame { game: HEAT, result: GameResult::default() };
            let context = FormContext { leagues: 0, group: Some(group) };
            let (act, displayed) = act(count, context, FieldName::Counts(team), &text);
            if let Some(Act::CountGame { result, .. }) = act {
                let tally = result.contenders[0].tally.unwrap();
                let submitted: [u64; 5] =
                    [tally.empty.into(), tally.top_gaps.into(), tally.held.0, tally.used.into(), tally.unused.into()];
                prop_assert_eq!(submitted.to_vec(), figures(&displayed, &[',', '/', ' ']).unwrap());
                prop_assert!(!displayed.contains(",,") && !displayed.contains("//"));
            }
        }
    }
}

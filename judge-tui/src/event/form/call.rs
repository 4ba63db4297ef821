//! The call that a form is for, from what stands in its fields.

use ishigaki_client::spelling::number;
use ishigaki_proto::convert::{game_result_to_wire, group_game_to_wire, group_stage_to_wire, player_to_wire};
use ishigaki_proto::event as wire;
use ishigaki_rules::TeamId;
use ishigaki_rules::ranking::Contender;
use ishigaki_screen::terminal::narrow;
use ishigaki_tournament::{DrawnGroup, LeagueId, PlayerId};
use serde_json::json;

use super::{ENDS, FieldChoice, FieldContent, FieldName, Form, FormPurpose, MissingInput};
use crate::counts::{TypedTally, overruled, read_tally};
use crate::event::EventCall;

impl Form {
    /// The call that the form is for, in the event of this id. `named` is whom a name means, if it is asked for.
    pub(in crate::event) fn call(
        &self,
        event: &str,
        named: Option<PlayerId>,
    ) -> Result<EventCall, MissingInput> {
        let event = event.to_owned();
        Ok(match &self.purpose {
            FormPurpose::Ask(call) => call.clone(),
            FormPurpose::Create => {
                let event = self.needed(FieldName::Id)?;
                let preset = match self.chosen(FieldName::Preset) {
                    Some((_, FieldChoice::Name(name))) => name.clone(),
                    _ => return Err(MissingInput::Empty(FieldName::Preset)),
                };
                let config =
                    json!({ "preset": preset, "lottery_date": self.needed(FieldName::LotteryDate)? });
                wire::CreateEventRequest { event, config: config.to_string() }.into()
            }
            // Its file is read first.
            FormPurpose::Roster => {
                wire::SetRosterRequest { event, roster: self.needed(FieldName::File)? }.into()
            }
            FormPurpose::Digits => {
                let results = self.fields.iter().map(|field| self.figures(field.name));
                wire::EnterDigitsRequest { event, results: results.collect::<Result<_, _>>()? }.into()
            }
            FormPurpose::OverruleDigits => {
                let lotteries =
                    self.fields.iter().filter(|field| matches!(field.name, FieldName::Lottery(_)));
                let results = lotteries.map(|field| self.figures(field.name)).collect::<Result<_, _>>()?;
                wire::OverruleDigitsRequest { event, results, reason: self.needed(FieldName::Reason)? }.into()
            }
            FormPurpose::OverruleAttendance(player, absent) => {
                let (player, absent) = (player_to_wire(*player), *absent);
                let reason = self.needed(FieldName::Reason)?;
                wire::OverruleAttendanceRequest { event, player, absent, reason }.into()
            }
            FormPurpose::Slip(player) => {
                let number = self.figure(FieldName::Number)?;
                wire::DrawSlipRequest { event, player: player_to_wire(*player), number }.into()
            }
            FormPurpose::Result(round, one, other) => {
                let slip = Some(self.slip_of(*one, *other)?);
                wire::EnterResultRequest { event, round: round.0, slip }.into()
            }
            FormPurpose::Overrule(entry, one, other) => {
                let slip = Some(self.slip_of(*one, *other)?);
                let reason = self.needed(FieldName::Reason)?;
                wire::OverruleResultRequest { event, entry: *entry, slip, reason }.into()
            }
            FormPurpose::NameFirst => {
                let player = player_to_wire(named.ok_or(MissingInput::Empty(FieldName::Player))?);
                let (league, reason) = (self.league()?, self.needed(FieldName::Reason)?);
                wire::NameFirstRequest { event, league, player, reason }.into()
            }
            FormPurpose::ConfirmFirst => wire::ConfirmFirstRequest { event, league: self.league()? }.into(),
            FormPurpose::Janken(..)
            | FormPurpose::Replace(_)
            | FormPurpose::Count(..)
            | FormPurpose::OverruleGame(..)
            | FormPurpose::OverruleJanken(..) => self.call_in_groups(event)?,
            FormPurpose::Rule => wire::AddRulingRequest { event, text: self.needed(FieldName::Text)? }.into(),
            FormPurpose::Abandon => {
                wire::AbandonEventRequest { event, reason: self.needed(FieldName::Reason)? }.into()
            }
        })
    }

    /// The call of a form that only contests in groups have.
    fn call_in_groups(&self, event: String) -> Result<EventCall, MissingInput> {
        Ok(match &self.purpose {
            FormPurpose::Janken(stage, teams) => {
                let order = self.order(teams.len())?;
                wire::EnterJankenRequest { event, stage: group_stage_to_wire(*stage), order }.into()
            }
            FormPurpose::Replace(game) => {
                let (game, reason) = (group_game_to_wire(*game), self.needed(FieldName::Reason)?);
                wire::ReplaceGameRequest { event, game, reason }.into()
            }
            FormPurpose::Count(game, group) => {
                let (game, result) = (group_game_to_wire(*game), self.result_of(group)?);
                wire::CountGameRequest { event, game, result }.into()
            }
            FormPurpose::OverruleGame(game, group) => {
                let (game, result) = (group_game_to_wire(*game), self.result_of(group)?);
                wire::OverruleGameRequest { event, game, result, reason: self.needed(FieldName::Reason)? }
                    .into()
            }
            FormPurpose::OverruleJanken(stage, teams) => {
                let (stage, order) = (group_stage_to_wire(*stage), self.order(teams.len())?);
                wire::OverruleJankenRequest { event, stage, order, reason: self.needed(FieldName::Reason)? }
                    .into()
            }
            _ => return Err(MissingInput::Empty(FieldName::Number)),
        })
    }

    /// What the teams of a group count, by the fields (`E2`).
    fn result_of(&self, group: &DrawnGroup) -> Result<Option<wire::GameResult>, MissingInput> {
        let contender = |team: &TeamId| {
            let name = FieldName::Counts(*team);
            let TypedTally(tally) = read_tally(&self.figures(name)?).ok_or(MissingInput::Unreadable(name))?;
            Ok(Contender { team: *team, tally })
        };
        let contenders = group.teams.iter().map(contender).collect::<Result<_, MissingInput>>()?;
        Ok(game_result_to_wire(&overruled(group, contenders)))
    }

    /// The slip of a game of these two (`TO9`).
    fn slip_of(&self, one: PlayerId, other: PlayerId) -> Result<wire::Slip, MissingInput> {
        let winner = self.player(FieldName::Winner).ok_or(MissingInput::Empty(FieldName::Winner))?;
        let loser = if winner == one { other } else { one };
        let end = self.chosen(FieldName::End).and_then(|(at, _)| ENDS.get(at));
        let reason = end.map_or(wire::EndReason::Normal, |(_, reason)| *reason);
        let signed = [FieldName::WinnerSigned, FieldName::LoserSigned].map(|name| self.is_ticked(name));
        // Nobody signs for a game that was not played.
        if signed != [true; 2] && reason != wire::EndReason::Forfeit && !self.is_warned {
            return Err(MissingInput::Signatures);
        }
        let line = |name| self.player(name).map_or(0, player_to_wire);
        Ok(wire::Slip {
            winner: player_to_wire(winner),
            loser: player_to_wire(loser),
            reason: reason.into(),
            black: line(FieldName::Black),
            draw_win: line(FieldName::DrawWin),
            transcript: self.typed(FieldName::Moves),
            discs: self.discs()?,
            winner_signed: signed[0],
            loser_signed: signed[1],
            ..Default::default()
        })
    }

    /// The discs, the winner's first: `40:24`, `40-24` or `40 24`.
    fn discs(&self) -> Result<Option<wire::DiscCount>, MissingInput> {
        let Ok(text) = self.figures(FieldName::Discs) else { return Ok(None) };
        // Anything else than two numbers and what separates them would be read as another count than was typed.
        let (winner, loser) =
            text.split_once([':', '-', ' ']).ok_or(MissingInput::Unreadable(FieldName::Discs))?;
        match (number(winner.trim()), number(loser.trim())) {
            (Some(winner), Some(loser)) => Ok(Some(wire::DiscCount { winner, loser })),
            _ => Err(MissingInput::Unreadable(FieldName::Discs)),
        }
    }

    fn needed(&self, name: FieldName) -> Result<String, MissingInput> {
        let text = self.typed(name);
        if text.is_empty() { Err(MissingInput::Empty(name)) } else { Ok(text) }
    }

    fn figure(&self, name: FieldName) -> Result<u32, MissingInput> {
        number(&self.figures(name)?).ok_or(MissingInput::Unreadable(name))
    }

    /// The text of a field for figures, which may be typed in full width.
    fn figures(&self, name: FieldName) -> Result<String, MissingInput> {
        Ok(self.needed(name)?.chars().map(narrow).collect())
    }

    /// The order of so many teams, as lines of the roster from 1.
    fn order(&self, teams: usize) -> Result<Vec<u32>, MissingInput> {
        let at = |place| match self.chosen(FieldName::Place(place)) {
            Some((_, FieldChoice::Team(team))) => Ok(player_to_wire(PlayerId::at(team.index()))),
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

    /// The league that was chosen, by its letter.
    fn league(&self) -> Result<String, MissingInput> {
        let chosen = self.chosen(FieldName::League).ok_or(MissingInput::Empty(FieldName::League))?;
        Ok(LeagueId::at(chosen.0).to_string())
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_screen::Field;
    use ishigaki_tournament::{GroupGame, GroupId, Round, StageId};
    use proptest::prelude::*;

    use super::*;

    /// Text that somebody may type into a field for figures.
    fn typed() -> impl Strategy<Value = String> {
        "[0-9０-９+.,:;/e~١ -]{0,14}"
    }

    /// The call of a form whose field has this text, and the text that is displayed, in narrow signs.
    fn call(mut form: Form, name: FieldName, text: &str) -> (Option<EventCall>, String) {
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
        (form.call("e", None).ok(), displayed)
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
            let form = Form::slip(PlayerId::at(0));
            if let (Some(EventCall::DrawSlip(request)), displayed) = call(form, FieldName::Number, &text) {
                prop_assert_eq!(displayed.parse::<u32>(), Ok(request.number));
                prop_assert!(displayed.bytes().all(|byte| byte.is_ascii_digit()));
            }
        }

        #[test]
        fn lottery_digits_are_submitted_as_displayed(text in typed()) {
            let form = Form::digits(1);
            match call(form, FieldName::Lottery(0), &text) {
                (Some(EventCall::EnterDigits(request)), displayed) => {
                    prop_assert_eq!(request.results, [displayed]);
                }
                (other, displayed) => prop_assert!(other.is_none() && displayed.is_empty()),
            }
        }

        #[test]
        fn discs_are_submitted_as_displayed(text in typed()) {
            let form = Form::result(Round(1), PlayerId::at(0), PlayerId::at(1));
            let (call, displayed) = call(form, FieldName::Discs, &text);
            if let Some(EventCall::EnterResult(request)) = call {
                let discs = request.slip.and_then(|slip| slip.discs);
                let submitted: Option<Vec<u64>> =
                    discs.map(|discs| vec![discs.winner.into(), discs.loser.into()]);
                prop_assert_eq!(submitted.unwrap_or_default(), figures(&displayed, &[':', '-', ' ']).unwrap());
            }
        }

        #[test]
        fn counts_of_a_team_are_submitted_as_displayed(
            text in prop_oneof![typed(), "[0-9０-９]( ?[,/ ] ?[0-9]{0,2}){4,5}"],
        ) {
            let team = TeamId(0);
            let group = DrawnGroup { teams: vec![team], absent: Vec::new(), spare: false, counted: None };
            let (call, displayed) = call(Form::count(HEAT, group), FieldName::Counts(team), &text);
            if let Some(EventCall::Count(request)) = call {
                let result = request.result.unwrap();
                let tally = result.contenders[0].tally.unwrap();
                let submitted: [u64; 5] =
                    [tally.empty.into(), tally.top_gaps.into(), tally.held, tally.used.into(), tally.unused.into()];
                prop_assert_eq!(submitted.to_vec(), figures(&displayed, &[',', '/', ' ']).unwrap());
                prop_assert!(!displayed.contains(",,") && !displayed.contains("//"));
            }
        }
    }
}

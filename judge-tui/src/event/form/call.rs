//! The call that a form is for, from what stands in its fields.

use ishigaki_client::command::spelling::number;
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
                wire::CreateEventRequest { event, config: json!({ "preset": preset }).to_string() }.into()
            }
            // Its file is read first.
            FormPurpose::Roster => {
                wire::SetRosterRequest { event, roster: self.needed(FieldName::File)? }.into()
            }
            FormPurpose::Digits => {
                let results = self.fields.iter().map(|field| self.needed(field.name));
                wire::EnterDigitsRequest { event, results: results.collect::<Result<_, _>>()? }.into()
            }
            FormPurpose::OverruleDigits => {
                let lotteries =
                    self.fields.iter().filter(|field| matches!(field.name, FieldName::Lottery(_)));
                let results = lotteries.map(|field| self.needed(field.name)).collect::<Result<_, _>>()?;
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
            let TypedTally(tally) = read_tally(&self.needed(name)?).ok_or(MissingInput::Unreadable(name))?;
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
        let text: String = self.typed(FieldName::Discs).chars().map(narrow).collect();
        if text.is_empty() {
            return Ok(None);
        }
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
        let text: String = self.needed(name)?.chars().map(narrow).collect();
        number(&text).ok_or(MissingInput::Unreadable(name))
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

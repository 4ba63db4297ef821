//! An event's entrants for the pages: whom people search for, and where each of them plays.

use std::time::Instant;

use ishigaki_catalogue::names::{fold_name, fold_reading};
use ishigaki_rules::TeamId;
use ishigaki_tournament::{
    DrawnGroup, EventNotice, GroupGame, PairedRound, PlayerId, Stage, StageId, TableCall,
};
use ishigaki_words::columns::clean;
use ishigaki_words::{Lang, Words};

use super::model::{BilingualText, CallState, CalledState, EntrantState, NextState, SeatState};
use super::picture::bilingual;
use crate::TournamentShow;
use crate::named_event::{NamedContest, NamedEvent, NamedStanding};

impl TournamentShow {
    pub(super) fn entrants(&self) -> Vec<EntrantState> {
        match self.named_standing() {
            Some(NamedStanding::Leagues(event)) => of_players(event),
            Some(NamedStanding::Groups(contest)) => of_teams(contest),
            None => Vec::new(),
        }
    }

    /// Returns the calls to open games, the latest first.
    pub(super) fn calls(&self, now: Instant) -> Vec<CallState> {
        let Some(event) = self.named_standing() else { return Vec::new() };
        let called = |player: &PlayerId| {
            let entrant = event.standing().entrant(*player)?;
            let name = bilingual(|words| event.entrant_name(player.index(), words));
            let reading = clean(&entrant.kana).into_owned();
            Some(CalledState { id: entrant.id.clone(), name, reading })
        };
        let call = |(call, recent): (&TableCall, bool)| CallState {
            table: bilingual(|words| words.say("page-table", &[("table", call.table.into())])),
            players: call.players.iter().filter_map(called).collect(),
            recent,
        };
        self.open_calls(now).into_iter().map(call).collect()
    }

    /// Returns the announcements that the hall shows, the latest first.
    pub(super) fn notices(&self, now: Instant) -> Vec<BilingualText> {
        let text = |notice: &EventNotice| {
            bilingual(|words| clean(words.notice(&notice.english, &notice.japanese)).into_owned())
        };
        self.recent_notices(now).into_iter().map(text).collect()
    }

    /// Returns the next round and its start, if the event's timetable has it (`TT`).
    pub(super) fn next_round(&self) -> Option<NextState> {
        let NamedStanding::Leagues(event) = self.named_standing()? else { return None };
        let Stage::Between { next } = event.tournament().stage() else { return None };
        let minutes = event.standing.config.timetable()?.starts(next);
        let text = bilingual(|words| words.say("page-round", &[("round", next.0.into())]));
        Some(NextState { text, minutes })
    }
}

fn entrant(event: NamedStanding<'_>, line: usize, number: Option<u32>) -> Option<EntrantState> {
    let entrant = event.standing().entrants.get(line)?;
    let name = bilingual(|words| event.entrant_name(line, words));
    let found = [&entrant.id, &entrant.name, &entrant.kana, &entrant.romaji].into_iter().cloned();
    let found = found
        .chain([fold_name(&entrant.name), fold_reading(&entrant.kana)])
        .filter(|text| !text.is_empty())
        .collect();
    Some(EntrantState { id: entrant.id.clone(), number, name, found, seat: None })
}

fn of_players(event: NamedEvent<'_>) -> Vec<EntrantState> {
    let edition = event.edition(Words::new(Lang::En));
    let last = event.tournament().rounds().last();
    let players = (0..event.standing.entrants.len()).map(PlayerId::at);
    let state = |player: PlayerId| {
        let entrant = entrant(NamedStanding::Leagues(event), player.index(), edition.number(player))?;
        Some(EntrantState { seat: last.and_then(|paired| seat_of_player(event, paired, player)), ..entrant })
    };
    players.filter_map(state).collect()
}

fn seat_of_player(event: NamedEvent<'_>, paired: &PairedRound, player: PlayerId) -> Option<SeatState> {
    let round = bilingual(|words| words.say("page-round", &[("round", paired.round.0.into())]));
    let minutes = event.standing.config.timetable().map(|timetable| timetable.starts(paired.round));
    let seat = SeatState { round, minutes, ..SeatState::default() };
    let mut games = (1_u32..).zip(paired.games());
    let Some((table, (_, one, other))) = games.find(|(_, (_, one, other))| [*one, *other].contains(&player))
    else {
        let has_bye = paired.pools.iter().any(|pool| pool.bye == Some(player));
        return has_bye.then(|| SeatState { place: bilingual(|words| words.label("print-bye")), ..seat });
    };
    let opponent = if one == player { other } else { one };
    Some(SeatState {
        place: bilingual(|words| words.say("page-table", &[("table", table.into())])),
        against: Some(bilingual(|words| event.edition(words).player(opponent))),
        is_over: paired.results.contains_key(&(one.min(other), one.max(other))),
        ..seat
    })
}

fn of_teams(contest: NamedContest<'_>) -> Vec<EntrantState> {
    let teams = (0..contest.standing.entrants.len()).map(TeamId::at);
    let state = |team: TeamId| {
        let entrant = entrant(NamedStanding::Groups(contest), team.index(), None)?;
        let games = contest.contest.games().filter(|(_, group)| group.teams.contains(&team));
        // The games are in the order of the stages.
        Some(EntrantState {
            seat: games.last().map(|(game, group)| seat_of_team(contest, game, group, team)),
            ..entrant
        })
    };
    teams.filter_map(state).collect()
}

fn seat_of_team(contest: NamedContest<'_>, game: GroupGame, group: &DrawnGroup, team: TeamId) -> SeatState {
    let number = game.group.0.saturating_add(1);
    let others = |words: Words| -> String {
        let rivals = group.teams.iter().filter(|other| **other != team);
        words.list(rivals.map(|rival| contest.name(*rival, words)))
    };
    let stage = |stage: StageId, words: Words| words.stage_name(contest.stage_name(stage));
    SeatState {
        round: bilingual(|words| stage(game.stage, words)),
        place: bilingual(|words| words.say("print-group", &[("number", number.into())])),
        against: Some(bilingual(others)),
        game: Some(contest.game_id(game)),
        is_over: group.counted.is_some(),
        minutes: None,
    }
}

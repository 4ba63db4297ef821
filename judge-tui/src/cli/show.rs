//! Games as tables and sentences, also for the menu of games.

use ishigaki_record::signing::Fingerprint;
use ishigaki_words::columns::clean;
use ishigaki_words::{Align, Table, Words};

use super::enter::EntryObject;
use crate::entry::name_key;
use crate::sentences::{phase, round, teams, title};
use ishigaki_client::listing::Listed;

const LONGEST_TITLE: usize = 40;

pub(crate) fn games(games: &[Listed], words: &Words) -> String {
    if games.is_empty() {
        return words.label("console-pick-none");
    }
    let columns = [
        ("lint-word-game", Align::Start),
        ("console-head-title", Align::Start),
        ("head-state", Align::Start),
        ("console-head-phase", Align::Start),
        ("lint-word-round", Align::End),
        ("shared-spare", Align::Start),
        ("console-head-teams", Align::Start),
    ];
    // The server of a game matters only if there are several.
    let has_servers = games.iter().any(|game| game.server.is_some());
    let server = has_servers.then_some(("shared-server", Align::Start));
    let columns = columns.into_iter().chain(server).map(|(key, align)| (words.label(key), align));
    let mut table = Table::new(columns).at_most(1, LONGEST_TITLE);
    for game in games {
        let server = game.server.as_deref().map(clean).unwrap_or_default().into_owned();
        let row = [
            clean(&game.game).into_owned(),
            title(game, words),
            words.label(state(game)),
            phase(game, words),
            round(game),
            game.spare.as_deref().map(clean).unwrap_or_default().into_owned(),
            teams(game, words),
        ];
        table.row(row.into_iter().chain(has_servers.then_some(server)));
    }
    table.to_string()
}

fn state(game: &Listed) -> &'static str {
    match game {
        Listed { is_damaged: true, .. } => "console-game-damaged",
        Listed { is_elsewhere: true, server: None, .. } => "console-game-nowhere",
        Listed { is_elsewhere: true, .. } => "console-game-elsewhere",
        Listed { standing: Some(_), .. } => "console-game-started",
        Listed { standing: None, .. } => "console-game-waits",
    }
}

pub(crate) fn entered(entered: &EntryObject, words: &Words) -> String {
    let team = clean(&entered.team).into_owned();
    let what = words.say(name_key(entered.kind), &[("team", team.into())]);
    words.say("console-byhand-done", &[("what", what.into())])
}

pub(crate) fn fingerprint(fingerprint: Fingerprint, words: &Words) -> String {
    words.say("cli-fingerprint", &[("fingerprint", fingerprint.to_string().into())])
}

pub(super) fn pages(at: std::net::SocketAddr, words: &Words) -> String {
    let address = |path: &str| format!("http://{at}{path}").into();
    words.say("board-pages", &[("hall", address("/hall")), ("phone", address("/"))])
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::{Phase, RoundNo};
    use ishigaki_words::Lang;

    use super::*;
    use crate::sentences::started;
    use ishigaki_client::listing::GameStatus;

    fn listed(game: &str, teams: &[&str]) -> Listed {
        let standing = GameStatus {
            phase: Some(Phase::Confirming),
            round: Some(RoundNo(2)),
            attempt: Some(1),
            remaining_ms: None,
            paused: false,
        };
        Listed {
            game: game.into(),
            title: "Heat".into(),
            title_ja: "予選".into(),
            practice: false,
            teams: teams.iter().map(|team| (*team).to_owned()).collect(),
            seats: 0,
            spare: None,
            standing: Some(standing),
            is_damaged: false,
            is_elsewhere: false,
            server: None,
        }
    }

    #[test]
    fn game_table_is_aligned_in_both_languages() {
        let waiting = Listed {
            seats: 6,
            standing: None,
            spare: Some("again".into()),
            practice: true,
            ..listed("final", &[])
        };
        let damaged = Listed { standing: None, is_damaged: true, ..listed("heat-2", &["elm"]) };
        let listed_games = [listed("heat-1", &["oak", "owl"]), waiting, damaged];
        let english = "\
game    title           state        phase                                   round  spare  teams
heat-1  Heat            started      Waiting for the chief judge to confirm      2         oak, owl
final   practice: Heat  not started                                                 again  6 teams to be named
heat-2  Heat            damaged                                                            elm
";
        let shown = |lang| games(&listed_games, &Words::new(lang)).trim_end().to_owned();
        assert_eq!(shown(Lang::En), english.trim_end());
        let japanese = "\
試合    名称        状態        進行              回  予備   チーム
heat-1  予選        開始済み    審判長の確認待ち   2         oak、owl
final   練習：予選  開始待ち                          again  6チーム未定
heat-2  予選        記録が破損                               elm
";
        assert_eq!(shown(Lang::Ja), japanese.trim_end());
    }

    #[test]
    fn games_of_several_servers_name_their_server() {
        let at = |game, server: &str| Listed { server: Some(server.into()), ..listed(game, &["oak"]) };
        let silent = Listed { standing: None, is_elsewhere: true, ..at("heat-2", "10.0.0.2:7150") };
        let english = "\
game    title  state              phase                                   round  spare  teams  server
heat-1  Heat   started            Waiting for the chief judge to confirm      2         oak    10.0.0.1:7150
heat-2  Heat   on another server                                                        oak    10.0.0.2:7150
";
        let shown = games(&[at("heat-1", "10.0.0.1:7150"), silent], &Words::new(Lang::En));
        assert_eq!(shown.trim_end(), english.trim_end());
    }

    #[test]
    fn names_are_stripped_of_control_characters() {
        let mut game = listed("\u{1b}[2J", &["\u{7}"]);
        game.title = "a\nb".into();
        let shown = games(&[game.clone()], &Words::new(Lang::En)) + &started(&game, &Words::new(Lang::En));
        assert!(!shown.contains(['\u{1b}', '\u{7}']), "{shown:?}");
        assert_eq!(shown.matches('\n').count(), 2, "one line for the head and one for the game: {shown:?}");
    }
}

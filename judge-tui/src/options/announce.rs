//! The options of `announce`: text, games and addressees.

/// The options of an announcement: at least one game, or groups of an event, and a text in a language.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(group(clap::ArgGroup::new("text").args(["english", "japanese"]).required(true).multiple(true)))]
pub(crate) struct AnnounceArgs {
    /// The ids of the games: it is announced in one after the other, once in each; in none if one of them is not there,
    /// waits, is over or lacks a team that is named.
    #[arg(value_name = "GAME", required_unless_present_any = ["groups", "all_groups"])]
    pub(crate) games: Vec<String>,
    /// A group of the stage that is under way in an event, by its number: in the game that it plays. Once for each.
    #[arg(long = "group", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) groups: Vec<u32>,
    /// All groups of that stage.
    #[arg(long, conflicts_with = "groups")]
    pub(crate) all_groups: bool,
    /// The id of the event whose groups are meant; without it, the only event that is not over.
    #[arg(long, value_name = "ID", default_value = "", hide_default_value = true)]
    pub(crate) event: String,
    /// A team that alone is told, by its id; once for each. All teams without it.
    #[arg(long = "team", value_name = "TEAM")]
    pub(crate) teams: Vec<String>,
    /// What it says in English: at most 200 characters.
    #[arg(long, value_name = "TEXT")]
    pub(crate) english: Option<String>,
    /// What it says in Japanese: at most 200 characters.
    #[arg(long, value_name = "TEXT")]
    pub(crate) japanese: Option<String>,
    /// Answer with one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;

    use super::*;
    use crate::options::Task;
    use crate::options::tests::{parse, task};

    #[test]
    fn an_announcement_has_a_text_in_some_language() {
        let expected = AnnounceArgs {
            games: vec!["heat-1".into(), "heat-2".into()],
            groups: Vec::new(),
            all_groups: false,
            event: String::new(),
            teams: vec!["oak".into(), "owl".into()],
            english: None,
            japanese: Some("集合".into()),
            json: false,
        };
        let args = ["announce", "heat-1", "heat-2", "--team", "oak", "--team", "owl", "--japanese", "集合"];
        assert_eq!(task(&args), Some(Task::Announce { announcement: expected }));
        assert_eq!(parse(&["announce", "heat-1"]).err(), Some(ErrorKind::MissingRequiredArgument));
    }

    #[test]
    fn an_announcement_is_in_games_or_in_the_games_of_groups() {
        let announced = |args: &[&str]| match task(args) {
            Some(Task::Announce { announcement }) => Some(announcement),
            _ => None,
        };
        let args = ["announce", "--group", "3", "--group", "4", "--event", "day", "--english", "now"];
        let groups = announced(&args).map(|args| (args.games, args.groups, args.event));
        assert_eq!(groups, Some((Vec::new(), vec![3, 4], "day".into())));
        assert!(
            announced(&["announce", "--all-groups", "--english", "now"]).is_some_and(|args| args.all_groups)
        );
        assert_eq!(parse(&["announce", "--english", "now"]).err(), Some(ErrorKind::MissingRequiredArgument));
        let both = ["announce", "--all-groups", "--group", "3", "--english", "now"];
        assert_eq!(parse(&both).err(), Some(ErrorKind::ArgumentConflict));
    }
}

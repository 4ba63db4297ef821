//! Options of `announce`: text, games and addressees.

/// Options of an announcement: at least one game or group, and a text in at least one language.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(group(clap::ArgGroup::new("text").args(["english", "japanese"]).required(true).multiple(true)))]
pub(crate) struct AnnounceArgs {
    /// Ids of the games. Nothing is announced if one of them is unknown, waiting or over, or lacks a named
    /// team
    #[arg(value_name = "GAME", required_unless_present_any = ["groups", "all_groups"])]
    pub(crate) games: Vec<String>,
    /// Number of a group in the event's current stage; can be repeated
    #[arg(long = "group", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) groups: Vec<u32>,
    /// All groups of the current stage
    #[arg(long, conflicts_with = "groups")]
    pub(crate) all_groups: bool,
    /// Id of the event with these groups; without it, the only open event
    #[arg(long, value_name = "ID", default_value = "", hide_default_value = true)]
    pub(crate) event: String,
    /// Id of a team that gets the announcement; can be repeated. Without it, all teams
    #[arg(long = "team", value_name = "TEAM")]
    pub(crate) teams: Vec<String>,
    /// Text in English, at most 200 characters
    #[arg(long, value_name = "TEXT")]
    pub(crate) english: Option<String>,
    /// Text in Japanese, at most 200 characters
    #[arg(long, value_name = "TEXT")]
    pub(crate) japanese: Option<String>,
    /// Print one JSON object
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
    fn announcement_needs_text_in_one_language() {
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
    fn announcement_needs_games_or_groups() {
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

//! The report of a rehearsed contest in groups, as `--json` shows it.

use serde::Serialize;

/// Report of a contest in groups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupsReport {
    pub preset: &'static str,
    /// Seed that everything was drawn from.
    pub seed: u64,
    /// Lines of the roster.
    pub teams: usize,
    /// The stages as they were played.
    pub stages: Vec<StageReport>,
    /// Final rank of each team, with where its contest ended, the winner first.
    pub ranking: Vec<TeamReport>,
    /// Whether the server was killed on the way.
    pub killed: bool,
    /// The commitment to settings and roster (`TV1`).
    pub commitment: String,
    /// The fingerprint of the server's key.
    pub fingerprint: String,
    /// Facts in the contest's record.
    pub records: u64,
    /// Records of games that were verified.
    pub games: usize,
}

/// A stage that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageReport {
    /// Name of it in the plan.
    pub name: String,
    /// The teams of each group.
    pub groups: Vec<usize>,
    /// Games that their spares replaced (`G4`).
    pub replaced: usize,
    /// Teams that went on, by id.
    pub advanced: Vec<String>,
}

/// Stage at which a team's contest ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TeamReport {
    pub team: String,
    /// Its place in the last stage; none if it did not come there.
    pub place: Option<u32>,
    /// The stage in which it ended.
    pub stage: String,
}

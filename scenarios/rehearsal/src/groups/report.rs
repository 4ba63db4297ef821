//! The report of a rehearsed contest in groups, for `--json`.

use serde::Serialize;

/// Report of a contest in groups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupsReport {
    pub preset: &'static str,
    pub seed: u64,
    pub teams: usize,
    pub stages: Vec<StageReport>,
    pub ranking: Vec<TeamReport>,
    pub killed: bool,
    /// The commitment to settings and roster (`TV1`).
    pub commitment: String,
    pub fingerprint: String,
    pub records: u64,
    pub games: usize,
}

/// A played stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageReport {
    pub name: String,
    pub groups: Vec<usize>,
    /// Games replaced by their spares (`G4`).
    pub replaced: usize,
    pub advanced: Vec<String>,
}

/// Stage at which a team's contest ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TeamReport {
    pub team: String,
    /// `None` if the team didn't reach the last stage.
    pub place: Option<u32>,
    pub stage: String,
}

//! The Japanese of the programs' help: a file of English texts and their translations for each program.

/// The Japanese of `ishigaki-server --help`.
pub const ISHIGAKI_SERVER: &str = include_str!("../catalogue/help/ishigaki-server.po");
/// The Japanese of `judge-tui --help`.
pub const JUDGE_TUI: &str = include_str!("../catalogue/help/judge-tui.po");
/// The Japanese of `team-client --help`.
pub const TEAM_CLIENT: &str = include_str!("../catalogue/help/team-client.po");
/// The Japanese of `rehearsal --help`.
pub const REHEARSAL: &str = include_str!("../catalogue/help/rehearsal.po");
/// The Japanese of `lab --help`.
pub const LAB: &str = include_str!("../catalogue/help/lab.po");

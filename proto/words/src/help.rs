//! Translations of the programs' help into Japanese: for each program a file of English texts with their
//! translations.

/// Translation of `ishigaki-server --help`.
pub const ISHIGAKI_SERVER: &str = include_str!("../catalogue/help/ishigaki-server.po");
/// Translation of `judge-tui --help`.
pub const JUDGE_TUI: &str = include_str!("../catalogue/help/judge-tui.po");
/// Translation of `team-client --help`.
pub const TEAM_CLIENT: &str = include_str!("../catalogue/help/team-client.po");
/// Translation of `rehearsal --help`.
pub const REHEARSAL: &str = include_str!("../catalogue/help/rehearsal.po");
/// Translation of `lab --help`.
pub const LAB: &str = include_str!("../catalogue/help/lab.po");
/// Translation of `ishigaki-pages --help`.
pub const ISHIGAKI_PAGES: &str = include_str!("../catalogue/help/ishigaki-pages.po");

//! Rosters (名簿) from files, as organisers have them: CSV in UTF-8, UTF-16, Windows-31J or EUC-JP, workbooks
//! (`xlsx`, `xls`, `ods`), or the server's JSON list. A file is read whole, or refused with all its faults.

mod columns;
mod decode;
mod draft;
mod fault;
mod list;
mod reader;
mod table;
mod text;
mod workbook;

pub use draft::{IdRule, MEMBERS, RosterDraft, RosterMember, RosterRules};
pub use fault::{RosterFault, RosterFileError, RosterRemark};
pub use reader::read_roster;

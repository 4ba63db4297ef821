//! Files that the organiser hands out: sheets, team directories, and join lines.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ishigaki_client::Invitation;
use ishigaki_engine::key::ServerKey;
use ishigaki_engine::planned_config;
use ishigaki_engine::token::{Principal, Role, Token};
use ishigaki_grpc::certificate::CertificateIssuer;
use ishigaki_scenarios::Contest;
use ishigaki_words::Lang;
use zeroize::Zeroizing;

use super::Folder;
use super::files::{
    Error, address_lines, failed, make_folder, read_authority, read_if_any, write, write_private,
};
use super::sheet::{self, PlayerSheet, Sheet, SheetHolder};

/// Ending of a judge's sheet.
pub(super) const SHEET_ENDING: &str = ".sheet.html";
/// Ending of a sheet for an event's staff.
pub(super) const STAFF_SHEET_ENDING: &str = ".staff.html";
/// Staff of an event with tokens by `init`.
const EVENT_STAFF: [&str; 3] = ["organiser", "desk", "referee"];

const JUDGE: &str = "judge";

impl Folder {
    /// Stores a token in its holder's files, replacing the previous one, and writes the sheets again.
    ///
    /// # Errors
    ///
    /// [`FolderError::File`](super::FolderError::File) if a file can't be read or written; [`Error::Contest`],
    /// [`Error::Certificate`] or [`Error::Key`] if contest file, authority or server's key are invalid.
    pub fn hand_out(&self, principal: &Principal, token: &Token, first: Lang) -> Result<(), Error> {
        let path = self.token_of(principal);
        if let Some(things) = path.parent() {
            // A partially copied directory may lack it.
            make_folder(things)?;
        }
        write_private(&path, format!("{}\n", token.reveal()).as_bytes())?;
        let contest = Contest::load(&self.contest())?;
        let (authority, key) = (read_authority(self)?, ServerKey::load(&self.key())?);
        let writer = HandoutWriter::new(self, &contest, &authority, &key)?;
        writer.write_all(first)?;
        match principal.role {
            // Teams have their own directories, and a standby isn't a client.
            Role::Team { .. } | Role::Standby => Ok(()),
            Role::Judge | Role::JudgeOf { .. } => {
                writer.write_line(&principal.name)?;
                writer.write_judge_sheet(&principal.name, first)
            }
            Role::Organiser | Role::Desk | Role::Referee => {
                writer.write_line(&principal.name)?;
                writer.write_staff_sheet(&principal.name, first)
            }
            Role::Board => writer.write_line(&principal.name).map(drop),
        }
    }

    /// The path of a holder's token file.
    pub(super) fn token_of(&self, principal: &Principal) -> PathBuf {
        match &principal.role {
            Role::Team { team } => self.team(team).join("token"),
            Role::Organiser
            | Role::Judge
            | Role::JudgeOf { .. }
            | Role::Board
            | Role::Desk
            | Role::Referee
            | Role::Standby => self.token(&principal.name),
        }
    }
}

pub(super) struct HandoutWriter<'a> {
    folder: &'a Folder,
    contest: &'a Contest,
    /// The servers' addresses, separated by commas.
    address: String,
    pages: String,
    authority: &'a CertificateIssuer,
    key: &'a ServerKey,
}

impl<'a> HandoutWriter<'a> {
    /// Reads the addresses on the sheets.
    pub(super) fn new(
        folder: &'a Folder,
        contest: &'a Contest,
        authority: &'a CertificateIssuer,
        key: &'a ServerKey,
    ) -> Result<Self, Error> {
        let unread = |source| failed(&folder.address_file(), source);
        let address = folder.addresses().map_err(unread)?.join(",");
        let pages = folder.pages_address().map_err(unread)?;
        Ok(Self { folder, contest, address, pages, authority, key })
    }

    /// Writes the directories of all teams with tokens, and the sheets and join lines of the staff. Returns
    /// whether a server's address changed.
    pub(super) fn write_all(&self, first: Lang) -> Result<bool, Error> {
        let mut is_renewed = false;
        let mut tokens = Vec::new();
        for team in planned_config::playing_teams(self.contest) {
            let own = self.folder.team(&team.code);
            make_folder(&own)?;
            write(&own.join("ca.pem"), self.authority.pem().as_bytes())?;
            let (server, lines) = (own.join("server"), address_lines(&self.address));
            is_renewed |= differs_from(&server, &lines);
            write(&server, lines.as_bytes())?;
            tokens.extend(read_if_any(&own.join("token"))?.map(|token| (team, own, token)));
        }
        let mut sheets = Vec::new();
        for (team, own, token) in &tokens {
            let sheet = self.sheet(SheetHolder::Team { code: &team.code, name: &team.name }, token);
            write_sheet(&own.join("sheet.html"), std::slice::from_ref(&sheet), first)?;
            sheets.push(sheet);
        }
        write_private(&self.folder.all_sheets(), self.all(&sheets, first).as_bytes())?;
        let staff = ["organiser", JUDGE, "board", "desk", "referee"].map(str::to_owned);
        let judges = self.contest.judges.iter().map(|judge| judge.id.clone());
        for name in staff.into_iter().chain(judges.clone()).chain(self.names_with(".join")?) {
            is_renewed |= self.write_line(&name)?;
        }
        // Games on real boards have no judge.
        let judge = planned_config::has_games(self.contest).then(|| JUDGE.to_owned());
        for name in judges.chain(judge).chain(self.names_with(SHEET_ENDING)?) {
            self.write_judge_sheet(&name, first)?;
        }
        let of_event = EVENT_STAFF.map(str::to_owned).into_iter().filter(|_| !self.contest.events.is_empty());
        for name in of_event.chain(self.names_with(STAFF_SHEET_ENDING)?) {
            self.write_staff_sheet(&name, first)?;
        }
        Ok(is_renewed)
    }

    /// Returns the sheets of all teams and of the players on real boards.
    fn all(&self, sheets: &[Sheet<'_>], first: Lang) -> Zeroizing<String> {
        let events = planned_config::board_events(self.contest);
        let players = events.iter().flat_map(|(event, config)| {
            event.entrants.iter().map(|entrant| PlayerSheet { config, entrant, pages: &self.pages })
        });
        Zeroizing::new(sheet::page(sheets, &players.collect::<Vec<_>>(), first))
    }

    fn sheet<'s>(&'s self, holder: SheetHolder<'s>, token: &'s str) -> Sheet<'s> {
        Sheet {
            holder,
            address: &self.address,
            pages: &self.pages,
            token: token.trim(),
            authority: self.authority.fingerprint(),
            signer: self.key.fingerprint(),
        }
    }

    /// Names with existing files of this ending, including manually issued tokens.
    fn names_with(&self, ending: &str) -> Result<BTreeSet<String>, Error> {
        let root = self.folder.root();
        let files = fs::read_dir(root).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let files = files.map_err(|source| failed(root, source))?;
        let name = |file: fs::DirEntry| file.file_name().to_str()?.strip_suffix(ending).map(str::to_owned);
        Ok(files.into_iter().filter_map(name).collect())
    }

    /// Writes the join line of a staff member with a token. Returns whether an existing one changed.
    fn write_line(&self, name: &str) -> Result<bool, Error> {
        let Some(token) = read_if_any(&self.folder.token(name))? else { return Ok(false) };
        let line = Invitation::line(&self.address, &self.authority.fingerprint(), token.trim());
        let Some(line) = line.map(|line| Zeroizing::new(line + "\n")) else { return Ok(false) };
        let path = self.folder.join_line(name);
        let is_renewed = differs_from(&path, &line);
        write_private(&path, line.as_bytes())?;
        Ok(is_renewed)
    }

    /// Writes the sheet of a judge with a token.
    fn write_judge_sheet(&self, name: &str, first: Lang) -> Result<(), Error> {
        let Some(token) = read_if_any(&self.folder.token(name))? else { return Ok(()) };
        let sheet = self.sheet(SheetHolder::Judge { name }, &token);
        write_sheet(&self.folder.judge_sheet(name), &[sheet], first)
    }

    /// Writes the sheet of a desk, referee or organiser with a token.
    fn write_staff_sheet(&self, name: &str, first: Lang) -> Result<(), Error> {
        let Some(token) = read_if_any(&self.folder.token(name))? else { return Ok(()) };
        let events = planned_config::board_events(self.contest).into_iter().map(|(_, config)| config);
        let events: Vec<_> = events.collect();
        let sheet = self.sheet(SheetHolder::Staff { name, events: &events }, &token);
        write_sheet(&self.folder.staff_sheet(name), &[sheet], first)
    }
}

fn write_sheet(path: &Path, sheets: &[Sheet<'_>], first: Lang) -> Result<(), Error> {
    let page = Zeroizing::new(sheet::page(sheets, &[], first));
    write_private(path, page.as_bytes())
}

fn differs_from(path: &Path, text: &str) -> bool {
    fs::read(path).is_ok_and(|there| there != text.as_bytes())
}

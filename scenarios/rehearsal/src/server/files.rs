//! The files of a server: contest, journal, key, tokens, limits, certificate, log.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use ishigaki_admin::folder::Folder;
use ishigaki_client::{Address, ServerUrl};
use ishigaki_cluster::journal::{DatabaseUrl, Location};
use ishigaki_engine::clock::{Clock as _, SystemClock};
use ishigaki_grpc::certificate::CertificateIssuer;
use ishigaki_grpc::tls;

use crate::database::{DatabaseAsked, ScratchJournal};
use crate::error::Error;

/// Limits for teams that try as much as they can.
const LIFTED: &str = "calls = 200000\ncalls_per_team = 4096\nsealing_per_second = 0\nwall_per_second = 0\nbytes_per_second = 0\n";

/// The files of a server, in a folder of its own.
#[derive(Clone, Debug)]
pub struct ServerFiles {
    folder: PathBuf,
    /// The folder that is nobody else's, if they stand in one.
    private: Option<PathBuf>,
    is_encrypted: bool,
    /// Whether answers wait for a standby's disk, while one is abreast.
    needs_copy: bool,
    /// URL of the journal, if it is in no file.
    database: Option<DatabaseUrl>,
}

impl ServerFiles {
    /// The files in this folder, which stays.
    pub fn in_folder(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            private: None,
            is_encrypted: false,
            needs_copy: false,
            database: None,
        }
    }

    /// The files in this folder, which is nobody else's: if the rehearsal dies, the server removes it.
    pub fn in_private_folder(folder: &Path) -> Self {
        Self { private: Some(folder.to_owned()), ..Self::in_folder(folder) }
    }

    /// The same files, for a server whose answers wait for a standby's disk, while one is abreast.
    #[must_use]
    pub fn with_copy(self) -> Self {
        Self { needs_copy: true, ..self }
    }

    /// The files of another machine of the same contest, in a folder of this name within this one, which is made.
    ///
    /// # Errors
    /// [`Error::Make`], also if it is there.
    pub fn machine(&self, name: &str) -> Result<Self, Error> {
        let folder = self.folder.join(name);
        std::fs::create_dir(&folder).map_err(|source| Error::Make { path: folder.clone(), source })?;
        Ok(Self { folder, ..self.clone() })
    }

    /// Brings over to another machine what has to be brought by hand: all that is neither journal nor log.
    ///
    /// # Errors
    /// The files are gone, or one cannot be copied.
    pub fn bring_over(&self, other: &Self) -> anyhow::Result<()> {
        for entry in std::fs::read_dir(&self.folder).context("the files are gone")? {
            let entry = entry?;
            let file = self.folder.join(entry.file_name());
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_left = name.starts_with("journal.") && file != self.key() || name.ends_with(".log");
            if entry.file_type()?.is_file() && !is_left {
                std::fs::copy(&file, other.folder.join(&*name)).context("a file cannot be brought over")?;
            }
        }
        Ok(())
    }

    /// The same files, with the journal in a place of its own in this database, if one is asked for; it goes by the folder's
    /// name.
    ///
    /// # Errors
    /// As [`ScratchJournal::make`].
    pub fn with_journal(
        self,
        asked: Option<&DatabaseAsked>,
    ) -> Result<(Self, Option<ScratchJournal>), Error> {
        let Some(asked) = asked else { return Ok((self, None)) };
        let name = self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let database = ScratchJournal::make(asked, &format!("ishigaki_{name}_{}", std::process::id()))?;
        Ok((Self { database: Some(database.url().clone()), ..self }, Some(database)))
    }

    /// The same files, with an authority and a certificate of their own: what the server says is encrypted, as on a
    /// contest day.
    ///
    /// # Errors
    /// Authority or certificate cannot be made; [`Error::Write`] if one cannot be written.
    pub fn encrypted(mut self) -> anyhow::Result<Self> {
        let folder = Folder::at(&self.folder);
        let now = SystemClock::new().time_of_day();
        let authority = CertificateIssuer::make(now)?;
        let made = authority.certify("localhost", now)?;
        let tls::CertificateFiles { chain, key } = folder.tls();
        for (path, text) in [(folder.authority(), authority.pem()), (chain, &made.chain), (key, &made.key)] {
            write_private(&path, text).map_err(|source| Error::Write { path, source })?;
        }
        self.is_encrypted = true;
        Ok(self)
    }

    /// Returns how clients reach a server with these files that listens there.
    ///
    /// # Errors
    /// As [`ServerFiles::trusted`] and [`ServerUrl::address`].
    pub fn address(&self, listen: SocketAddr) -> anyhow::Result<Address> {
        let url: ServerUrl = listen.to_string().parse()?;
        Ok(url.address(self.trusted()?, false)?)
    }

    /// The authority that clients trust, if what the server says is encrypted.
    ///
    /// # Errors
    /// The authority's file cannot be read, or holds none.
    pub fn trusted(&self) -> anyhow::Result<Option<ishigaki_client::Authority>> {
        if !self.is_encrypted {
            return Ok(None);
        }
        let pem = std::fs::read(self.authority()).context("the authority is gone")?;
        Ok(Some(ishigaki_client::Authority::read(&pem)?))
    }

    /// Returns whether answers wait for a standby's disk, while one is abreast.
    pub(super) fn needs_copy(&self) -> bool {
        self.needs_copy
    }

    /// Returns whether what the server says is encrypted.
    pub(super) fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// The folder that is to go with the rehearsal, if there is one.
    pub(super) fn private(&self) -> Option<&Path> {
        self.private.as_deref()
    }

    /// The folder they stand in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The contest file.
    pub fn contest(&self) -> PathBuf {
        self.folder.join("contest.toml")
    }

    /// Writes the contest file.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn write_contest(&self, text: &str) -> Result<(), Error> {
        std::fs::write(self.contest(), text).map_err(|source| Error::Write { path: self.contest(), source })
    }

    /// The authority's certificate, where there is one.
    pub fn authority(&self) -> PathBuf {
        Folder::at(&self.folder).authority()
    }

    /// The token file, with hashes only.
    pub fn tokens(&self) -> PathBuf {
        self.folder.join("tokens.toml")
    }

    /// The server's limits; the defaults hold where there is no such file.
    pub fn limits(&self) -> PathBuf {
        self.folder.join("limits.toml")
    }

    /// Lets teams call as often as they can: for whoever measures the server, or tries it by force.
    ///
    /// # Errors
    /// The file of limits cannot be written.
    pub fn lift_limits(&self) -> std::io::Result<()> {
        std::fs::write(self.limits(), LIFTED)
    }

    /// Returns the journal's location.
    pub fn journal(&self) -> Location {
        match &self.database {
            None => self.folder.join("journal.db").into(),
            Some(url) => Location::Postgres(url.clone()),
        }
    }

    /// Returns whether a journal is in a file here.
    pub fn is_used(&self) -> bool {
        self.journal().file().is_some_and(Path::exists)
    }

    /// The key file.
    pub fn key(&self) -> PathBuf {
        self.folder.join("journal.key")
    }

    /// Returns what the server has to say of itself.
    pub fn log(&self) -> PathBuf {
        self.folder.join("server.log")
    }

    /// Returns how much the journal takes on the disk, in bytes, with the files that stand beside it; 0 where nobody says.
    pub fn journal_bytes(&self) -> u64 {
        ishigaki_cluster::journal::bytes(&self.journal()).unwrap_or(0)
    }

    pub(super) fn log_file(&self) -> std::io::Result<File> {
        OpenOptions::new().create(true).append(true).open(self.log())
    }

    /// The end of the server's log, for a message.
    pub fn last_words(&self) -> String {
        format!("the end of its log:\n{}", self.last_lines())
    }

    pub(super) fn last_lines(&self) -> String {
        let log = std::fs::read_to_string(self.log()).unwrap_or_default();
        let lines: Vec<&str> = log.lines().rev().take(6).collect();
        let lines: Vec<&str> = lines.into_iter().rev().collect();
        lines.join("\n")
    }
}

/// Writes a file that only its owner may read.
fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

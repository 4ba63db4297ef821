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

/// Limits without effect, for load and attacks.
const LIFTED: &str = "calls = 200000\ncalls_per_team = 4096\nsealing_per_second = 0\nwall_per_second = 0\nbytes_per_second = 0\n";

/// The files of a server, in their own directory.
#[derive(Clone, Debug)]
pub struct ServerFiles {
    folder: PathBuf,
    private: Option<PathBuf>,
    is_encrypted: bool,
    /// True if answers wait for a standby's disk while one has caught up.
    needs_copy: bool,
    database: Option<DatabaseUrl>,
}

impl ServerFiles {
    /// Uses a directory that stays.
    pub fn in_folder(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            private: None,
            is_encrypted: false,
            needs_copy: false,
            database: None,
        }
    }

    /// Uses a private directory: if the rehearsal dies, the server removes it.
    pub fn in_private_folder(folder: &Path) -> Self {
        Self { private: Some(folder.to_owned()), ..Self::in_folder(folder) }
    }

    /// Makes the server's answers wait for a standby's disk while one has caught up.
    #[must_use]
    pub fn with_copy(self) -> Self {
        Self { needs_copy: true, ..self }
    }

    /// Makes the files of another machine of the same contest, in a new subdirectory of this name.
    ///
    /// # Errors
    /// [`Error::Make`], also if it exists.
    pub fn machine(&self, name: &str) -> Result<Self, Error> {
        let folder = self.folder.join(name);
        std::fs::create_dir(&folder).map_err(|source| Error::Make { path: folder.clone(), source })?;
        Ok(Self { folder, ..self.clone() })
    }

    /// Copies everything but journal and log to another machine.
    ///
    /// # Errors
    /// If a file is missing or can't be copied.
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

    /// Uses a journal in this database, named after the directory.
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

    /// Adds an authority and a certificate, so that connections are encrypted as in a contest.
    ///
    /// # Errors
    /// If they can't be made; [`Error::Write`] if one can't be written.
    pub fn with_encryption(mut self, hosts: &[&str]) -> anyhow::Result<Self> {
        let folder = Folder::at(&self.folder);
        let now = SystemClock::new().time_of_day();
        let authority = CertificateIssuer::make(now)?;
        let made = authority.certify_all(hosts, now)?;
        let tls::CertificateFiles { chain, key } = folder.tls();
        for (path, text) in [(folder.authority(), authority.pem()), (chain, &made.chain), (key, &made.key)] {
            write_private(&path, text).map_err(|source| Error::Write { path, source })?;
        }
        self.is_encrypted = true;
        Ok(self)
    }

    /// Returns the files of the server's certificate and its private key.
    pub fn certificate(&self) -> (PathBuf, PathBuf) {
        let tls::CertificateFiles { chain, key } = Folder::at(&self.folder).tls();
        (chain, key)
    }

    /// Returns the address for clients of a server that listens here.
    ///
    /// # Errors
    /// As [`ServerFiles::trusted_authority`] and [`ServerUrl::address`].
    pub fn address(&self, listen: SocketAddr) -> anyhow::Result<Address> {
        let url: ServerUrl = listen.to_string().parse()?;
        Ok(url.address(self.trusted_authority()?, false)?)
    }

    /// Returns the authority that clients trust, if connections are encrypted.
    ///
    /// # Errors
    /// If the authority's file can't be read or is invalid.
    pub fn trusted_authority(&self) -> anyhow::Result<Option<ishigaki_client::Authority>> {
        if !self.is_encrypted {
            return Ok(None);
        }
        let pem = std::fs::read(self.authority()).context("the authority is gone")?;
        Ok(Some(ishigaki_client::Authority::read(&pem)?))
    }

    pub(super) fn needs_copy(&self) -> bool {
        self.needs_copy
    }

    pub(super) fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    pub(super) fn private(&self) -> Option<&Path> {
        self.private.as_deref()
    }

    /// Returns the directory.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of the contest file.
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

    /// Returns the path of the authority's certificate.
    pub fn authority(&self) -> PathBuf {
        Folder::at(&self.folder).authority()
    }

    /// Returns the path of the token file, which contains hashes only.
    pub fn tokens(&self) -> PathBuf {
        self.folder.join("tokens.toml")
    }

    /// Returns the path of the server's limits, which is optional.
    pub fn limits(&self) -> PathBuf {
        self.folder.join("limits.toml")
    }

    /// Writes limits that allow teams any number of calls.
    ///
    /// # Errors
    /// If the file can't be written.
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

    /// Returns whether there is a journal file.
    pub fn is_used(&self) -> bool {
        self.journal().file().is_some_and(Path::exists)
    }

    /// Returns the path of the key file.
    pub fn key(&self) -> PathBuf {
        self.folder.join("journal.key")
    }

    /// Returns the path of the log.
    pub fn log(&self) -> PathBuf {
        self.folder.join("server.log")
    }

    /// Returns the size of the journal's files in bytes; 0 if unknown.
    pub fn journal_bytes(&self) -> u64 {
        ishigaki_cluster::journal::bytes(&self.journal()).unwrap_or(0)
    }

    pub(super) fn log_file(&self) -> std::io::Result<File> {
        OpenOptions::new().create(true).append(true).open(self.log())
    }

    /// Returns the end of the server's log, for a message.
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

fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

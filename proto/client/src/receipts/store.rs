//! The store of receipts: JSON Lines files in the record's format, one for each game, team, server and
//! instance.
//!
//! Several programs of a team may write at once, so a file is locked while it is read and extended. A line
//! cut by a crash is removed; the team's feed brings that receipt again. A last line that only lacks its line
//! end, as editors save files, is valid.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use ishigaki_catalogue::{Message, Value};
use ishigaki_private_file::{file_name_of, make_private_folder, open_private_file};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::receipt::stored_receipt;

const EXTENSION: &str = "jsonl";

/// Error of writing a file. The receipt isn't lost, because the team's feed brings it again at the next
/// connection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("write-error")]
pub struct WriteError {
    pub file: PathBuf,
    pub what: Value,
}

impl WriteError {
    /// Returns the error for this file.
    pub fn new(file: PathBuf, error: &io::Error) -> Self {
        Self { file, what: error.into() }
    }
}

/// The directory of a team's receipts. Each receipt is appended on arrival and is on disk when the call
/// returns; duplicates aren't written.
#[derive(Clone, Debug)]
pub struct ReceiptStore {
    folder: PathBuf,
    error: Option<WriteError>,
}

/// Receipt with its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiledReceipt {
    pub file: PathBuf,
    pub stored: StoredReceipt,
}

/// Error of reading the receipts in a directory.
#[derive(Debug, thiserror::Error, Message)]
#[message("receipts")]
pub enum ReadReceiptsError {
    /// A file or the directory itself can't be read.
    #[message("receipts-unread")]
    File { file: PathBuf, what: io::Error },
    /// A file isn't one of receipts, or was changed.
    #[message("receipts-no-receipt")]
    Receipt { file: PathBuf, line: usize },
}

impl ReceiptStore {
    /// Returns the default directory of receipts.
    pub fn usual_folder() -> &'static Path {
        Path::new("receipts")
    }

    /// Returns the store in this directory, which is created with the first receipt.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, error: None }
    }

    /// Returns the directory.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the file of a receipt.
    pub fn file(&self, stored: &StoredReceipt) -> PathBuf {
        path(&self.folder, stored)
    }

    /// Writes a receipt. An error is kept in [`ReceiptStore::error`].
    pub fn keep(&mut self, stored: &StoredReceipt) {
        if let Err(error) = append(&self.folder, stored) {
            let file = self.file(stored);
            tracing::warn!(file = %file.display(), %error, "can't store a receipt");
            self.error = Some(WriteError::new(file, &error));
        }
    }

    /// Returns the error of the last failed write.
    pub fn error(&self) -> Option<&WriteError> {
        self.error.as_ref()
    }
}

/// The file of a receipt: named after game, team, and the beginnings of the key's fingerprint and of the
/// instance.
pub(super) fn path(folder: &Path, stored: &StoredReceipt) -> PathBuf {
    let (game, team) = (file_name_of(&stored.receipt.branch.game), file_name_of(&stored.receipt.team));
    let fingerprint = stored.server_key.fingerprint().to_string();
    let server: String = fingerprint.chars().take(9).collect();
    let instance: String = stored.receipt.branch.instance.to_string().chars().take(8).collect();
    folder.join(format!("{game}.{team}.{server}.{instance}.{EXTENSION}"))
}

/// Number of attempts to lock a file, and the delay between them: about two seconds in total, often enough to
/// hit the gaps between another program's writes.
const TRIES: u32 = 2_000;
const PAUSE: Duration = Duration::from_millis(1);

/// Locks a file for this program; fails if another one holds the lock for much longer than a write takes.
fn lock(file: &File) -> io::Result<()> {
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
        }
    }
    Err(io::Error::new(ErrorKind::TimedOut, "another program holds the file"))
}

/// Appends a receipt to its file unless the file has it already. It is on disk on return.
fn append(folder: &Path, receipt: &StoredReceipt) -> io::Result<()> {
    make_private_folder(folder)?;
    let path = path(folder, receipt);
    let is_new = !path.exists();
    let mut file = open_private_file(&path)?;
    lock(&file)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let kept = ended_lines(&text);
    let line = receipt.line();
    let is_known = |known: &str| {
        known == line || stored_receipt::read_line(known).is_some_and(|known| known.is_same(receipt))
    };
    if !text[..kept.len].split_inclusive('\n').chain(kept.last.as_deref()).any(is_known) {
        file.set_len(kept.len as u64)?;
        file.seek(SeekFrom::End(0))?;
        let last = kept.last.unwrap_or_default();
        file.write_all((last + &line).as_bytes())?;
        file.sync_all()?;
    }
    if is_new {
        sync_folder(folder)?;
    }
    // Closing it unlocks it.
    Ok(())
}

struct EndedLines {
    len: usize,
    /// The last line, if only its line end is missing.
    last: Option<String>,
}

/// Returns the valid part of a file: all except a last line cut by a crash.
fn ended_lines(text: &str) -> EndedLines {
    let len = text.rfind('\n').map_or(0, |end| end + 1);
    let last = format!("{}\n", &text[len..]);
    EndedLines { len, last: stored_receipt::read_line(&last).map(|_| last) }
}

/// Reads all receipt files of a directory, by name. A last line cut by a crash is skipped.
///
/// # Errors
///
/// [`ReadReceiptsError`] with the file that is unreadable or invalid.
pub fn read_folder(folder: &Path) -> Result<Vec<FiledReceipt>, ReadReceiptsError> {
    let unread = |file: &Path| {
        let file = file.to_owned();
        move |what| ReadReceiptsError::File { file, what }
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unread(folder))? {
        let path = entry.map_err(unread(folder))?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    let mut receipts = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(unread(&file))?;
        let EndedLines { len, last } = ended_lines(&text);
        let read = stored_receipt::read(&(text[..len].to_owned() + &last.unwrap_or_default()));
        let read =
            read.map_err(|error| ReadReceiptsError::Receipt { file: file.clone(), line: error.line })?;
        receipts.extend(read.into_iter().map(|stored| FiledReceipt { file: file.clone(), stored }));
    }
    Ok(receipts)
}

/// A new file is durable only once its directory is synced.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

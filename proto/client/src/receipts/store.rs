//! The store of receipts: files, one for each game, team, server and instance of the game, JSON Lines as the record's
//! format has them.
//!
//! Several programs of one team may write at once, so a file is locked while it is looked at and added to. What a
//! crash has left of a line is cut off: the team's feed brings that receipt again. A last line that lacks its line end
//! alone, as editors save files, counts.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use ishigaki_catalogue::{Message, Value};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::receipt::stored;

use crate::private_file::{file_name_of, make_private_folder, open_private_file};

/// Extension of files of receipts.
const EXTENSION: &str = "jsonl";

/// A file could not be written. What was to stand in it counts all the same: the team's feed brings a receipt again at the
/// next connection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("write-error")]
pub struct WriteError {
    pub file: PathBuf,
    /// Description of what is wrong.
    pub what: Value,
}

impl WriteError {
    /// Of this file.
    pub fn new(file: PathBuf, error: &io::Error) -> Self {
        Self { file, what: error.into() }
    }
}

/// The folder in which a team's programs keep receipts. Each one is appended to its file as soon as it comes, and is on the
/// disk before the call returns; one that is there already is not written again.
#[derive(Clone, Debug)]
pub struct ReceiptStore {
    folder: PathBuf,
    error: Option<WriteError>,
}

/// Receipt with the file of a folder that it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiledReceipt {
    /// The file it stands in.
    pub file: PathBuf,
    pub stored: StoredReceipt,
}

/// Error of reading the receipts of a folder.
#[derive(Debug, thiserror::Error, Message)]
#[message("receipts")]
pub enum ReadReceiptsError {
    /// A file or the folder itself cannot be read.
    #[message("receipts-unread")]
    File {
        file: PathBuf,
        /// Error of the system.
        what: io::Error,
    },
    /// A file is not one of receipts, or has been changed.
    #[message("receipts-no-receipt")]
    Receipt {
        file: PathBuf,
        /// Number of the line, from 1.
        line: usize,
    },
}

impl ReceiptStore {
    /// The folder in which a team's programs keep receipts unless they are told another.
    pub fn usual_folder() -> &'static Path {
        Path::new("receipts")
    }

    /// The store in this folder, which is made with the first receipt.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, error: None }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file that a receipt stands in.
    pub fn file(&self, stored: &StoredReceipt) -> PathBuf {
        path(&self.folder, stored)
    }

    /// Writes a receipt down. One that cannot be written is [`ReceiptStore::error`].
    pub fn keep(&mut self, stored: &StoredReceipt) {
        if let Err(error) = append(&self.folder, stored) {
            let file = self.file(stored);
            tracing::warn!(file = %file.display(), %error, "a receipt cannot be kept");
            self.error = Some(WriteError::new(file, &error));
        }
    }

    /// Returns the error of the last receipt that could not be written; `None` if all were.
    pub fn error(&self) -> Option<&WriteError> {
        self.error.as_ref()
    }
}

/// The file for a receipt: named after game, team, the beginning of the key's fingerprint and that of the instance.
pub(super) fn path(folder: &Path, stored: &StoredReceipt) -> PathBuf {
    let (game, team) = (file_name_of(&stored.receipt.branch.game), file_name_of(&stored.receipt.team));
    let fingerprint = stored.server_key.fingerprint().to_string();
    let server: String = fingerprint.chars().take(9).collect();
    let instance: String = stored.receipt.branch.instance.to_string().chars().take(8).collect();
    folder.join(format!("{game}.{team}.{server}.{instance}.{EXTENSION}"))
}

/// Number of times that a file is asked for that another program holds, and the time from one to the next: some two seconds in
/// all, so often that the moments between its receipts are met.
const TRIES: u32 = 2_000;
const PAUSE: Duration = Duration::from_millis(1);

/// Locks a file for this program; fails if another one holds it for much longer than a receipt takes to be written.
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

/// Adds a receipt to its file, unless it is there; on the disk when this returns.
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
    let is_known =
        |known: &str| known == line || stored::read_line(known).is_some_and(|known| known.is_same(receipt));
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

/// Lines of a file that count.
struct EndedLines {
    /// Bytes of those that have their line ends.
    len: usize,
    /// The last one, with its line end, if it lacks that alone.
    last: Option<String>,
}

/// Returns what counts of a file's text: all but a last line that a crash cut short.
fn ended_lines(text: &str) -> EndedLines {
    let len = text.rfind('\n').map_or(0, |end| end + 1);
    let last = format!("{}\n", &text[len..]);
    EndedLines { len, last: stored::read_line(&last).map(|_| last) }
}

/// Reads all files of receipts in a folder, in the order of their names. A last line that a crash cut short is no
/// receipt yet.
///
/// # Errors
/// [`ReadReceiptsError`] with the file that cannot be read, or that holds another line than receipts.
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
        let read = stored::read(&(text[..len].to_owned() + &last.unwrap_or_default()));
        let read =
            read.map_err(|error| ReadReceiptsError::Receipt { file: file.clone(), line: error.line })?;
        receipts.extend(read.into_iter().map(|stored| FiledReceipt { file: file.clone(), stored }));
    }
    Ok(receipts)
}

/// A new file is only there for good when its folder is.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

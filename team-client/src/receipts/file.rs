//! Files of receipts: one for each game, team, server and instance of the game, JSON Lines as the record's format has them.
//!
//! Several programs of one team may write at once, so a file is locked while it is looked at and added to. What a
//! crash has left of a line is cut off: the team's feed brings that receipt again.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::receipt::stored::{self, ReceiptError};

/// What files of receipts end in.
const EXTENSION: &str = "jsonl";

/// A receipt as it was found in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The file it stands in.
    pub file: PathBuf,
    /// The receipt.
    pub stored: StoredReceipt,
}

/// Why the receipts of a folder cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// A file or the folder itself cannot be read.
    #[error("{} cannot be read", file.display())]
    File {
        /// Which.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is not one of receipts, or has been changed.
    #[error("{} is not a file of receipts", file.display())]
    Receipt {
        /// Which.
        file: PathBuf,
        /// Where.
        source: ReceiptError,
    },
}

/// The file for a receipt: named after game, team, the beginning of the key's fingerprint and that of the instance.
pub(super) fn path(folder: &Path, stored: &StoredReceipt) -> PathBuf {
    let (game, team) = (spelled(&stored.receipt.branch.game), spelled(&stored.receipt.team));
    let fingerprint = stored.server_key.fingerprint().to_string();
    let server: String = fingerprint.chars().take(9).collect();
    let instance: String = stored.receipt.branch.instance.to_string().chars().take(8).collect();
    folder.join(format!("{game}.{team}.{server}.{instance}.{EXTENSION}"))
}

/// Adds a receipt to its file, unless it is there; on the disk when this returns.
pub(super) fn append(folder: &Path, receipt: &StoredReceipt) -> io::Result<()> {
    make_private(folder)?;
    let path = path(folder, receipt);
    let is_new = !path.exists();
    let mut file = open_private(&path)?;
    file.lock()?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let line = receipt.line();
    if !text[..whole].split_inclusive('\n').any(|known| known == line) {
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        file.write_all(line.as_bytes())?;
        file.sync_all()?;
    }
    if is_new {
        sync_folder(folder)?;
    }
    // Closing it unlocks it.
    Ok(())
}

/// Reads all files of receipts in a folder, in the order of their names. A line without an end is no receipt yet.
pub fn read_folder(folder: &Path) -> Result<Vec<Kept>, Unreadable> {
    let unread = |file: &Path| {
        let file = file.to_owned();
        move |source| Unreadable::File { file, source }
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
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let read = stored::read(&text[..whole]);
        let read = read.map_err(|source| Unreadable::Receipt { file: file.clone(), source })?;
        receipts.extend(read.into_iter().map(|stored| Kept { file: file.clone(), stored }));
    }
    Ok(receipts)
}

/// An id as a part of a file's name: whatever is not a letter, digit, dash or underscore as `%` and two digits.
pub(crate) fn spelled(id: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let spell = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") };
    id.bytes().map(spell).collect()
}

#[cfg(unix)]
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

pub(crate) fn open_private(path: &Path) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Somebody may have made it readable for others.
        file.set_permissions(fs::Permissions::from_mode(0o600))?;
    }
    Ok(file)
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

//! Files and directories that only their owner can read: tokens, keys, drafts and receipts.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use ishigaki_catalogue::text_arguments;

/// Writes a file that only its owner can read, atomically. A replaced file keeps its owner. On return the
/// file is on disk.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_extension("draft");
    // An existing draft might be readable by others.
    if let Err(error) = fs::remove_file(&draft)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error);
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut file = options.open(&draft)?;
    entrust(&file, path)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    sync_folder(path)
}

/// Gives a new file the owner of the file it replaces, or else of the directory, because a superuser's change
/// must not lock out the service's user. Other users can't change ownership and keep the file.
#[cfg(unix)]
pub fn entrust(file: &File, path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let owner = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => fs::metadata(folder_of(path))?,
        found => found?,
    };
    let made = file.metadata()?;
    if (made.uid(), made.gid()) == (owner.uid(), owner.gid()) {
        return Ok(());
    }
    match fchown(file, Some(owner.uid()), Some(owner.gid())) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        given => given,
    }
}

#[cfg(not(unix))]
pub fn entrust(_: &File, _: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// A rename is durable only once the directory is synced.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder_of(path))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Permissions of a file, displayed in octal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileMode(pub u32);

impl fmt::Display for FileMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:03o}", self.0)
    }
}

text_arguments!(FileMode);

/// Returns the file's permissions if other users can read or write it. Rejects a directory, because the advice
/// for files would lock it.
#[cfg(unix)]
pub fn exposed(path: &Path) -> io::Result<Option<FileMode>> {
    use std::os::unix::fs::PermissionsExt as _;
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mode = metadata.permissions().mode() & 0o777;
    Ok((mode & 0o077 != 0).then_some(FileMode(mode)))
}

#[cfg(not(unix))]
pub fn exposed(_: &Path) -> io::Result<Option<FileMode>> {
    Ok(None)
}

/// Makes a directory and its parents, accessible only to the owner, unless it exists.
#[cfg(unix)]
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Makes a directory and its parents, unless it exists.
#[cfg(not(unix))]
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Opens or creates a file for reading and writing, accessible only to the owner.
pub fn open_private_file(path: &Path) -> io::Result<File> {
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
        // It may have been readable by others.
        file.set_permissions(fs::Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

/// Returns an id as part of a file name; characters except letters, digits, dashes and underscores are
/// percent-encoded.
pub fn file_name_of(id: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let spell = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") };
    id.bytes().map(spell).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, chown};

    use super::*;

    /// Id of another user. Only root can give files to it.
    const SERVICE: u32 = 65_534;

    #[test]
    fn directory_is_rejected_as_private_file() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(exposed(folder.path()).unwrap_err().kind(), io::ErrorKind::IsADirectory);
    }

    #[test]
    fn replaced_file_keeps_its_owner_and_new_file_gets_the_folders() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("tokens.toml"), folder.path().join("judge.token"));
        fs::write(&old, "old").unwrap();
        let is_root = chown(&old, Some(SERVICE), Some(SERVICE)).is_ok();
        if is_root {
            chown(folder.path(), Some(SERVICE), Some(SERVICE)).unwrap();
        }
        let before = fs::metadata(&old).unwrap();
        for path in [&old, &new] {
            write(path, b"new").unwrap();
            let after = fs::metadata(path).unwrap();
            assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()), "{}", path.display());
            assert_eq!((after.mode() & 0o777, fs::read(path).unwrap()), (0o600, b"new".to_vec()));
        }
    }
}

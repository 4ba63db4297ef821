//! Files that only their owner may read: tokens and keys.

use std::fmt;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use ishigaki_catalogue::text_arguments;

/// Writes a file that only its owner may read, whole or not at all; what stood there before is replaced, and its owner
/// stays. When this returns, the file is on the disk.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_extension("draft");
    // A draft that somebody else has left might be readable by others.
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

/// Gives a file that was just made for this path to whom the one belongs that stands there, or else to whom the folder
/// does: the superuser who changes a file of a service's user must not lock that service out. Others cannot give files
/// away, and keep theirs.
#[cfg(unix)]
pub(crate) fn entrust(file: &fs::File, path: &Path) -> io::Result<()> {
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
pub(crate) fn entrust(_: &fs::File, _: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// A renamed file is only there for good when its folder is.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    fs::File::open(folder_of(path))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Permissions of a file, which print as `chmod` takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileMode(pub u32);

impl fmt::Display for FileMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:03o}", self.0)
    }
}

text_arguments!(FileMode);

/// The file's permissions if others than its owner can read or write it.
#[cfg(unix)]
pub fn exposed(path: &Path) -> io::Result<Option<FileMode>> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(path)?.permissions().mode() & 0o777;
    Ok((mode & 0o077 != 0).then_some(FileMode(mode)))
}

#[cfg(not(unix))]
pub fn exposed(_: &Path) -> io::Result<Option<FileMode>> {
    Ok(None)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, chown};

    use super::*;

    /// Somebody else, as far as whoever runs the test can give them a file at all.
    const SERVICE: u32 = 65_534;

    #[test]
    fn a_file_that_is_replaced_stays_its_owners_and_a_new_one_is_its_folders() {
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

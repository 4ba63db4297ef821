//! Files that only their owner may read: tokens and keys.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file that only its owner may read, whole or not at all; what stood there before is replaced. When
/// this returns, the file is on the disk.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
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
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    sync_folder(path)
}

/// A renamed file is only there for good when its folder is.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The file's permissions if others than its owner can read or write it, as `chmod` takes them.
#[cfg(unix)]
pub(crate) fn exposed(path: &Path) -> io::Result<Option<u32>> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(path)?.permissions().mode() & 0o777;
    Ok((mode & 0o077 != 0).then_some(mode))
}

#[cfg(not(unix))]
pub(crate) fn exposed(_: &Path) -> io::Result<Option<u32>> {
    Ok(None)
}

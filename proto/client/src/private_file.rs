//! Files and directories that only their owner can read.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

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

/// Writes to a new file that replaces the old one, so that a crash leaves one of both. On return it is on disk.
pub fn replace_private_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    let mut file = open_private_file(&new)?;
    file.set_len(0)?;
    file.write_all(bytes)?;
    file.sync_data()?;
    fs::rename(&new, path)
}

/// Returns an id as part of a file name; characters except letters, digits, dashes and underscores are
/// percent-encoded.
pub fn file_name_of(id: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let spell = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") };
    id.bytes().map(spell).collect()
}

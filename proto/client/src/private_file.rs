//! Files and folders that only their owner reads.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Makes a folder that is its owner's alone, with those above it, unless it is there.
///
/// # Errors
/// The system's error.
#[cfg(unix)]
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Makes a folder with those above it, unless it is there.
///
/// # Errors
/// The system's error.
#[cfg(not(unix))]
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Opens a file to read and write, its owner's alone from then on; one that is not there is made.
///
/// # Errors
/// The system's error.
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
        // Somebody may have made it readable for others.
        file.set_permissions(fs::Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

/// An id as a part of a file's name: whatever is not a letter, digit, dash or underscore as `%` and two digits.
pub fn file_name_of(id: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let spell = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") };
    id.bytes().map(spell).collect()
}

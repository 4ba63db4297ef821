//! Errors of a contest's directory, and its files' reading and writing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ishigaki_catalogue::Message;
use ishigaki_engine::key;
use ishigaki_engine::planned_config;
use ishigaki_engine::token;
use ishigaki_grpc::certificate::{self, CertificateIssuer};
use ishigaki_private_file as private_file;
use zeroize::Zeroizing;

use super::address::AddressFault;
use super::{Folder, InvalidRoster};

/// Error of creating a directory.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Contest(#[from] ishigaki_scenarios::Error),
    /// The directory or the settings are invalid.
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Roster(#[from] InvalidRoster),
    /// The event's settings are invalid.
    #[error(transparent)]
    Event(#[from] planned_config::Error),
    #[error(transparent)]
    Certificate(#[from] certificate::Error),
    #[error(transparent)]
    Key(#[from] key::Error),
    #[error(transparent)]
    Token(#[from] token::Error),
}

/// Error of a directory or its settings.
#[derive(Debug, thiserror::Error, Message)]
#[message("folder")]
pub enum FolderError {
    NotOurs(#[message("path")] PathBuf),
    Differs(#[message("path")] PathBuf),
    Missing(#[message("option")] &'static str),
    /// Team laptops can't reach the server at this address.
    BadAddress {
        address: String,
        fault: AddressFault,
    },
    Outside {
        contest: PathBuf,
        field: &'static str,
        name: PathBuf,
    },
    /// A file named by the contest file has a reserved name.
    Reserved {
        contest: PathBuf,
        field: &'static str,
        name: PathBuf,
    },
    Halved {
        here: PathBuf,
        gone: PathBuf,
    },
    #[message("fail-unwritten")]
    File {
        path: PathBuf,
        source: io::Error,
    },
    #[message("fail-unread")]
    Unread {
        path: PathBuf,
        source: io::Error,
    },
}

pub(super) fn address_lines(addresses: &str) -> String {
    addresses.split(',').fold(String::new(), |text, address| text + "https://" + address + "\n")
}

pub(super) fn read_authority(folder: &Folder) -> Result<CertificateIssuer, Error> {
    let read =
        |path: PathBuf| fs::read_to_string(&path).map(Zeroizing::new).map_err(|source| failed(&path, source));
    let (pem, key) = (read(folder.authority())?, read(folder.authority_key())?);
    Ok(CertificateIssuer::read(&pem, &key)?)
}

pub(super) fn read_if_any(path: &Path) -> Result<Option<Zeroizing<String>>, Error> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(Zeroizing::new(text))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(failed(path, source)),
    }
}

pub(super) fn write_private(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    private_file::write(path, bytes).map_err(|source| failed(path, source))
}

pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(|source| failed(path, source))
}

/// Creates a directory that only its owner can read.
pub(super) fn make_folder(path: &Path) -> Result<(), Error> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(path).map_err(|source| failed(path, source))
}

pub(super) fn unread(path: &Path, source: io::Error) -> Error {
    FolderError::Unread { path: path.to_owned(), source }.into()
}

pub(super) fn failed(path: &Path, source: io::Error) -> Error {
    FolderError::File { path: path.to_owned(), source }.into()
}

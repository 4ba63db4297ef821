//! The files that a client keeps in its directory: `server` with one server per line, `ca.pem` with the
//! authority to trust, and `token`. A team's directory from the organiser has them, and joining a server
//! writes them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ishigaki_catalogue::Message;

use crate::{Address, Authority, ServerUrls, Token, UnsafeAddressError, read_text};

const USUAL: &str = "127.0.0.1:7150";

/// A client's directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kit {
    folder: PathBuf,
}

/// Options about the server that override the directory.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    pub server: Option<ServerUrls>,
    pub authority: Option<PathBuf>,
    pub plaintext: bool,
}

/// Error of a client's directory or options.
#[derive(Debug, thiserror::Error, Message)]
#[message("kit")]
pub enum KitError {
    File {
        file: PathBuf,
        what: io::Error,
    },
    /// A file has invalid contents.
    Garbled(#[message("file")] PathBuf),
    /// There is no authority to authenticate the server.
    NoAuthority {
        server: ServerUrls,
    },
    Plaintext {
        server: ServerUrls,
    },
}

impl KitError {
    /// Returns the error of unsafe server addresses.
    pub fn of_address(server: ServerUrls, error: UnsafeAddressError) -> Self {
        match error {
            UnsafeAddressError::NoAuthority => Self::NoAuthority { server },
            UnsafeAddressError::Plaintext => Self::Plaintext { server },
        }
    }
}

impl Kit {
    /// Returns the kit of the current directory.
    pub fn here() -> Self {
        Self::at("")
    }

    /// Returns the kit of this directory.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Returns the servers' address with the authority to trust.
    ///
    /// # Errors
    ///
    /// [`KitError`] if a file can't be read or is invalid, or the address isn't safe.
    pub fn address(&self, options: ServerOptions) -> Result<Address, KitError> {
        let server = match options.server {
            Some(server) => server,
            None => self.server()?,
        };
        let authority = match options.authority {
            Some(file) => Some(read_authority(&file)?),
            None if server.is_plain() => None,
            None => Some(self.authority_file())
                .filter(|file| file.exists())
                .as_deref()
                .map(read_authority)
                .transpose()?,
        };
        server.address(authority, options.plaintext).map_err(|error| KitError::of_address(server, error))
    }

    /// Returns the stored authority; `None` if it is missing or unreadable.
    pub fn authority(&self) -> Option<Authority> {
        read_authority(&self.authority_file()).ok()
    }

    /// Returns the file with the token, if there is one.
    pub fn token_file(&self) -> Option<PathBuf> {
        Some(self.folder.join("token")).filter(|file| file.exists())
    }

    /// Stores servers, their authority, and a token if there is one.
    ///
    /// # Errors
    ///
    /// [`KitError`] if a file can't be written.
    pub fn keep(
        &self,
        servers: &ServerUrls,
        authority: &Authority,
        token: Option<&Token>,
    ) -> Result<(), KitError> {
        write(&self.authority_file(), pem(authority).as_bytes(), false)?;
        let lines: Vec<String> = servers.as_ref().iter().map(ToString::to_string).collect();
        write(&self.server_file(), (lines.join("\n") + "\n").as_bytes(), false)?;
        token.map_or(Ok(()), |token| {
            write(&self.folder.join("token"), format!("{}\n", token.reveal()).as_bytes(), true)
        })
    }

    fn server(&self) -> Result<ServerUrls, KitError> {
        let file = self.server_file();
        let text = match read_text(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => USUAL.to_owned(),
            Err(what) => return Err(KitError::File { file, what }),
        };
        text.parse().map_err(|_| KitError::Garbled(file))
    }

    fn server_file(&self) -> PathBuf {
        self.folder.join("server")
    }

    fn authority_file(&self) -> PathBuf {
        self.folder.join("ca.pem")
    }
}

fn read_authority(file: &Path) -> Result<Authority, KitError> {
    let pem = match read_text(file) {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return Err(KitError::Garbled(file.to_owned()));
        }
        read => read.map_err(|what| KitError::File { file: file.to_owned(), what })?,
    };
    Authority::read(pem.as_bytes()).map_err(|_| KitError::Garbled(file.to_owned()))
}

/// Writes a file, readable only by its owner if `is_private`.
fn write(file: &Path, bytes: &[u8], is_private: bool) -> Result<(), KitError> {
    let written = || -> io::Result<()> {
        // An existing one might be another user's or readable by others.
        match fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(if is_private { 0o600 } else { 0o644 });
        }
        io::Write::write_all(&mut options.open(file)?, bytes)
    };
    written().map_err(|what| KitError::File { file: file.to_owned(), what })
}

fn pem(authority: &Authority) -> String {
    let base64 = STANDARD.encode(authority.der());
    let mut text = String::from("-----BEGIN CERTIFICATE-----\n");
    let mut rest = base64.as_str();
    while let Some((line, after)) = rest.split_at_checked(64) {
        text.extend([line, "\n"]);
        rest = after;
    }
    if !rest.is_empty() {
        text.extend([rest, "\n"]);
    }
    text + "-----END CERTIFICATE-----\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authority::tests::AUTHORITY;

    #[test]
    fn stored_settings_are_read_back_and_options_override_them() {
        let folder = tempfile::tempdir().unwrap();
        let kit = Kit::at(folder.path());
        assert_eq!(kit.address(ServerOptions::default()).unwrap().to_string(), USUAL);
        assert_eq!(kit.token_file(), None);
        let authority = Authority::read(AUTHORITY).unwrap();
        kit.keep(&"https://10.0.0.1:7".parse().unwrap(), &authority, Some(&"ishi.x".parse().unwrap()))
            .unwrap();
        let kept = kit.address(ServerOptions::default()).unwrap();
        assert_eq!(kept.to_string(), "10.0.0.1:7");
        assert_eq!(kept.authority().unwrap().fingerprint(), authority.fingerprint());
        let options =
            ServerOptions { server: Some("https://10.0.0.2:8".parse().unwrap()), ..ServerOptions::default() };
        assert_eq!(kit.address(options).unwrap().to_string(), "10.0.0.2:8");
        let token = kit.token_file().unwrap();
        assert_eq!(fs::read_to_string(&token).unwrap(), "ishi.x\n");
        // Writing replaces a symbolic link of another user instead of following it.
        #[cfg(unix)]
        {
            let foreign = folder.path().join("foreign");
            fs::write(&foreign, "theirs").unwrap();
            fs::remove_file(folder.path().join("ca.pem")).unwrap();
            std::os::unix::fs::symlink(&foreign, folder.path().join("ca.pem")).unwrap();
            kit.keep(&"https://10.0.0.1:7".parse().unwrap(), &authority, None).unwrap();
            assert_eq!(fs::read_to_string(&foreign).unwrap(), "theirs");
            assert!(fs::symlink_metadata(folder.path().join("ca.pem")).unwrap().is_file());
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(token).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn several_servers_are_kept_in_a_line_each() {
        let folder = tempfile::tempdir().unwrap();
        let kit = Kit::at(folder.path());
        let authority = Authority::read(AUTHORITY).unwrap();
        kit.keep(&"https://10.0.0.1:7,https://10.0.0.2:7".parse().unwrap(), &authority, None).unwrap();
        let file = folder.path().join("server");
        assert_eq!(fs::read_to_string(file).unwrap(), "https://10.0.0.1:7\nhttps://10.0.0.2:7\n");
        let kept = kit.address(ServerOptions::default()).unwrap();
        assert_eq!(kept.to_string(), "10.0.0.1:7, 10.0.0.2:7");
    }

    #[test]
    fn certificate_pem_round_trips() {
        assert_eq!(pem(&Authority::read(AUTHORITY).unwrap()).as_bytes(), AUTHORITY);
    }

    #[test]
    fn malformed_file_is_rejected_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let kit = Kit::at(folder.path());
        fs::write(folder.path().join("server"), "nowhere").unwrap();
        let error = kit.address(ServerOptions::default()).unwrap_err();
        assert!(matches!(&error, KitError::Garbled(file) if file.ends_with("server")), "{error}");
        fs::write(folder.path().join("server"), "10.0.0.1:7").unwrap();
        fs::write(folder.path().join("ca.pem"), "nothing").unwrap();
        let error = kit.address(ServerOptions::default()).unwrap_err();
        assert!(matches!(&error, KitError::Garbled(file) if file.ends_with("ca.pem")), "{error}");
    }
}

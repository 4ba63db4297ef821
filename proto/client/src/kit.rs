//! The kit that a client keeps in the folder it is started in, so that nobody has to say it every time: `server`, where
//! the server is, or the servers, a line each; `ca.pem`, whom to trust there; `token`. A team's folder from the organiser has them, and joining a
//! server writes them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ishigaki_catalogue::Message;

use crate::{Address, Authority, ServerUrls, Token, UnsafeAddressError, read_text};

/// Address of a server that nobody has named.
const USUAL: &str = "127.0.0.1:7150";

/// A client's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kit {
    folder: PathBuf,
}

/// Options of a client about its server, beside its folder; what is missing is taken from there.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    /// Address of the server, or of the servers.
    pub server: Option<ServerUrls>,
    /// A file with its authority's certificate.
    pub authority: Option<PathBuf>,
    /// Whether it is allowed not to encrypt.
    pub plaintext: bool,
}

/// Error of a client's folder or options that lead to no server.
#[derive(Debug, thiserror::Error, Message)]
#[message("kit")]
pub enum KitError {
    /// A file cannot be read or written.
    File {
        file: PathBuf,
        /// Error of the system.
        what: io::Error,
    },
    /// A file does not hold what it should.
    Garbled(#[message("file")] PathBuf),
    /// How to know the server is not said.
    NoAuthority {
        /// The server, or those.
        server: ServerUrls,
    },
    /// Nothing would be encrypted.
    Plaintext {
        /// The server, or those.
        server: ServerUrls,
    },
}

impl KitError {
    /// Returns the error of servers to which nothing may be sent.
    pub fn of_address(server: ServerUrls, why: UnsafeAddressError) -> Self {
        match why {
            UnsafeAddressError::NoAuthority => Self::NoAuthority { server },
            UnsafeAddressError::Plaintext => Self::Plaintext { server },
        }
    }
}

impl Kit {
    /// Returns what is kept in the folder that the program was started in.
    pub fn here() -> Self {
        Self::at("")
    }

    /// Returns what is kept in this folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Returns the servers' address and the authority to trust there.
    ///
    /// # Errors
    /// [`KitError`] if the folder's files cannot be read or are not what they should be, or if the address is not safe.
    pub fn address(&self, told: ServerOptions) -> Result<Address, KitError> {
        let server = match told.server {
            Some(server) => server,
            None => self.server()?,
        };
        let authority = match told.authority {
            Some(file) => Some(read_authority(&file)?),
            None if server.is_plain() => None,
            None => Some(self.authority_file())
                .filter(|file| file.exists())
                .as_deref()
                .map(read_authority)
                .transpose()?,
        };
        server.address(authority, told.plaintext).map_err(|why| KitError::of_address(server, why))
    }

    /// Returns the authority that is kept here; `None` if there is none, or it cannot be read.
    pub fn authority(&self) -> Option<Authority> {
        read_authority(&self.authority_file()).ok()
    }

    /// The file with the token, if there is one.
    pub fn token_file(&self) -> Option<PathBuf> {
        Some(self.folder.join("token")).filter(|file| file.exists())
    }

    /// Keeps servers and their authority, and a token if there is one.
    ///
    /// # Errors
    /// [`KitError`] if a file cannot be written.
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

/// Writes a file; one that `is_private` is for its owner only.
fn write(file: &Path, bytes: &[u8], is_private: bool) -> Result<(), KitError> {
    let written = || -> io::Result<()> {
        // One that is there might be another user's, or readable by others.
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
    fn what_is_kept_is_found_again_and_what_is_told_goes_before_it() {
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
        let told =
            ServerOptions { server: Some("https://10.0.0.2:8".parse().unwrap()), ..ServerOptions::default() };
        assert_eq!(kit.address(told).unwrap().to_string(), "10.0.0.2:8");
        let token = kit.token_file().unwrap();
        assert_eq!(fs::read_to_string(&token).unwrap(), "ishi.x\n");
        // What somebody else has put there is replaced, and not written to.
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
    fn a_certificate_is_kept_as_it_was_written() {
        assert_eq!(pem(&Authority::read(AUTHORITY).unwrap()).as_bytes(), AUTHORITY);
    }

    #[test]
    fn files_that_hold_something_else_are_told_by_name() {
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

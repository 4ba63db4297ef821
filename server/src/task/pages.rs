//! `serve --pages`: runs the page server as a process of its own, so that it can't affect the contest.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use clap::Args;
use ishigaki_admin::folder::Folder;
use ishigaki_grpc::tls::CertificateFiles;
use ishigaki_server::run::Error;
use tokio::process::Command;
use tokio::time::sleep;

/// Name of the program, which is next to this one.
const PROGRAM: &str = "ishigaki-pages";
const RETRY_DELAY: Duration = Duration::from_secs(2);

#[derive(Debug, Args)]
pub(crate) struct PagesOptions {
    /// Also serve pages for browsers over HTTPS, at this address
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "0.0.0.0:7443")]
    pages: Option<SocketAddr>,
    /// Certificate of the pages with its authority's (PEM), instead of the contest server's
    #[arg(long, value_name = "FILE", requires_all = ["pages", "pages_key"])]
    pages_certificate: Option<PathBuf>,
    /// Private key of the pages' certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "pages_certificate")]
    pages_key: Option<PathBuf>,
    /// Maximum number of devices of a team on the pages
    #[arg(long, value_name = "N", default_value_t = 4)]
    pages_devices: usize,
}

/// A page server to run.
#[derive(Debug)]
pub(crate) struct PageServer {
    program: PathBuf,
    listen: SocketAddr,
    certificate: CertificateFiles,
    authority: PathBuf,
    /// The file may be missing.
    board_token: PathBuf,
    folder: PathBuf,
    devices: usize,
}

impl PagesOptions {
    /// Returns the page server to run, if it is wanted.
    ///
    /// # Errors
    /// [`Error::PagesUnencrypted`] without a contest's directory, [`Error::NoPagesProgram`] if the program is
    /// missing.
    pub(crate) fn server(self, folder: Option<&Folder>) -> Result<Option<PageServer>, Error> {
        let Some(listen) = self.pages else { return Ok(None) };
        let folder = folder.ok_or(Error::PagesNoFolder)?;
        let own = self.pages_certificate.zip(self.pages_key);
        let own = own.map(|(chain, key)| CertificateFiles { chain, key });
        let program = std::env::current_exe().unwrap_or_default();
        let program = program.with_file_name(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX));
        if !program.exists() {
            return Err(Error::NoPagesProgram { program });
        }
        Ok(Some(PageServer {
            program,
            listen,
            certificate: own.unwrap_or_else(|| folder.tls()),
            authority: folder.authority(),
            board_token: folder.token("board"),
            folder: folder.root().join("pages"),
            devices: self.pages_devices,
        }))
    }
}

impl PageServer {
    /// Runs the program for the contest server at this address, and restarts it when it ends.
    pub(crate) async fn run(self, contest: SocketAddr) {
        loop {
            match self.command(contest).spawn() {
                Ok(mut child) => {
                    // The program stops when its standard input ends, even if this process is killed.
                    let _input = child.stdin.take();
                    match child.wait().await {
                        Ok(status) => tracing::error!(%status, "the page server has ended and is restarted"),
                        Err(error) => tracing::error!(%error, "can't wait for the page server"),
                    }
                }
                Err(error) => {
                    tracing::error!(%error, program = %self.program.display(), "can't start the page server");
                }
            }
            sleep(RETRY_DELAY).await;
        }
    }

    fn command(&self, contest: SocketAddr) -> Command {
        let mut command = Command::new(&self.program);
        command
            .arg("--child")
            .args(["--server", &format!("https://{}", reachable(contest))])
            .arg("--ca")
            .arg(&self.authority)
            .args(["--listen", &self.listen.to_string()])
            .arg("--certificate")
            .arg(&self.certificate.chain)
            .arg("--certificate-key")
            .arg(&self.certificate.key)
            .arg("--folder")
            .arg(&self.folder)
            .args(["--devices", &self.devices.to_string()])
            .stdin(Stdio::piped())
            .kill_on_drop(true);
        if self.board_token.exists() {
            command.arg("--board-token").arg(&self.board_token);
        }
        command
    }
}

/// Returns a listener's address for connections from this machine.
fn reachable(listens: SocketAddr) -> SocketAddr {
    let ip = match listens.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listens.port())
}

#[cfg(test)]
mod tests {
    use super::reachable;

    #[test]
    fn unspecified_address_is_reached_over_loopback() {
        for (listens, reached) in [
            ("0.0.0.0:7150", "127.0.0.1:7150"),
            ("[::]:7150", "[::1]:7150"),
            ("192.168.0.10:7150", "192.168.0.10:7150"),
        ] {
            assert_eq!(reachable(listens.parse().unwrap()), reached.parse().unwrap());
        }
    }
}

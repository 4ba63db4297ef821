//! The `ishigaki-pages` program.

use std::io::{self, Read as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use clap::Parser;
use ishigaki_catalogue::Message;
use ishigaki_client::{Kit, ServerOptions, ServerUrls, stop_signal};
use ishigaki_command::{AnswerShape, Exit, Output, language, language_of_environment, log, unless_closed};
use ishigaki_page::{CertificateFiles, HTTP_1, serve_encrypted};
use ishigaki_pages::{Pages, PagesOptions, read_board_token};
use ishigaki_words::{Lang, Words, help};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

const PROGRAM: &str = "ishigaki-pages: ";
const BOARD_TOKEN: &str = "board.token";

const AFTER_HELP: &str = "\
Examples:
  ishigaki-pages --certificate server.pem --certificate-key server-key.pem
  ishigaki-pages --certificate own.pem --certificate-key own-key.pem --devices 2

Exit codes:
  0  stopped
  1  can't start: the address is in use, or a certificate or folder can't be used
  2  invalid command";

/// Serve pages for teams, judges and spectators over HTTPS, so that they need only a browser
#[derive(Debug, Parser)]
#[command(name = "ishigaki-pages", version, after_help = AFTER_HELP)]
struct Cli {
    /// Contest server as https://HOST:PORT, several separated by commas [default: the `server` file in this
    /// folder, else 127.0.0.1:7150]
    #[arg(long, value_name = "URL", env = "ISHIGAKI_SERVER")]
    server: Option<ServerUrls>,
    /// CA certificate of the contest server in PEM [default: ca.pem in this folder]
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CA")]
    ca: Option<PathBuf>,
    /// Address for browsers
    #[arg(long, value_name = "ADDRESS", default_value = "0.0.0.0:7443")]
    listen: SocketAddr,
    /// Certificate of the pages with its authority's (PEM)
    #[arg(long, value_name = "FILE")]
    certificate: PathBuf,
    /// Private key of the certificate (PEM)
    #[arg(long, value_name = "FILE")]
    certificate_key: PathBuf,
    /// Folder for sessions, drafts and receipts. Keep it private
    #[arg(long, value_name = "DIR", default_value = "pages")]
    folder: PathBuf,
    /// File with the board's token, so that anyone can watch the hall board [default: board.token in this
    /// folder]
    #[arg(long, value_name = "FILE")]
    board_token: Option<PathBuf>,
    /// Maximum number of devices of a team
    #[arg(long, value_name = "N", default_value_t = 4)]
    devices: usize,
    /// Language for browsers without English or Japanese, en or ja; without it, the environment's
    #[arg(long, value_name = "LANG", value_parser = language(), ignore_case = true)]
    lang: Option<Lang>,
    /// Stop when standard input ends, as the contest server's child
    #[arg(long, hide = true)]
    child: bool,
}

/// Error of an address that can't be listened on.
#[derive(Debug, thiserror::Error, Message)]
#[message("fail-listen")]
struct ListenError {
    address: SocketAddr,
    source: io::Error,
}

fn main() -> ExitCode {
    let cli: Cli = match ishigaki_command::parse(help::ISHIGAKI_PAGES) {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    log::start();
    let shape = AnswerShape::of_process();
    let words = Words::new(shape.lang);
    let exit = match run(cli) {
        Ok(()) => Exit::Done,
        Err(error) => shape.fail(PROGRAM, &words.catalogue().explain(error.chain()), Exit::Failed),
    };
    exit.into()
}

fn run(cli: Cli) -> anyhow::Result<()> {
    let Cli { server, ca, listen, certificate, certificate_key, folder, board_token, devices, lang, child } =
        cli;
    let lang = lang.unwrap_or_else(language_of_environment);
    let options = ServerOptions { server, authority: ca, plaintext: false };
    let address = Kit::here().address(options)?;
    let tls = CertificateFiles { chain: certificate, key: certificate_key }.load(HTTP_1)?;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    // One core is left for pages and the contest server.
    let searches = threads.saturating_sub(1).max(1);
    let board_token = board_token.or_else(|| Some(BOARD_TOKEN.into()).filter(|file: &PathBuf| file.exists()));
    let board = board_token.as_deref().map(read_board_token).transpose()?;
    let options = PagesOptions { address, folder, devices, lang, threads, searches, board, rematch: None };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(listen).await;
        let listener = listener.map_err(|source| ListenError { address: listen, source })?;
        let pages = Pages::open(options)?;
        unless_closed(Output::new(false).text(&format!("pages on https://{}", listener.local_addr()?)))?;
        tokio::select! {
            () = serve_encrypted(listener, tls, pages.router()) => {}
            () = stop_signal() => {}
            () = end_of_input(), if child => {}
        }
        Ok(())
    })
}

/// Waits for the end of standard input, which the parent process holds open.
async fn end_of_input() {
    let (sender, ended) = oneshot::channel();
    // A thread, because a blocking read can't be cancelled.
    thread::spawn(move || {
        let _ = io::stdin().read_to_end(&mut Vec::new());
        let _ = sender.send(());
    });
    let _ = ended.await;
}

#[cfg(test)]
mod tests {
    use super::Cli;

    #[test]
    fn help_has_examples_and_exit_codes() {
        ishigaki_command::harness::check::<Cli>(ishigaki_words::help::ISHIGAKI_PAGES);
    }
}

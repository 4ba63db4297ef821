//! The operator, who runs the real program: from a contest's folder, encrypted, as on a contest day.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Lines};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use tempfile::TempDir;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::{CertificateDer, pem::PemObject as _};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Somebody with a contest's folder, `day`, in a home that goes away with them.
#[derive(Debug)]
pub struct Operator {
    home: TempDir,
    program: PathBuf,
}

impl Operator {
    /// An operator of this program (`env!("CARGO_BIN_EXE_ishigaki-server")`) who has made the folder of this contest.
    pub fn new(program: impl AsRef<Path>, contest: &str) -> Self {
        Self::with_files(program, contest, &[])
    }

    /// As [`Operator::new`], of a contest with these files beside it, each with its name and text.
    pub fn with_files(program: impl AsRef<Path>, contest: &str, files: &[(&str, &str)]) -> Self {
        let home = tempfile::tempdir().expect("a folder for the test");
        let operator = Self { home, program: program.as_ref().to_owned() };
        for (name, text) in files.iter().chain(&[("contest.toml", contest)]) {
            fs::write(operator.home().join(name), text).expect("a file of the contest is written");
        }
        let made = ["init", "--contest", "contest.toml", "--out", "day", "--address", "192.168.0.10:7150"];
        operator.done(&made);
        operator
    }

    /// Returns the folder of everything.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// The contest's folder.
    pub fn folder(&self) -> PathBuf {
        self.home().join("day")
    }

    /// The text of a file of the folder.
    #[track_caller]
    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.folder().join(file)).expect("a file of the folder")
    }

    /// The token of `judge`, `organiser`, `board`, `standby`, or a team with a code of one letter, as it is now.
    #[track_caller]
    pub fn token(&self, name: &str) -> String {
        let file = if name.len() == 1 { format!("teams/{name}/token") } else { format!("{name}.token") };
        self.read(&file).trim().to_owned()
    }

    fn command(&self, program: impl AsRef<OsStr>, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.home());
        command
    }

    /// Runs a task to its end.
    pub fn run(&self, args: &[&str]) -> Output {
        self.command(&self.program, args).output().expect("the program starts")
    }

    /// Returns what a task says that ends well.
    #[track_caller]
    pub fn done(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("it says text")
    }

    /// Returns what a task says that does not.
    #[track_caller]
    pub fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(!output.status.success(), "{args:?}");
        String::from_utf8(output.stderr).expect("it says text")
    }

    /// Serves on a free port of this machine with these options as well; what it logs goes to [`Operator::log`].
    pub fn serve(&self, more: &[&str]) -> Program {
        self.serve_at("127.0.0.1:0", more)
    }

    /// As [`Operator::serve`], at this address.
    pub fn serve_at(&self, listen: &str, more: &[&str]) -> Program {
        self.start(self.command(&self.program, &["serve", "--listen", listen]), more)
    }

    /// As [`Operator::serve`], from a shell that has done this before, such as `ulimit -n 64`.
    pub fn serve_after(&self, preparation: &str, more: &[&str]) -> Program {
        let script = format!("{preparation} && exec \"$0\" serve --listen 127.0.0.1:0 \"$@\"");
        let mut command = self.command("sh", &["-c", &script]);
        command.arg(&self.program);
        self.start(command, more)
    }

    fn start(&self, mut command: Command, more: &[&str]) -> Program {
        let log = File::create(self.home().join("log")).expect("a log file");
        let started = command.args(more).stdout(Stdio::piped()).stderr(log).spawn();
        let mut process = started.expect("the program starts");
        let said = process.stdout.take().expect("its output is ours");
        let mut program = Program { process, said: BufReader::new(said).lines(), url: String::new() };
        program.url = program.told("listening on ");
        program
    }

    /// Serves the contest's folder.
    pub fn serve_folder(&self) -> Program {
        self.serve(&["--folder", "day"])
    }

    /// Returns what the server has logged since it was started last.
    pub fn log(&self) -> String {
        fs::read_to_string(self.home().join("log")).expect("a log file")
    }

    /// Encrypts lines to whoever the folder's authority has certified.
    pub fn connector(&self) -> TlsConnector {
        let pem = self.read("ca.pem");
        connector(CertificateDer::from_pem_slice(pem.as_bytes()).expect("the authority's certificate"))
    }
}

/// Encrypts lines, for HTTP/2, to whoever this authority has certified.
pub fn connector(authority: CertificateDer<'static>) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add(authority).expect("a good certificate");
    let mut config = ClientConfig::builder_with_provider(aws_lc_rs::default_provider().into())
        .with_safe_default_protocol_versions()
        .expect("versions that there are")
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec()];
    TlsConnector::from(std::sync::Arc::new(config))
}

/// A server's process; killed when it is dropped.
#[derive(Debug)]
pub struct Program {
    process: Child,
    said: Lines<BufReader<ChildStdout>>,
    url: String,
}

impl Program {
    /// Returns the URL at which it serves, such as `https://127.0.0.1:40001`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The same without the scheme.
    pub fn address(&self) -> SocketAddr {
        let (_, address) = self.url.split_once("://").expect("a URL");
        address.parse().expect("an address")
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// The rest of the next line that it says, which begins with `what`.
    #[track_caller]
    pub fn told(&mut self, what: &str) -> String {
        let line = self.said.next().expect("the program says something").expect("it says text");
        line.strip_prefix(what).expect("it says so in this order").to_owned()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.process.kill().expect("the server is killed");
        self.process.wait().expect("the server is gone");
    }
}

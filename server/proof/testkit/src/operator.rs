//! The operator: runs the real program from a contest's directory, encrypted, as on a contest day.

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

/// An operator with a contest's directory `day` in a temporary home.
#[derive(Debug)]
pub struct Operator {
    home: TempDir,
    program: PathBuf,
}

impl Operator {
    /// Returns an operator of this program (`env!("CARGO_BIN_EXE_ishigaki-server")`) with a directory created
    /// from this contest file.
    pub fn new(program: impl AsRef<Path>, contest: &str) -> Self {
        Self::with_files(program, contest, &[])
    }

    /// Makes an operator like [`Operator::new`], with these files next to the contest file.
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

    /// Returns the temporary home directory.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Returns the contest's directory.
    pub fn folder(&self) -> PathBuf {
        self.home().join("day")
    }

    /// Returns the text of a file in the contest's directory.
    #[track_caller]
    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.folder().join(file)).expect("a file of the folder")
    }

    /// Returns the current token of `judge`, `organiser`, `board`, `standby`, or a team with a code of one
    /// letter.
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

    /// Runs a task and returns its output.
    pub fn run(&self, args: &[&str]) -> Output {
        self.command(&self.program, args).output().expect("the program starts")
    }

    /// Runs a task that must succeed, and returns its output.
    #[track_caller]
    pub fn done(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("it says text")
    }

    /// Runs a task that must fail, and returns its standard error.
    #[track_caller]
    pub fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(!output.status.success(), "{args:?}");
        String::from_utf8(output.stderr).expect("it says text")
    }

    /// Serves on a free local port with additional options; the log goes to [`Operator::log`].
    pub fn serve(&self, more: &[&str]) -> Program {
        self.serve_at("127.0.0.1:0", more)
    }

    /// Serves like [`Operator::serve`], at this address.
    pub fn serve_at(&self, listen: &str, more: &[&str]) -> Program {
        self.start(self.command(&self.program, &["serve", "--listen", listen]), more)
    }

    /// Serves like [`Operator::serve`], from a shell after a preparation such as `ulimit -n 64`.
    pub fn serve_after(&self, preparation: &str, more: &[&str]) -> Program {
        let script = format!("{preparation} && exec \"$0\" serve --listen 127.0.0.1:0 \"$@\"");
        let mut command = self.command("sh", &["-c", &script]);
        command.arg(&self.program);
        self.start(command, more)
    }

    /// Kills a server without warning and starts another one at its address.
    pub fn restart(&self, server: Program, more: &[&str]) -> Program {
        let address = server.address().to_string();
        drop(server);
        self.serve_at(&address, more)
    }

    fn start(&self, mut command: Command, more: &[&str]) -> Program {
        let log = File::create(self.home().join("log")).expect("a log file");
        command.args(more).stderr(log);
        Program::start(&mut command)
    }

    /// Serves the contest's directory.
    pub fn serve_folder(&self) -> Program {
        self.serve(&["--folder", "day"])
    }

    /// Returns the server's log since its last start.
    pub fn log(&self) -> String {
        fs::read_to_string(self.home().join("log")).expect("a log file")
    }

    /// Returns TLS for servers certified by the directory's authority.
    pub fn connector(&self) -> TlsConnector {
        let pem = self.read("ca.pem");
        connector(CertificateDer::from_pem_slice(pem.as_bytes()).expect("the authority's certificate"))
    }
}

/// Returns TLS with HTTP/2 for servers certified by this authority.
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
    stdout: Lines<BufReader<ChildStdout>>,
    url: String,
}

impl Program {
    /// Starts a server, and waits until it reports its address.
    #[track_caller]
    pub fn start(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let stdout = process.stdout.take().expect("its output is ours");
        let mut program = Self { process, stdout: BufReader::new(stdout).lines(), url: String::new() };
        program.url = program.next_message("listening on ");
        program
    }

    /// Returns the URL at which it serves, such as `https://127.0.0.1:40001`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the address without the scheme.
    pub fn address(&self) -> SocketAddr {
        let (_, address) = self.url.split_once("://").expect("a URL");
        address.parse().expect("an address")
    }

    /// Returns its process id.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Requests a shutdown, and waits for a clean exit.
    #[cfg(unix)]
    pub fn stop(mut self) {
        let status = Command::new("kill").args(["-TERM", &self.id().to_string()]).status();
        assert!(status.expect("the machine has kill").success());
        assert!(self.process.wait().expect("the server is gone").success());
    }

    /// Returns whether it runs.
    pub fn is_running(&mut self) -> bool {
        self.process.try_wait().expect("the machine knows").is_none()
    }

    /// Reads the next line, which must begin with `what`, and returns its rest.
    #[track_caller]
    pub fn next_message(&mut self, what: &str) -> String {
        let line = self.stdout.next().expect("the program says something").expect("it says text");
        line.strip_prefix(what).expect("it says so in this order").to_owned()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.process.kill();
        self.process.wait().expect("the server is gone");
    }
}

//! A PostgreSQL of a test's own: started for it, and gone with its process, however that ends.
//!
//! Where there is none on this machine, who asks for one is told, and passes over what he wanted to test. A shell that
//! holds the other end of a pipe starts the cluster and removes it when the pipe breaks. Databases refuse to be run by
//! root, so root runs it as the user `postgres`.

mod copies;
mod pair;

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::{env, fs, thread};

use ishigaki_journal::{DatabaseUrl, Location};
use ishigaki_prerequisite::Prerequisite;
use tokio_postgres::{NoTls, SimpleQueryMessage};

pub use copies::Patience;
pub use pair::Pair;

/// Names the folder of PostgreSQL's programs, where they are not found by themselves.
pub const PROGRAMS: &str = "ISHIGAKI_POSTGRES";

/// Number of ports that are tried.
const PORTS: usize = 5;

/// Script of the shell: `$1` is the folder of the programs, `$2` the settings.
const SCRIPT: &str = r#"
set -e
dir=$(mktemp -d /tmp/ishigaki-postgres.XXXXXX)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
"$1/initdb" -D data -U postgres -A trust -E UTF8 --locale=C --data-checksums --no-sync >initdb.log 2>&1 \
    || { cat initdb.log >&2; exit 1; }
export PGDATA="$dir/data" settings="-k $dir -c listen_addresses='' -c shared_buffers=32MB $2"
"$1/pg_ctl" -w -l server.log -o "$settings" start >start.log 2>&1 \
    || { cat start.log server.log >&2; exit 1; }
echo "$dir"
while read -r what; do
    case $what in
        stop) "$1/pg_ctl" -m immediate -w stop >/dev/null 2>&1 || true ;;
        start) "$1/pg_ctl" -w -l server.log -o "$settings" start >start.log 2>&1 || cat start.log server.log >&2 ;;
    esac </dev/null
    echo done
done
"$1/pg_ctl" -m immediate stop >/dev/null 2>&1 || true
"#;

/// A running cluster.
#[derive(Debug)]
pub struct Cluster {
    socket: String,
    /// Port at which it listens on this machine's own network, if it does; its socket has the number in its
    /// name.
    port: Option<u16>,
    schemas: AtomicUsize,
    pipes: Mutex<(ChildStdin, BufReader<ChildStdout>)>,
    _keeper: Child,
}

impl Cluster {
    /// Starts a cluster with these settings, as the command `postgres` takes them.
    ///
    /// # Errors
    /// Why there is none, such as that no server's programs are on this machine.
    pub fn start(settings: &str) -> Result<Self, String> {
        let mut keeper = keeper(SCRIPT, settings)?;
        let mut socket = String::new();
        // The pipe that keeps the cluster alive.
        let input = keeper.stdin.take().ok_or("the shell has no input")?;
        let mut output = BufReader::new(keeper.stdout.take().ok_or("the shell has no output")?);
        let read = output.read_line(&mut socket);
        let socket = socket.trim().to_owned();
        if read.is_err() || socket.is_empty() {
            return Err("PostgreSQL does not start, and said why".into());
        }
        Ok(Self {
            socket,
            port: None,
            schemas: AtomicUsize::new(0),
            pipes: Mutex::new((input, output)),
            _keeper: keeper,
        })
    }

    /// As [`start`](Self::start), for a cluster that is also reached at a port of 127.0.0.1: [`port`](Self::port).
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn start_in_network() -> Result<Self, String> {
        let mut last = String::new();
        // Another program may take a port that was free when it was looked for.
        for _ in 0..PORTS {
            let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
            let port = free.map_err(|error| error.to_string())?.port();
            match Self::start(&format!("-c listen_addresses=127.0.0.1 -c port={port}")) {
                Ok(cluster) => return Ok(Self { port: Some(port), ..cluster }),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// The port of 127.0.0.1 at which it is reached, if it is.
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// From now on its port takes encrypted connections, with a certificate and its key in PEM.
    pub fn encrypt(&self, certificate: &str, key: &str) {
        for (file, pem) in [("server.crt", certificate), ("server.key", key)] {
            let lines: Vec<String> = pem.lines().map(|line| format!("'{line}'")).collect();
            let lines = lines.join(",");
            // A database writes into its own folder, as the user whom it trusts.
            self.sql(&format!("COPY (SELECT unnest(ARRAY[{lines}])) TO PROGRAM 'umask 077 && cat >{file}'"));
        }
        self.sql("ALTER SYSTEM SET ssl = on");
        self.sql("SELECT pg_reload_conf()");
        // Sessions that begin later have it.
        while self.sql("SHOW ssl") != ["on"] {}
    }

    /// Ends the database at once, as a crash does (`pg_ctl stop -m immediate`). Blocks until it has ended.
    pub fn stop(&self) {
        self.order("stop");
    }

    /// Starts the database that was stopped, with the same settings at the same place. Blocks until it can be asked.
    pub fn start_again(&self) {
        self.order("start");
    }

    fn order(&self, order: &str) {
        let mut pipes = self.pipes.lock().unwrap_or_else(PoisonError::into_inner);
        let (input, output) = &mut *pipes;
        let mut done = String::new();
        let told = writeln!(input, "{order}").and_then(|()| output.read_line(&mut done));
        assert!(told.is_ok() && done.trim() == "done", "PostgreSQL does not {order}: {told:?} {done}");
    }

    /// The one cluster of this process with the settings of a server; `None` where there is no PostgreSQL, which is said.
    pub fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Result<Cluster, String>> = OnceLock::new();
        SHARED.get_or_init(|| Self::start("")).as_ref().map_err(|why| pass_over(why)).ok()
    }

    /// An empty place for one journal, in a schema of its own.
    pub fn place(&self) -> DatabaseUrl {
        let schema = format!("journal_{}", self.schemas.fetch_add(1, Ordering::Relaxed));
        self.sql(&format!("CREATE SCHEMA {schema}"));
        self.url(&format!("postgres://postgres@{}/postgres?options=-csearch_path%3D{schema}", self.host()))
    }

    /// This URL with everything in it but the host, as `HOST` in its place.
    pub fn url(&self, url: &str) -> DatabaseUrl {
        match url.replace("HOST", &self.host()).parse() {
            Ok(Location::Postgres(url)) => url,
            other => panic!("{url} is of no database: {other:?}"),
        }
    }

    fn host(&self) -> String {
        let folder = self.socket.replace('/', "%2F");
        self.port.map_or_else(|| folder.clone(), |port| format!("{folder}:{port}"))
    }

    /// Does as the cluster's owner, and gives the first column of what comes back.
    pub fn sql(&self, statement: &str) -> Vec<String> {
        let url = self.url("postgres://postgres@HOST/postgres");
        sql(&url, statement)
    }
}

/// Does as the URL says, and gives the first column of what comes back. Panics where it is not done.
pub fn sql(url: &DatabaseUrl, statement: &str) -> Vec<String> {
    try_sql(url, statement).unwrap_or_else(|error| panic!("{error}"))
}

/// As [`sql`], for whoever goes on where it is not done.
///
/// # Errors
/// What the database said.
pub fn try_sql(url: &DatabaseUrl, statement: &str) -> Result<Vec<String>, String> {
    let run = async {
        let (client, connection) = tokio_postgres::connect(url.reveal(), NoTls).await?;
        let driver = tokio::spawn(connection);
        let messages = client.simple_query(statement).await?;
        drop(client);
        drop(driver.await);
        Ok::<_, tokio_postgres::Error>(messages)
    };
    // The test may be within a runtime of its own.
    let run = || {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map(|runtime| runtime.block_on(run))
    };
    let messages = match thread::scope(|scope| scope.spawn(run).join()) {
        Ok(Ok(Ok(messages))) => messages,
        Ok(Ok(Err(error))) => return Err(format!("{statement}: {error:?}")),
        other => return Err(format!("{statement} is not run: {other:?}")),
    };
    let first = |message| match message {
        SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    };
    Ok(messages.into_iter().filter_map(first).collect())
}

/// Starts a shell that does what a script says with the folder of the programs and the settings, as whoever may run a
/// database. It lives as long as its standard input is held open; `Err` says why there is none.
fn keeper(script: &str, settings: &str) -> Result<Child, String> {
    let programs = programs().ok_or_else(|| {
        format!("there is no PostgreSQL here (apt-get install postgresql, or name its programs: {PROGRAMS}=FOLDER)")
    })?;
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", "sh"]);
        command
    } else {
        Command::new("sh")
    };
    command.args(["-c", script, "sh"]).arg(&programs).arg(settings).current_dir("/");
    // A Ctrl-C in the terminal is for the tests, with whose end it ends.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    piped.spawn().map_err(|error| format!("PostgreSQL does not start: {error}"))
}

/// Passes a test over, and says so; panics where PostgreSQL must not be lacking ([`ishigaki_prerequisite`]).
pub fn pass_over(why: &str) {
    Prerequisite::Postgres.pass_over(why);
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Returns the folder of PostgreSQL's programs: as somebody says, on the path, or where Debian, Red Hat and
/// Homebrew put them.
pub fn programs() -> Option<PathBuf> {
    let has_all = |folder: &PathBuf| {
        ["initdb", "pg_ctl", "pg_basebackup"].iter().all(|name| folder.join(name).exists())
    };
    if let Some(named) = env::var_os(PROGRAMS) {
        return Some(PathBuf::from(named)).filter(has_all);
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let mut installed = Vec::new();
    for (root, within) in [("/usr/lib/postgresql", "bin"), ("/usr", "bin"), ("/opt/homebrew/opt", "bin")] {
        let folders = fs::read_dir(Path::new(root)).into_iter().flatten().flatten();
        let is_meant = |name: &str| {
            root.ends_with("postgresql") || name.starts_with("pgsql-") || name.starts_with("postgresql")
        };
        let folders = folders.filter(|entry| is_meant(&entry.file_name().to_string_lossy()));
        installed.extend(folders.map(|entry| entry.path().join(within)));
    }
    installed.sort();
    env::split_paths(&path).chain(installed.into_iter().rev()).find(has_all)
}

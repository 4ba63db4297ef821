//! A PostgreSQL cluster for a test, which ends with its process.
//!
//! Without PostgreSQL on this machine, tests are skipped with a message. A shell holding a pipe starts the
//! cluster and removes it when the pipe breaks. Databases refuse to run as root, so root runs it as the user
//! `postgres`.

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

pub use copies::Deadline;
pub use pair::Pair;

/// Environment variable with the directory of PostgreSQL's programs, if they aren't found automatically.
pub const PROGRAMS: &str = "ISHIGAKI_POSTGRES";

const PORTS: usize = 5;

/// Script of the shell: `$1` is the directory of the programs, `$2` the settings.
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
    /// Port on 127.0.0.1, if it has one; its socket's name includes the number.
    port: Option<u16>,
    schemas: AtomicUsize,
    pipes: Mutex<(ChildStdin, BufReader<ChildStdout>)>,
    _keeper: Child,
}

impl Cluster {
    /// Starts a cluster with these settings for the command `postgres`.
    ///
    /// # Errors
    ///
    /// The reason, for example that PostgreSQL isn't installed.
    pub fn start(settings: &str) -> Result<Self, String> {
        let mut keeper = keeper(SCRIPT, settings)?;
        let mut socket = String::new();
        // The cluster runs until this pipe closes.
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

    /// Starts a cluster like [`start`](Self::start) that also listens on 127.0.0.1, at [`port`](Self::port).
    pub fn start_in_network() -> Result<Self, String> {
        let mut last = String::new();
        // Another program may take a port that was free.
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

    /// Returns the port on 127.0.0.1.
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// Enables encrypted connections with a certificate and its key in PEM.
    pub fn encrypt(&self, certificate: &str, key: &str) {
        for (file, pem) in [("server.crt", certificate), ("server.key", key)] {
            let lines: Vec<String> = pem.lines().map(|line| format!("'{line}'")).collect();
            let lines = lines.join(",");
            // The database writes into its own directory as the right user.
            self.sql(&format!("COPY (SELECT unnest(ARRAY[{lines}])) TO PROGRAM 'umask 077 && cat >{file}'"));
        }
        self.sql("ALTER SYSTEM SET ssl = on");
        self.sql("SELECT pg_reload_conf()");
        // Later sessions use it.
        while self.sql("SHOW ssl") != ["on"] {}
    }

    /// Stops the database at once, like a crash (`pg_ctl stop -m immediate`). Blocks until it has ended.
    pub fn stop(&self) {
        self.order("stop");
    }

    /// Restarts the stopped database with the same settings. Blocks until it answers.
    pub fn start_again(&self) {
        self.order("start");
    }

    fn order(&self, order: &str) {
        let mut pipes = self.pipes.lock().unwrap_or_else(PoisonError::into_inner);
        let (input, output) = &mut *pipes;
        let mut done = String::new();
        let result = writeln!(input, "{order}").and_then(|()| output.read_line(&mut done));
        assert!(result.is_ok() && done.trim() == "done", "PostgreSQL does not {order}: {result:?} {done}");
    }

    /// Returns the shared cluster of this process; `None` without PostgreSQL, with a message.
    pub fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Result<Cluster, String>> = OnceLock::new();
        SHARED.get_or_init(|| Self::start("")).as_ref().map_err(|why| pass_over(why)).ok()
    }

    /// Returns a new empty schema for one journal.
    pub fn place(&self) -> DatabaseUrl {
        let schema = format!("journal_{}", self.schemas.fetch_add(1, Ordering::Relaxed));
        self.sql(&format!("CREATE SCHEMA {schema}"));
        self.url(&format!("postgres://postgres@{}/postgres?options=-csearch_path%3D{schema}", self.host()))
    }

    /// Returns this URL with `HOST` replaced by the host.
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

    /// Executes as the cluster's owner and returns the first column.
    pub fn sql(&self, statement: &str) -> Vec<String> {
        let url = self.url("postgres://postgres@HOST/postgres");
        sql(&url, statement)
    }
}

/// Executes by this URL and returns the first column. Panics on an error.
pub fn sql(url: &DatabaseUrl, statement: &str) -> Vec<String> {
    try_sql(url, statement).unwrap_or_else(|error| panic!("{error}"))
}

/// Executes like [`sql`], but returns errors.
pub fn try_sql(url: &DatabaseUrl, statement: &str) -> Result<Vec<String>, String> {
    let run = async {
        let (client, connection) = tokio_postgres::connect(url.reveal(), NoTls).await?;
        let driver = tokio::spawn(connection);
        let messages = client.simple_query(statement).await?;
        drop(client);
        drop(driver.await);
        Ok::<_, tokio_postgres::Error>(messages)
    };
    // The test may be inside a runtime.
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

/// Starts a shell with a script that gets the directory of the programs and the settings, as a user who may
/// run a database. It lives as long as its standard input is open.
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
    // A Ctrl-C in the terminal must reach only the tests; the shell ends with them.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    piped.spawn().map_err(|error| format!("PostgreSQL does not start: {error}"))
}

/// Skips a test with a message; panics if PostgreSQL is required ([`ishigaki_prerequisite`]).
pub fn pass_over(why: &str) {
    Prerequisite::Postgres.pass_over(why);
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Returns the directory of PostgreSQL's programs: as configured, on the path, or where Debian, Red Hat and
/// Homebrew install them.
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

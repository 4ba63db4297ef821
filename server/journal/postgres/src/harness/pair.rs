//! A primary and its synchronous standby for repeated failovers.
//!
//! Each has its own directory, so that its address stays the same. The shell that runs them executes one
//! action per input line.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use ishigaki_journal::{DatabaseUrl, Location};

use super::{keeper, pass_over, programs, try_sql};

/// Script of the shell: `$1` is the directory of the programs, `$2` the settings.
///
/// A kill stops the postmaster first, so that it starts no children, and removes its socket locks and shared
/// memory, which a later one would find.
const SCRIPT: &str = r#"
bin=$1 settings=$2
dir=$(mktemp -d /tmp/ishigaki-postgres.XXXXXX)
cd "$dir" && mkdir a b
slay() {
    pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
    [ -n "$pid" ] || return 0
    kill -STOP "$pid" 2>/dev/null
    kill -9 $(ps -e -o pid=,ppid= | awk -v of="$pid" '$2 == of { print $1 }') "$pid" 2>/dev/null
    segment=$(sed -n 7p "$1/data/postmaster.pid" | awk '{ print $2 }')
    ipcrm -m "${segment:-0}" >/dev/null 2>&1
    rm -f "$1"/.s.*
}
trap 'slay a; slay b; rm -rf "$dir"' EXIT
start() {
    "$bin/pg_ctl" -D "$1/data" -w -l "$1/server.log" start >"$1/start.log" 2>&1 -o \
        "-k $dir/$1 -c listen_addresses='' -c shared_buffers=32MB -c wal_keep_size=256 -c dynamic_shared_memory_type=mmap $settings"
}
copy() {
    slay "$2"
    rm -rf "$2/data"
    "$bin/pg_basebackup" -D "$2/data" -h "$dir/$1" -U postgres -R -X stream -c fast --no-sync && start "$2"
}
tell() { if [ "$1" = 0 ]; then echo done; else tail -n 20 a/*.log b/*.log >&2; echo failed; fi; }
"$bin/initdb" -D a/data -U postgres -A trust -E UTF8 --locale=C --data-checksums --no-sync >a/initdb.log 2>&1 && start a
status=$?
echo "$dir"
tell $status
while read -r word first second; do
    case $word in
        kill) slay "$first" ;;
        copy) copy "$first" "$second" >>b/copy.log 2>&1 ;;
        promote) "$bin/pg_ctl" -D "$first/data" -w promote >"$first/promote.log" 2>&1 ;;
        *) false ;;
    esac </dev/null
    tell $?
done
"#;

const MAX_POLLS: u32 = 6_000;
const POLL_INTERVAL: Duration = Duration::from_millis(5);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PairNode {
    A,
    B,
}

impl PairNode {
    fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }

    fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// A primary with a synchronous standby.
#[derive(Debug)]
pub struct Pair {
    folder: String,
    schemas: AtomicUsize,
    keeper: Mutex<Keeper>,
}

#[derive(Debug)]
struct Keeper {
    // Both servers run until this pipe closes.
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    _child: Child,
    primary: PairNode,
}

impl Keeper {
    fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).map_err(|error| error.to_string())?;
        let line = line.trim().to_owned();
        if read == 0 { Err("PostgreSQL's keeper is gone".into()) } else { Ok(line) }
    }

    fn done(&mut self, what: &str) -> Result<(), String> {
        match self.line()?.as_str() {
            "done" => Ok(()),
            _ => Err(format!("PostgreSQL does not {what}, and said why")),
        }
    }

    fn order(&mut self, order: &str) -> Result<(), String> {
        writeln!(self.input, "{order}").map_err(|error| error.to_string())?;
        self.done(order)
    }
}

impl Pair {
    /// Starts both with these settings for the command `postgres`. Like all functions here, it blocks.
    ///
    /// # Errors
    ///
    /// The reason, for example that PostgreSQL isn't installed.
    pub fn start(settings: &str) -> Result<Self, String> {
        let mut child = keeper(SCRIPT, settings)?;
        let input = child.stdin.take().ok_or("the shell has no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("the shell has no output")?);
        let mut keeper = Keeper { input, output, _child: child, primary: PairNode::A };
        let folder = keeper.line()?;
        keeper.done("start")?;
        let pair = Self { folder, schemas: AtomicUsize::new(0), keeper: Mutex::new(keeper) };
        pair.rebuild()?;
        Ok(pair)
    }

    /// Starts a pair like [`start`](Self::start), or skips the test without PostgreSQL.
    pub fn start_or_pass_over() -> Option<Self> {
        match (Self::start(""), programs()) {
            (Ok(pair), _) => Some(pair),
            (Err(why), None) => {
                pass_over(&why);
                None
            }
            (Err(why), Some(_)) => panic!("{why}"),
        }
    }

    /// Kills the primary with all its processes and promotes the standby, which then answers alone until
    /// [`rebuild`](Self::rebuild).
    pub fn fail_over(&self) -> Result<(), String> {
        self.kill_primary()?;
        self.promote()
    }

    /// Kills the primary with all its processes (`kill -9`).
    pub fn kill_primary(&self) -> Result<(), String> {
        let mut keeper = self.keeper();
        let primary = keeper.primary.name();
        keeper.order(&format!("kill {primary}"))
    }

    /// Promotes the standby. It doesn't wait for a copy until there is one.
    pub fn promote(&self) -> Result<(), String> {
        let mut keeper = self.keeper();
        let standby = keeper.primary.other();
        keeper.order(&format!("promote {}", standby.name()))?;
        keeper.primary = standby;
        Ok(())
    }

    /// Makes a new standby in place of the killed server, and waits until replication is synchronous.
    pub fn rebuild(&self) -> Result<(), String> {
        {
            let mut keeper = self.keeper();
            let (primary, standby) = (keeper.primary, keeper.primary.other());
            keeper.order(&format!("copy {} {}", primary.name(), standby.name()))?;
        }
        // The copy was made before and wouldn't wait as a primary.
        self.try_sql("ALTER SYSTEM SET synchronous_standby_names = '*'")?;
        self.try_sql("SELECT pg_reload_conf()")?;
        for _ in 0..MAX_POLLS {
            if self.try_sql("SELECT sync_state FROM pg_stat_replication")? == ["sync"] {
                // The checkpointer applies the setting before it makes a checkpoint.
                return self.try_sql("CHECKPOINT").map(drop);
            }
            thread::sleep(POLL_INTERVAL);
        }
        Err("the standby does not catch up with the primary".into())
    }

    /// Returns a new empty schema for one journal, whichever server is the primary.
    pub fn place(&self) -> DatabaseUrl {
        let schema = format!("journal_{}", self.schemas.fetch_add(1, Ordering::Relaxed));
        self.sql(&format!("CREATE SCHEMA {schema}"));
        self.url().in_schema(&schema)
    }

    /// Returns the database, whichever server is the primary.
    pub fn url(&self) -> DatabaseUrl {
        self.of(&[PairNode::A, PairNode::B])
    }

    /// Returns the database on the standby alone, otherwise like this URL.
    pub fn by_standby(&self, place: &DatabaseUrl) -> DatabaseUrl {
        let standby = self.of(&[self.keeper().primary.other()]);
        let parameters = place.reveal().split_once('?').map_or("", |(_, parameters)| parameters);
        url(&format!("{}?{parameters}", standby.reveal()))
    }

    /// Executes as the primary's owner and returns the first column. Panics on an error.
    pub fn sql(&self, statement: &str) -> Vec<String> {
        self.try_sql(statement).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Executes like [`sql`](Self::sql), but returns errors.
    pub fn try_sql(&self, statement: &str) -> Result<Vec<String>, String> {
        let primary = self.keeper().primary;
        try_sql(&self.of(&[primary]), statement)
    }

    fn of(&self, nodes: &[PairNode]) -> DatabaseUrl {
        let host = |node: &PairNode| format!("{}/{}", self.folder, node.name()).replace('/', "%2F");
        let hosts: Vec<String> = nodes.iter().map(host).collect();
        url(&format!("postgres://postgres@{}/postgres", hosts.join(",")))
    }

    fn keeper(&self) -> MutexGuard<'_, Keeper> {
        self.keeper.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn url(text: &str) -> DatabaseUrl {
    match text.parse() {
        Ok(Location::Postgres(url)) => url,
        other => panic!("{text} is of no database: {other:?}"),
    }
}

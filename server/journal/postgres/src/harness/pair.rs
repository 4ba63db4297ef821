//! A primary and its synchronous standby, which takes its place when it is killed, as often as is wished.
//!
//! Each of the two stands in a folder of its own, by which its address stays the same whatever becomes of it. The shell
//! that keeps them does one thing for each line that it reads.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use ishigaki_journal::{DatabaseUrl, Location};

use super::{keeper, pass_over, programs, try_sql};

/// Script of the shell: `$1` is the folder of the programs, `$2` the settings.
///
/// A kill stops the postmaster before its children, so that it starts no others, and takes away what they leave: the locks of
/// the sockets and the segment of shared memory, which would be found by a later one.
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

/// Number of looks whether the standby is abreast, and the time between.
const LOOKS: u32 = 6_000;
const LOOK: Duration = Duration::from_millis(5);

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

/// A primary, and a standby whose disk every answer of it waits for.
#[derive(Debug)]
pub struct Pair {
    folder: String,
    schemas: AtomicUsize,
    keeper: Mutex<Keeper>,
}

#[derive(Debug)]
struct Keeper {
    // Its standard input is the pipe that keeps the two alive.
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

    /// Waits for what the shell says when something is done.
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
    /// Starts the two with these settings, as the command `postgres` takes them. Blocks, as
    /// everything here.
    ///
    /// # Errors
    /// Why there are none, such as that no server's programs are on this machine.
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

    /// As [`start`](Self::start), for a test, which is passed over where there is no PostgreSQL.
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

    /// Kills the primary with all its processes, and lets the standby take its place, which then answers alone until
    /// [`rebuild`](Self::rebuild).
    ///
    /// # Errors
    /// What the system or the database said.
    pub fn fail_over(&self) -> Result<(), String> {
        self.kill_primary()?;
        self.promote()
    }

    /// Kills the primary with all its processes (`kill -9`).
    ///
    /// # Errors
    /// What the system said.
    pub fn kill_primary(&self) -> Result<(), String> {
        let mut keeper = self.keeper();
        let primary = keeper.primary.name();
        keeper.order(&format!("kill {primary}"))
    }

    /// Makes the standby the primary. It waits for no second copy from then on, until there is one.
    ///
    /// # Errors
    /// What the database said.
    pub fn promote(&self) -> Result<(), String> {
        let mut keeper = self.keeper();
        let standby = keeper.primary.other();
        keeper.order(&format!("promote {}", standby.name()))?;
        keeper.primary = standby;
        Ok(())
    }

    /// Makes a new standby in the place of the killed one, and waits until every answer waits for it.
    ///
    /// # Errors
    /// What the system or the database said.
    pub fn rebuild(&self) -> Result<(), String> {
        {
            let mut keeper = self.keeper();
            let (primary, standby) = (keeper.primary, keeper.primary.other());
            keeper.order(&format!("copy {} {}", primary.name(), standby.name()))?;
        }
        // The copy was made before, and waits for nobody when it is the primary.
        self.try_sql("ALTER SYSTEM SET synchronous_standby_names = '*'")?;
        self.try_sql("SELECT pg_reload_conf()")?;
        for _ in 0..LOOKS {
            if self.try_sql("SELECT sync_state FROM pg_stat_replication")? == ["sync"] {
                // Whoever makes checkpoints tells the others that answers wait now, before it makes one.
                return self.try_sql("CHECKPOINT").map(drop);
            }
            thread::sleep(LOOK);
        }
        Err("the standby does not get abreast of the primary".into())
    }

    /// An empty place for one journal, in a schema of its own, whichever of the two is the primary.
    pub fn place(&self) -> DatabaseUrl {
        let schema = format!("journal_{}", self.schemas.fetch_add(1, Ordering::Relaxed));
        self.sql(&format!("CREATE SCHEMA {schema}"));
        self.url().in_schema(&schema)
    }

    /// The database, whichever of the two is the primary.
    pub fn url(&self) -> DatabaseUrl {
        self.of(&[PairNode::A, PairNode::B])
    }

    /// The database by the standby alone, with the rest as it is in the URL of a place.
    pub fn by_standby(&self, place: &DatabaseUrl) -> DatabaseUrl {
        let standby = self.of(&[self.keeper().primary.other()]);
        let parameters = place.reveal().split_once('?').map_or("", |(_, parameters)| parameters);
        url(&format!("{}?{parameters}", standby.reveal()))
    }

    /// Does as the owner of the primary, and gives the first column of what comes back. Panics where it is not done.
    pub fn sql(&self, statement: &str) -> Vec<String> {
        self.try_sql(statement).unwrap_or_else(|error| panic!("{error}"))
    }

    /// As [`sql`](Self::sql), for whoever goes on where it is not done.
    ///
    /// # Errors
    /// What the database said.
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

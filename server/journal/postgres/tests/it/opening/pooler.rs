//! A pooler in front of a cluster: pgbouncer, which is stopped on drop.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use ishigaki_journal::DatabaseUrl;
use ishigaki_journal_postgres::harness::Cluster;
use ishigaki_prerequisite::Prerequisite;
use tempfile::TempDir;

#[derive(Debug)]
pub(crate) struct Pooler {
    process: Child,
    port: u16,
    _folder: TempDir,
}

impl Pooler {
    /// Starts a pooler in this mode in front of a networked cluster, and waits until it accepts connections.
    /// `None` if pgbouncer isn't installed; the skip is reported.
    pub(crate) fn start_or_pass_over(cluster: &Cluster, mode: &str) -> Option<Self> {
        let is_there = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"];
        let Some(program) = is_there.into_iter().find(|program| Path::new(program).exists()) else {
            Prerequisite::Pgbouncer.pass_over("a pooler before the journal's database is not tried");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).unwrap().port();
        let database = cluster.port().unwrap();
        let settings = format!(
            "[databases]\n* = host=127.0.0.1 port={database} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\n\
             listen_port = {port}\nunix_socket_dir =\nauth_type = any\npool_mode = {mode}\n\
             ignore_startup_parameters = extra_float_digits,options\n"
        );
        let file = folder.path().join("pgbouncer.ini");
        fs::write(&file, settings).unwrap();
        let mut command = Command::new(program);
        if rustix::process::geteuid().is_root() {
            // It refuses to run as root, and its user must be able to read its settings.
            command.args(["-u", "postgres"]);
            let opened = Command::new("chmod").args(["-R", "a+rX"]).arg(folder.path()).status();
            assert!(opened.is_ok_and(|opened| opened.success()));
        }
        let process = command.arg("-q").arg(&file).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let process = process.unwrap();
        let pooler = Self { process, port, _folder: folder };
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            std::thread::yield_now();
        }
        Some(pooler)
    }

    pub(crate) fn url(&self, cluster: &Cluster) -> DatabaseUrl {
        cluster.url(&format!("postgres://postgres@127.0.0.1:{}/postgres", self.port))
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        // It may have exited already.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

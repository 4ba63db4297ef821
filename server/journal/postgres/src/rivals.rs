//! The rivals of a database: several hosts of its URL that take changes, each without the other's knowledge.
//!
//! An old primary that comes back after its second copy was promoted goes on as if nothing had been. Whoever opens the journal
//! then would find it first, and serve what others serve at the new one.

use std::collections::BTreeMap;
use std::time::Duration;

use ishigaki_journal::{DatabaseFault, DatabaseUrl};
use tokio::task::JoinSet;
use tokio_postgres::Config;
use tokio_postgres::config::Host;

use crate::place::place;
use crate::tls::Tls;

/// How long a host may take to say whether it takes changes; one that says nothing is no rival at this moment.
const PATIENCE: Duration = Duration::from_secs(1);

/// The port of a host whose URL has none.
const PORT: u16 = 5432;

/// Whether a host takes changes, and what tells its server from every other one: two hosts may be names of the same.
const STANDING: &str = "
    SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off',
           extract(epoch FROM pg_postmaster_start_time())::text";

/// Fails if more than one of the hosts takes changes.
pub(crate) async fn refuse(url: &DatabaseUrl) -> Result<(), DatabaseFault> {
    let (config, tls) = place(url)?;
    if config.get_hosts().len() < 2 {
        return Ok(());
    }
    let mut asked = JoinSet::new();
    for (name, single) in singles(&config) {
        let tls = tls.clone();
        asked.spawn(async move {
            let server = tokio::time::timeout(PATIENCE, primary(single, tls)).await;
            (name, server.ok().flatten())
        });
    }
    let mut primaries: BTreeMap<String, String> = BTreeMap::new();
    while let Some(answer) = asked.join_next().await {
        if let Ok((name, Some(server))) = answer {
            primaries.insert(server, name);
        }
    }
    if primaries.len() < 2 {
        return Ok(());
    }
    let mut hosts: Vec<String> = primaries.into_values().collect();
    hosts.sort();
    Err(DatabaseFault::Rivals { hosts: hosts.join(", ") })
}

/// The server at one host, if it takes changes.
async fn primary(config: Config, tls: Tls) -> Option<String> {
    let (client, connection) = config.connect(tls).await.ok()?;
    let driver = tokio::spawn(connection);
    let row = client.query_one(STANDING, &[]).await.ok()?;
    let is_primary: bool = row.try_get(0).ok()?;
    let server = row.try_get(1).ok()?;
    drop(client);
    drop(driver.await);
    is_primary.then_some(server)
}

/// What a connection to each of the hosts alone needs, with how the host is called.
fn singles(config: &Config) -> Vec<(String, Config)> {
    let (ports, addresses) = (config.get_ports(), config.get_hostaddrs());
    let single = |(place, host): (usize, &Host)| {
        let mut single = Config::new();
        let port = ports.get(place).or_else(|| ports.first()).copied().unwrap_or(PORT);
        let name = match host {
            Host::Tcp(name) => {
                single.host(name);
                name.clone()
            }
            #[cfg(unix)]
            Host::Unix(path) => {
                single.host_path(path);
                path.display().to_string()
            }
        };
        if let Some(address) = addresses.get(place) {
            single.hostaddr(*address);
        }
        single.port(port).ssl_mode(config.get_ssl_mode()).channel_binding(config.get_channel_binding());
        single.ssl_negotiation(config.get_ssl_negotiation()).connect_timeout(PATIENCE);
        if let Some(user) = config.get_user() {
            single.user(user);
        }
        if let Some(password) = config.get_password() {
            single.password(password);
        }
        if let Some(database) = config.get_dbname() {
            single.dbname(database);
        }
        if let Some(options) = config.get_options() {
            single.options(options);
        }
        (format!("{name}:{port}"), single)
    };
    config.get_hosts().iter().enumerate().map(single).collect()
}

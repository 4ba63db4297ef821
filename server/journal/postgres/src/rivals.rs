//! Rivals: several hosts of a database's URL that accept changes independently.
//!
//! An old primary that returns after its copy was promoted continues as before. A server that opened the
//! journal then would find it first, and serve what others serve at the new one.

use std::collections::BTreeMap;
use std::time::Duration;

use ishigaki_journal::{DatabaseFault, DatabaseUrl};
use tokio::task::JoinSet;
use tokio_postgres::config::Host;
use tokio_postgres::{Client, Config};

use crate::connection_config::{host_count, place};
use crate::tls::Tls;

/// Timeout for a host to say whether it accepts changes; a silent one isn't a rival now.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

const PORT: u16 = 5432;

/// Query for whether a host accepts changes, and for the identity of its server, because two host names may
/// belong to one server.
const STANDING: &str = "
    SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off',
           extract(epoch FROM pg_postmaster_start_time())::text";

/// Fails if more than one of the hosts accepts changes.
pub(crate) async fn refuse(url: &DatabaseUrl) -> Result<(), DatabaseFault> {
    let (config, tls) = place(url)?;
    if host_count(&config) < 2 {
        return Ok(());
    }
    let mut primaries = primaries(&config, &tls).await;
    if primaries.len() > 1 {
        primaries = remaining(primaries).await;
    }
    // Several names of one server are the same rival.
    let named: BTreeMap<String, String> =
        primaries.into_iter().map(|primary| (primary.server, primary.name)).collect();
    if named.len() < 2 {
        return Ok(());
    }
    let mut hosts: Vec<String> = named.into_values().collect();
    hosts.sort();
    Err(DatabaseFault::Rivals { hosts: hosts.join(", ") })
}

struct Primary {
    name: String,
    server: String,
    client: Client,
}

async fn primaries(config: &Config, tls: &Tls) -> Vec<Primary> {
    let mut probes = JoinSet::new();
    for (name, single) in singles(config) {
        let tls = tls.clone();
        probes.spawn(async move {
            let found = tokio::time::timeout(CONNECT_TIMEOUT, primary(single, tls)).await;
            found.ok().flatten().map(|(server, client)| Primary { name, server, client })
        });
    }
    let mut primaries = Vec::new();
    while let Some(answer) = probes.join_next().await {
        primaries.extend(answer.ok().flatten());
    }
    primaries
}

/// Those that still answer after all have answered: a server that restarted in between under two of its names
/// has dropped the first connection. Silent ones are kept.
async fn remaining(primaries: Vec<Primary>) -> Vec<Primary> {
    let mut remaining = Vec::new();
    for primary in primaries {
        match tokio::time::timeout(CONNECT_TIMEOUT, standing(&primary.client)).await {
            Ok(None) => {}
            Ok(Some(_)) | Err(_) => remaining.push(primary),
        }
    }
    remaining
}

/// The server at one host with its connection, if it accepts changes.
async fn primary(config: Config, tls: Tls) -> Option<(String, Client)> {
    let (client, connection) = config.connect(tls).await.ok()?;
    // It ends with its client.
    tokio::spawn(connection);
    let server = standing(&client).await?;
    Some((server, client))
}

/// The identity of a server, if it accepts changes.
async fn standing(client: &Client) -> Option<String> {
    let row = client.query_one(STANDING, &[]).await.ok()?;
    let is_primary: bool = row.try_get(0).ok()?;
    let server = row.try_get(1).ok()?;
    is_primary.then_some(server)
}

/// Connection parameters of each host alone, with its name or address.
fn singles(config: &Config) -> Vec<(String, Config)> {
    let (hosts, ports, addresses) = (config.get_hosts(), config.get_ports(), config.get_hostaddrs());
    let single = |place: usize| {
        let mut single = Config::new();
        let port = ports.get(place).or_else(|| ports.first()).copied().unwrap_or(PORT);
        let address = addresses.get(place).copied();
        let name = match hosts.get(place) {
            Some(Host::Tcp(name)) => {
                single.host(name);
                name.clone()
            }
            #[cfg(unix)]
            Some(Host::Unix(path)) => {
                single.host_path(path);
                path.display().to_string()
            }
            None => address.map_or_else(String::new, |address| address.to_string()),
        };
        if let Some(address) = address {
            single.hostaddr(address);
        }
        single.port(port).ssl_mode(config.get_ssl_mode()).channel_binding(config.get_channel_binding());
        single.ssl_negotiation(config.get_ssl_negotiation()).connect_timeout(CONNECT_TIMEOUT);
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
    (0..host_count(config)).map(single).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::Cluster;

    #[tokio::test]
    async fn server_restarted_between_two_answers_is_not_its_own_rival() {
        if Cluster::shared().is_none() {
            return;
        }
        let cluster = Cluster::start_in_network().unwrap();
        let port = cluster.port().unwrap();
        let url = cluster.url(&format!("postgres://postgres@127.0.0.1:{port},localhost:{port}/postgres"));
        let (config, tls) = place(&url).unwrap();
        let mut before = primaries(&config, &tls).await;
        assert_eq!(remaining(before.split_off(1)).await.len(), 1, "who stays lasts");
        cluster.stop();
        cluster.start_again();
        let mut both = primaries(&config, &tls).await;
        both.truncate(1);
        assert_ne!(both[0].server, before[0].server);
        both.append(&mut before);
        assert_eq!(remaining(both).await.len(), 1);
    }
}

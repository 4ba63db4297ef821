//! `practice --join`: the seat is taken by another client.

use std::fs;
use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};

use ishigaki_client::Authority;
use ishigaki_record::signing::Fingerprint;
use ishigaki_rules::Secret;
use serde::Serialize;

use super::PracticeOptions;
use crate::prepared::GAME;
use crate::server::ServerFiles;
use crate::story::Story;
use crate::story_writer::StoryWriter;
use crate::styled_text::{StyledLine, TextStyle};

#[derive(Serialize)]
struct JoinAddress<'a> {
    server: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    authority_file: Option<&'a Path>,
    game: &'a str,
    team: &'a str,
    token_file: &'a Path,
}

/// What a client needs to take the seat.
pub(super) struct SeatAddress {
    server: String,
    fingerprint: Option<Fingerprint>,
    authority: Option<PathBuf>,
    token_file: PathBuf,
}

impl SeatAddress {
    pub(super) fn of(listens: SocketAddr, files: &ServerFiles, token_file: PathBuf) -> anyhow::Result<Self> {
        let fingerprint = files.trusted_authority()?.as_ref().map(Authority::fingerprint);
        let authority = fingerprint.is_some().then(|| files.authority());
        let scheme = if fingerprint.is_some() { "https" } else { "http" };
        let server = format!("{scheme}://{}", public_address(listens));
        Ok(Self { server, fingerprint, authority, token_file })
    }
}

pub(super) fn public_address(listens: SocketAddr) -> SocketAddr {
    if !listens.ip().is_unspecified() {
        return listens;
    }
    // No packet is sent: connecting a UDP socket only selects the local address.
    let own = |bound: IpAddr, towards: &str| {
        let socket = UdpSocket::bind((bound, 0)).ok()?;
        socket.connect(towards).ok()?;
        socket.local_addr().ok()
    };
    let by_v4 = own(Ipv4Addr::UNSPECIFIED.into(), "192.0.2.1:9");
    let by_v6 = || own(Ipv6Addr::UNSPECIFIED.into(), "[2001:db8::1]:9").filter(|_| listens.is_ipv6());
    by_v4.or_else(by_v6).map_or(listens, |own| SocketAddr::new(own.ip(), listens.port()))
}

pub(super) fn reachable(listens: SocketAddr) -> SocketAddr {
    match listens.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, listens.port())),
        IpAddr::V6(ip) if ip.is_unspecified() => SocketAddr::from((Ipv6Addr::LOCALHOST, listens.port())),
        _ => listens,
    }
}

/// Prints how to take the seat.
pub(super) async fn invite(
    options: &PracticeOptions,
    writer: &mut StoryWriter,
    seat_address: &SeatAddress,
) -> anyhow::Result<()> {
    let SeatAddress { server, fingerprint, authority, token_file } = seat_address;
    let team = options.setting.seat_code();
    if options.is_json {
        let fingerprint = fingerprint.map(|fingerprint| fingerprint.to_string());
        let authority_file = authority.as_deref();
        writer.object(&JoinAddress { server, fingerprint, authority_file, game: GAME, team, token_file })?;
        return Ok(());
    }
    let story = Story::new(options.words, &options.setting.setup, options.columns);
    let words = &options.words;
    let gaps = [("scenario", options.setting.scenario.name.as_str().into()), ("team", team.into())];
    let mut lines = story.remark(TextStyle::Strong, "practice-join", &gaps);
    // Not wrapped, so that they can be copied.
    let join_line =
        |key: &str, what: &str| StyledLine::of(TextStyle::Plain, format!("    {} {what}", words.label(key)));
    let file = token_file.display();
    lines.push(join_line("practice-join-server", server));
    lines.push(join_line("practice-join-token", &file.to_string()));
    if let Some(fingerprint) = fingerprint {
        lines.push(join_line("practice-join-fingerprint", &fingerprint.to_string()));
        lines.extend(story.remark(TextStyle::Plain, "practice-join-elsewhere", &[]));
        let join = format!("team-client join {server} --fingerprint {fingerprint} --token-file {file}");
        lines.push(join_line("practice-join-example", &join));
        lines.push(join_line("practice-join-then", "team-client tui"));
    } else {
        let command = format!("team-client tui --server {server} --token-file {file}");
        lines.push(join_line("practice-join-example", &command));
    }
    writer.tell(&lines).await?;
    Ok(())
}

pub(super) fn write_secret(path: &Path, Secret(text): &Secret<String>) -> std::io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    writeln!(options.open(path)?, "{text}")
}

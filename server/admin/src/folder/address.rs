//! Addresses on sheets: spelling, and reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ishigaki_catalogue::Message;

/// Computers that can reach an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Network,
    Machine,
}

/// Reason why a team's laptop can't reach an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("address-fault")]
pub enum AddressFault {
    Form,
    /// The port is invalid or has leading zeros.
    Port,
    /// A wildcard address, on which a server can listen but which clients can't dial.
    Unspecified,
    /// A multicast or broadcast address.
    Group,
    Reserved,
    /// A link-local address: not routed, and it changes with the network.
    Link,
}

/// Returns who can reach a host and port.
pub fn reach(address: &str) -> Result<Reach, AddressFault> {
    let (host, port) = address.rsplit_once(':').ok_or(AddressFault::Form)?;
    // IPv6 addresses need brackets to separate the port.
    let reach = match host.strip_prefix('[') {
        Some(rest) => {
            let ip = rest.strip_suffix(']').and_then(|ip| ip.parse::<Ipv6Addr>().ok());
            of_ip(ip.ok_or(AddressFault::Form)?.to_canonical())?
        }
        None => match host.parse::<Ipv4Addr>() {
            Ok(ip) => of_ip(ip.into())?,
            Err(_) if host.eq_ignore_ascii_case("localhost") => Reach::Machine,
            Err(_) if is_name(host) => Reach::Network,
            Err(_) => return Err(AddressFault::Form),
        },
    };
    let is_port = port.bytes().all(|sign| sign.is_ascii_digit())
        && !port.starts_with('0')
        && port.parse::<u16>().is_ok_and(|port| port > 0);
    if is_port { Ok(reach) } else { Err(AddressFault::Port) }
}

/// The host of `host:port`; `None` if clients can't dial it.
pub(super) fn host(address: &str) -> Option<&str> {
    reach(address).ok()?;
    address.rsplit_once(':').map(|(host, _)| host.trim_matches(['[', ']']))
}

fn of_ip(ip: IpAddr) -> Result<Reach, AddressFault> {
    let (is_unspecified, is_reserved, is_link) = match ip {
        // Network 0 is this one, and addresses from 240 on are reserved.
        IpAddr::V4(ip) => {
            (ip.octets()[0] == 0, ip.octets()[0] >= 240 && !ip.is_broadcast(), ip.is_link_local())
        }
        IpAddr::V6(ip) => (ip.is_unspecified(), false, ip.is_unicast_link_local()),
    };
    let is_group = ip.is_multicast() || ip == IpAddr::V4(Ipv4Addr::BROADCAST);
    match () {
        () if is_unspecified => Err(AddressFault::Unspecified),
        () if is_group => Err(AddressFault::Group),
        () if is_reserved => Err(AddressFault::Reserved),
        () if is_link => Err(AddressFault::Link),
        () if ip.is_loopback() => Ok(Reach::Machine),
        () => Ok(Reach::Network),
    }
}

/// Returns whether it is a valid host name (RFC 1123). Names that end in a number are malformed addresses,
/// such as 300.1.1.1 or 0x0.
fn is_name(host: &str) -> bool {
    let is_label = |label: &str| {
        let is_sign = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
        (1..=63).contains(&label.len())
            && label.chars().all(is_sign)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = host.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let hexadecimal = last.strip_prefix("0x").unwrap_or("g");
    host.len() <= 253
        && host.split('.').all(is_label)
        && !last.bytes().all(|sign| sign.is_ascii_digit())
        && !hexadecimal.bytes().all(|sign| sign.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_one_of_ip_or_a_name_that_a_machine_can_have() {
        for good in
            ["192.168.0.10:7150", "[fd00::10]:7150", "localhost:1", "hall.example:7150", "7up.local:7150"]
        {
            assert!(host(good).is_some(), "{good}");
        }
        let bad =
            ["１２７.0.0.1:7150", "300.1.1.1:7150", "10.0.0:7150", "7150:7150", "[::g]:7150", "::1:7150"];
        for bad in bad
            .into_iter()
            .chain(["a..b:1", "-a:1", "a/b:1", "石垣:7150", ":7150", "0x0:7150", "7150"])
            .chain(["server.:7150", "LOCALHOST.:7150", "[::1.:7150", "10.0.0.1.:7150", "server. :7150"])
        {
            assert_eq!(reach(bad), Err(AddressFault::Form), "{bad}");
        }
        for bad in ["", "0", "0715", "07150", "+7150", "-1", "65536", "７１５０", " 7150", "7150 "] {
            assert_eq!(reach(&format!("192.168.0.10:{bad}")), Err(AddressFault::Port), "{bad}");
        }
    }

    #[test]
    fn address_reach_is_classified() {
        for (address, expected) in [
            ("192.168.0.10:7150", Ok(Reach::Network)),
            ("[fd00::10]:7150", Ok(Reach::Network)),
            ("hall.example:7150", Ok(Reach::Network)),
            ("239.255.255.255:7150", Err(AddressFault::Group)),
            ("240.0.0.1:7150", Err(AddressFault::Reserved)),
            ("255.255.255.254:7150", Err(AddressFault::Reserved)),
            ("[::ffff:240.0.0.1]:7150", Err(AddressFault::Reserved)),
            ("169.254.7.7:7150", Err(AddressFault::Link)),
            ("[fe80::1]:7150", Err(AddressFault::Link)),
            ("[::ffff:169.254.1.1]:7150", Err(AddressFault::Link)),
            ("127.0.0.1:7150", Ok(Reach::Machine)),
            ("127.9.9.9:7150", Ok(Reach::Machine)),
            ("[::1]:7150", Ok(Reach::Machine)),
            ("[::ffff:127.0.0.1]:7150", Ok(Reach::Machine)),
            ("LOCALHOST:7150", Ok(Reach::Machine)),
            ("0.0.0.0:7150", Err(AddressFault::Unspecified)),
            ("0.1.2.3:7150", Err(AddressFault::Unspecified)),
            ("[::]:7150", Err(AddressFault::Unspecified)),
            ("[::ffff:0.0.0.0]:7150", Err(AddressFault::Unspecified)),
            ("255.255.255.255:7150", Err(AddressFault::Group)),
            ("224.0.0.1:7150", Err(AddressFault::Group)),
            ("[ff02::1]:7150", Err(AddressFault::Group)),
        ] {
            assert_eq!(reach(address), expected, "{address}");
        }
    }
}

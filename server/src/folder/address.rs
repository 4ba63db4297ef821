//! The addresses that sheets give: how they are written, and who can reach them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Computers that an address leads to a server from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Those in its network, as far as the address tells.
    Network,
    /// Those on the same cable or radio: no router passes it on, and it changes with the network.
    Link,
    /// The server's own machine.
    Machine,
    /// None: a server can listen at it, and no client can dial it.
    Nowhere,
}

/// Returns who can reach a host and port; `None` if it is not that.
pub fn reach(address: &str) -> Option<Reach> {
    let (host, port) = address.rsplit_once(':')?;
    let port = port.parse::<u16>().ok()?;
    // An address of IPv6 stands in brackets, or nobody knows which colon is which.
    let found = match host.strip_prefix('[') {
        Some(rest) => of_ip(rest.strip_suffix(']')?.parse::<Ipv6Addr>().ok()?.to_canonical()),
        None => match host.parse::<Ipv4Addr>() {
            Ok(ip) => of_ip(ip.into()),
            Err(_) if host.trim_end_matches('.').eq_ignore_ascii_case("localhost") => Reach::Machine,
            Err(_) => is_name(host).then_some(Reach::Network)?,
        },
    };
    Some(if port == 0 { Reach::Nowhere } else { found })
}

/// The host of `host:port`; none if no client can dial it.
pub(super) fn host(address: &str) -> Option<&str> {
    reach(address).filter(|reach| *reach != Reach::Nowhere)?;
    address.rsplit_once(':').map(|(host, _)| host.trim_matches(['[', ']']))
}

fn of_ip(ip: IpAddr) -> Reach {
    let is_nowhere = match ip {
        // The whole network 0 is this one.
        IpAddr::V4(ip) => ip.octets()[0] == 0 || ip.is_broadcast(),
        IpAddr::V6(ip) => ip.is_unspecified(),
    };
    let is_link = match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    };
    match () {
        () if is_nowhere || ip.is_multicast() => Reach::Nowhere,
        () if ip.is_loopback() => Reach::Machine,
        () if is_link => Reach::Link,
        () => Reach::Network,
    }
}

/// Returns whether it is a name that a machine can have (RFC 1123). One that ends in a number is an address that is none,
/// such as 300.1.1.1 or 0x0.
fn is_name(host: &str) -> bool {
    let is_label = |label: &str| {
        let is_sign = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
        (1..=63).contains(&label.len())
            && label.chars().all(is_sign)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let name = host.strip_suffix('.').unwrap_or(host);
    let last = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let hexadecimal = last.strip_prefix("0x").unwrap_or("g");
    name.len() <= 253
        && name.split('.').all(is_label)
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
        for bad in bad.into_iter().chain(["a..b:1", "-a:1", "a/b:1", "石垣:7150", ":7150", "0x0:7150"]) {
            assert_eq!(reach(bad), None, "{bad}");
        }
    }

    #[test]
    fn address_is_told_by_who_can_reach_it() {
        for (address, expected) in [
            ("192.168.0.10:7150", Reach::Network),
            ("[fd00::10]:7150", Reach::Network),
            ("hall.example:7150", Reach::Network),
            ("169.254.7.7:7150", Reach::Link),
            ("[fe80::1]:7150", Reach::Link),
            ("127.0.0.1:7150", Reach::Machine),
            ("127.9.9.9:7150", Reach::Machine),
            ("[::1]:7150", Reach::Machine),
            ("[::ffff:127.0.0.1]:7150", Reach::Machine),
            ("LOCALHOST.:7150", Reach::Machine),
            ("0.0.0.0:7150", Reach::Nowhere),
            ("0.1.2.3:7150", Reach::Nowhere),
            ("[::]:7150", Reach::Nowhere),
            ("[::ffff:0.0.0.0]:7150", Reach::Nowhere),
            ("255.255.255.255:7150", Reach::Nowhere),
            ("224.0.0.1:7150", Reach::Nowhere),
            ("[ff02::1]:7150", Reach::Nowhere),
            ("192.168.0.10:0", Reach::Nowhere),
        ] {
            assert_eq!(reach(address), Some(expected), "{address}");
        }
    }
}

//! Clients by their IP addresses.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::{extract::ConnectInfo, http::Extensions};

/// The client that sent a request, by its peer address: headers can be forged.
pub fn address(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    // Only a test asks without a connection.
    peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(peer)| network(peer.ip()))
}

/// Whether the peer is on this machine.
pub fn is_here(extensions: &Extensions) -> bool {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    peer.is_none_or(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback())
}

/// The client of an address: an IPv4 address, or the /64 network of an IPv6 one, which is commonly
/// assigned whole.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6([a, b, c, d, 0, 0, 0, 0].into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_addresses_of_one_house_are_one_client() {
        let parse = |text: &str| network(text.parse().unwrap());
        assert_eq!(parse("2001:db8:1:2::7"), parse("2001:db8:1:2:ffff::1"));
        assert_ne!(parse("2001:db8:1:2::7"), parse("2001:db8:1:3::7"));
        assert_eq!(parse("::ffff:10.1.2.3"), parse("10.1.2.3"));
    }
}

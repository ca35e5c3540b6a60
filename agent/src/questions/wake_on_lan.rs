//! Wakes other machines of the site with the packet their network cards know.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use anyhow::Context;
use muster_protocol::WakeOnLan;
use sysinfo::Networks;
use tokio::net::UdpSocket;

use crate::os::Problem;

/// The port that every sender uses and no service listens on.
const DISCARD_PORT: u16 = 9;

/// More machines than a site has.
const MAX_ADDRESSES: usize = 1000;

/// A network can lose a packet, and a second one does no harm.
const TIMES: usize = 2;

/// Sends the packet for each address into every network of this machine.
pub async fn wake(request: &WakeOnLan) -> Result<(), Problem> {
    if request.addresses.is_empty() || request.addresses.len() > MAX_ADDRESSES {
        let reason = format!("one to {MAX_ADDRESSES} hardware addresses are needed");
        return Err(Problem::failed(reason));
    }
    let read = |text: &String| {
        parse_address(text)
            .ok_or_else(|| Problem::failed(format!("{text} is not a hardware address")))
    };
    let addresses: Vec<[u8; 6]> = request.addresses.iter().map(read).collect::<Result<_, _>>()?;
    let networks = tokio::task::spawn_blocking(broadcast_addresses).await?;
    let packets: Vec<Vec<u8>> = addresses.into_iter().map(magic_packet).collect();
    Ok(send(&packets, &networks, DISCARD_PORT).await?)
}

/// Good when every packet got out somewhere.
async fn send(packets: &[Vec<u8>], networks: &[Ipv4Addr], port: u16) -> anyhow::Result<()> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).await.context("no UDP socket")?;
    socket.set_broadcast(true).context("this socket may not broadcast")?;
    for packet in packets {
        let mut result = Err(anyhow::anyhow!("this machine is not in a network"));
        for network in networks {
            let target = SocketAddr::from((*network, port));
            for _ in 0..TIMES {
                match socket.send_to(packet, target).await {
                    Ok(_) => result = Ok(()),
                    Err(error) if result.is_err() => {
                        result = Err(anyhow::Error::new(error).context(format!("to {network}")));
                    }
                    Err(_) => {}
                }
            }
        }
        result.context("the packet cannot be sent")?;
    }
    Ok(())
}

/// The broadcast address of each network, and the one of them all.
fn broadcast_addresses() -> Vec<Ipv4Addr> {
    let mut found = vec![Ipv4Addr::BROADCAST];
    let Ok(networks) = Networks::new_with_refreshed_list() else { return found };
    for network in networks.values().flat_map(|interface| interface.ip_networks()) {
        let IpAddr::V4(address) = network.addr else { continue };
        let is_shared = !address.is_loopback() && network.prefix < 31;
        let broadcast = broadcast_of(address, network.prefix);
        if is_shared && !found.contains(&broadcast) {
            found.push(broadcast);
        }
    }
    found
}

fn broadcast_of(address: Ipv4Addr, prefix: u8) -> Ipv4Addr {
    let hosts = u32::MAX.checked_shr(u32::from(prefix)).unwrap_or(0);
    Ipv4Addr::from(u32::from(address) | hosts)
}

/// Six bytes of ones, and the address sixteen times.
fn magic_packet(address: [u8; 6]) -> Vec<u8> {
    let mut packet = vec![0xff; 6];
    packet.extend(address.repeat(16));
    packet
}

/// Reads `aa:bb:cc:dd:ee:ff`, also with dashes.
fn parse_address(text: &str) -> Option<[u8; 6]> {
    let separator = if text.contains('-') { '-' } else { ':' };
    let is_pair = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_hexdigit());
    let parts = text.split(separator).map(|part| {
        Some(part).filter(|part| is_pair(part)).and_then(|part| u8::from_str_radix(part, 16).ok())
    });
    let bytes: Vec<u8> = parts.collect::<Option<_>>()?;
    bytes.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hardware_addresses_are_checked() {
        let expected = Some([0xaa, 0xbb, 0xcc, 0, 0x0d, 0xff]);
        assert_eq!(parse_address("aa:bb:cc:00:0d:ff"), expected);
        assert_eq!(parse_address("AA-BB-CC-00-0D-FF"), expected);
        for text in ["", "aa", "aa:bb:cc:00:0d", "aa:bb:cc:00:0d:ff:00", "aa:bb:cc:00:0d:+f"] {
            assert_eq!(parse_address(text), None, "{text}");
        }
        assert_eq!(parse_address("aa:bb-cc:00:0d:ff"), None);
    }

    #[test]
    fn each_network_has_its_broadcast_address() {
        let address = Ipv4Addr::new(10, 1, 2, 3);
        assert_eq!(broadcast_of(address, 24), Ipv4Addr::new(10, 1, 2, 255));
        assert_eq!(broadcast_of(address, 8), Ipv4Addr::new(10, 255, 255, 255));
        assert_eq!(broadcast_of(address, 32), address);
        assert_eq!(broadcast_of(address, 0), Ipv4Addr::BROADCAST);
    }

    #[tokio::test]
    async fn the_packet_arrives_as_network_cards_know_it() {
        let card = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let port = card.local_addr().unwrap().port();
        send(&[magic_packet([1, 2, 3, 4, 5, 6])], &[Ipv4Addr::LOCALHOST], port).await.unwrap();

        let mut packet = [0; 200];
        let length = card.recv(&mut packet).await.unwrap();
        assert_eq!(length, 102);
        assert_eq!(packet[..6], [0xff; 6]);
        assert!(packet[6..102].chunks(6).all(|part| part == [1, 2, 3, 4, 5, 6]));
    }
}

//! Echo requests and their answers, as they travel in ICMP. Pure.

use std::net::IpAddr;

const REQUEST: u8 = 8;
const REPLY: u8 = 0;
const REQUEST_V6: u8 = 128;
const REPLY_V6: u8 = 129;

/// Type, code, checksum, identifier and number of an echo.
const HEADER_BYTES: usize = 8;

/// The shortest header of IPv4, which some sockets leave before the answer.
const IP_HEADER_BYTES: usize = 20;

/// The echoes of one check. What they carry tells them from those of others.
#[derive(Clone, Debug)]
pub struct Echo {
    is_v6: bool,
    token: [u8; 16],
}

impl Echo {
    /// Echoes to an address that carry this token.
    pub fn new(address: IpAddr, token: [u8; 16]) -> Self {
        Self { is_v6: address.is_ipv6(), token }
    }

    /// A request. The system fills in the checksum of IPv6, in which addresses count.
    pub fn request(&self, number: u16) -> Vec<u8> {
        let kind = if self.is_v6 { REQUEST_V6 } else { REQUEST };
        let [high, low] = number.to_be_bytes();
        let identifier = [self.token[0], self.token[1]];
        let mut packet = vec![kind, 0, 0, 0, identifier[0], identifier[1], high, low];
        packet.extend(self.token);
        if !self.is_v6 {
            let sum = checksum(&packet).to_be_bytes();
            packet[2..4].copy_from_slice(&sum);
        }
        packet
    }

    /// The number of the request that a packet answers, if it answers one of these.
    pub fn answered_by(&self, packet: &[u8]) -> Option<u16> {
        let (reply, packet) = match self.is_v6 {
            true => (REPLY_V6, packet),
            false => (REPLY, without_ip_header(packet)?),
        };
        let (header, token) = packet.split_at_checked(HEADER_BYTES)?;
        let is_answer = header[0] == reply && header[1] == 0 && token == self.token;
        is_answer.then(|| u16::from_be_bytes([header[6], header[7]]))
    }
}

/// An answer itself begins with a zero, a header of IPv4 with its version.
fn without_ip_header(packet: &[u8]) -> Option<&[u8]> {
    let first = *packet.first()?;
    if first >> 4 != 4 {
        return Some(packet);
    }
    packet.get(usize::from(first & 15).max(IP_HEADER_BYTES / 4) * 4..)
}

/// The sum of all pairs of bytes, as RFC 1071 has it.
fn checksum(packet: &[u8]) -> u16 {
    let pair = |pair: &[u8]| {
        let low = pair.get(1).copied().unwrap_or(0);
        u32::from(u16::from_be_bytes([pair[0], low]))
    };
    let mut sum: u32 = packet.chunks(2).map(pair).sum();
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    !(sum as u16)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const V4: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const V6: IpAddr = IpAddr::V6(std::net::Ipv6Addr::LOCALHOST);

    /// The answer to a request: the same with another type.
    fn answer(request: &[u8], kind: u8) -> Vec<u8> {
        [&[kind][..], &request[1..]].concat()
    }

    #[test]
    fn a_request_is_what_the_standard_says() {
        let request = Echo::new(V4, [1; 16]).request(7);
        assert_eq!(request[..8], [8, 0, 0xee, 0xef, 1, 1, 0, 7]);
        // A packet with its own checksum in it sums up to nothing.
        assert_eq!(checksum(&request), 0);
        let request = Echo::new(V6, [1; 16]).request(7);
        assert_eq!(request[..8], [128, 0, 0, 0, 1, 1, 0, 7]);
    }

    #[test]
    fn an_answer_is_found_with_a_header_before_it_and_without() {
        let echo = Echo::new(V4, [9; 16]);
        let reply = answer(&echo.request(300), REPLY);
        assert_eq!(echo.answered_by(&reply), Some(300));
        let mut header = vec![0; 24];
        header[0] = 0x46;
        assert_eq!(echo.answered_by(&[header, reply.clone()].concat()), Some(300));
        // The system may have changed the identifier.
        let changed = [&reply[..4], &[7, 7][..], &reply[6..]].concat();
        assert_eq!(echo.answered_by(&changed), Some(300));
        let echo = Echo::new(V6, [9; 16]);
        assert_eq!(echo.answered_by(&answer(&echo.request(300), REPLY_V6)), Some(300));
    }

    #[test]
    fn what_answers_somebody_else_does_not_count() {
        let echo = Echo::new(V4, [9; 16]);
        // A request to this very machine is seen too.
        assert_eq!(echo.answered_by(&echo.request(1)), None);
        let of_another = answer(&Echo::new(V4, [8; 16]).request(1), REPLY);
        assert_eq!(echo.answered_by(&of_another), None);
        assert_eq!(echo.answered_by(&answer(&echo.request(1), REPLY_V6)), None);
        assert_eq!(echo.answered_by(&answer(&echo.request(1), REPLY)[..23]), None);
    }

    proptest! {
        #[test]
        fn any_packet_is_survived(packet in prop::collection::vec(any::<u8>(), 0..80)) {
            for address in [V4, V6] {
                prop_assert_eq!(Echo::new(address, [9; 16]).answered_by(&packet), None);
            }
        }

        #[test]
        fn every_request_sums_up_to_nothing(token in any::<[u8; 16]>(), number in any::<u16>()) {
            prop_assert_eq!(checksum(&Echo::new(V4, token).request(number)), 0);
        }
    }
}

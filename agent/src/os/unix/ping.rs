//! Echoes by the system's own program, for an agent that may open no socket for
//! them.

use std::net::IpAddr;
use std::time::Duration;

use crate::os::programs::find_program;
use crate::os::{Echoes, Problem, run_tool};

/// The program waits ten seconds for the last answer, and one between echoes.
const LIMIT: Duration = Duration::from_secs(20);

/// Whether echoes go better through a socket of this process: where it may open one,
/// nothing has to be started for them.
pub fn prefers_socket() -> bool {
    true
}

/// Sends so many echoes to an address.
pub async fn send_echoes(address: IpAddr, count: u32) -> Result<Echoes, Problem> {
    let name = match address.is_ipv6() && find_program("ping6").is_some() {
        true => "ping6",
        false => "ping",
    };
    let (count, target) = (count.to_string(), address.to_string());
    let output = run_tool(name, &["-n", "-c", &count, &target], LIMIT).await?;
    // Whether it succeeded says only whether an echo came back.
    parse(&output.stdout)
        .ok_or_else(|| Problem::failed(format!("{name}: {}", output.stderr.trim())))
}

/// Reads the two lines at the end: how many came back, and how long they took.
fn parse(text: &str) -> Option<Echoes> {
    let counts = text.lines().find(|line| line.contains("packets transmitted"))?;
    let mut parts = counts.split(", ");
    let (sent, received) = (first_number(parts.next()?)?, first_number(parts.next()?)?);
    let times = text.lines().find(|line| line.contains("min/avg/max"));
    let mean = times.and_then(|line| {
        let values = line.split_once('=')?.1.trim();
        values.split('/').nth(1)?.parse().ok()
    });
    Some(Echoes { sent, received, latency_ms: mean.filter(|_| received > 0) })
}

fn first_number(text: &str) -> Option<u32> {
    text.split_ascii_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_every_known_program_is_understood() {
        let linux = "PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.\n\
            64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=0.045 ms\n\n\
            --- 192.0.2.1 ping statistics ---\n\
            3 packets transmitted, 2 received, 33.3333% packet loss, time 2031ms\n\
            rtt min/avg/max/mdev = 0.045/0.050/0.055/0.004 ms\n";
        let expected = Echoes { sent: 3, received: 2, latency_ms: Some(0.05) };
        assert_eq!(parse(linux), Some(expected));
        let macos = "3 packets transmitted, 3 packets received, 0.0% packet loss\n\
            round-trip min/avg/max/stddev = 1.5/2.5/3.5/0.1 ms\n";
        let expected = Echoes { sent: 3, received: 3, latency_ms: Some(2.5) };
        assert_eq!(parse(macos), Some(expected));
        let busybox = "3 packets transmitted, 3 packets received, 0% packet loss\n\
            round-trip min/avg/max = 0.1/0.2/0.3 ms\n";
        let expected = Echoes { sent: 3, received: 3, latency_ms: Some(0.2) };
        assert_eq!(parse(busybox), Some(expected));
    }

    #[test]
    fn no_answer_is_a_result_and_no_counts_are_none() {
        let lost = "3 packets transmitted, 0 received, +3 errors, 100% packet loss, time 2ms\n";
        assert_eq!(parse(lost), Some(Echoes { sent: 3, received: 0, latency_ms: None }));
        assert_eq!(parse("ping: connect: Network is unreachable\n"), None);
        assert_eq!(parse("many packets transmitted, some received\n"), None);
    }
}

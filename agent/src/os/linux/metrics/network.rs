//! What network interfaces receive and send.

use std::fs;

use muster_metrics::Metric;

use crate::os::RawSample;

/// Interfaces of containers and virtual machines. What leaves the machine over
/// them is counted at the interface it leaves by, and what does not is no
/// traffic of the machine; there may be hundreds, with a new name at each start.
/// Where they are all there is, they are what connects the machine, and count.
const INTERNAL: [&str; 10] =
    ["br-", "cali", "cni", "docker", "flannel", "lxc", "podman", "veth", "virbr", "vnet"];

/// Adds the bytes received and sent, by interface, up to so many interfaces.
pub fn add_to(sample: &mut RawSample, most: usize) {
    add_interfaces(sample, &fs::read_to_string("/proc/net/dev").unwrap_or_default(), most);
}

fn add_interfaces(sample: &mut RawSample, text: &str, most: usize) {
    let all: Vec<Interface> = text.lines().filter_map(parse_line).collect();
    let has_own = all.iter().any(|interface| !interface.is_internal());
    let counted = all.iter().filter(|interface| !(has_own && interface.is_internal()));
    for Interface { name, received, sent } in counted.take(most) {
        sample.counter(Metric::NetReceived, name, *received);
        sample.counter(Metric::NetSent, name, *sent);
    }
}

struct Interface<'a> {
    name: &'a str,
    received: u64,
    sent: u64,
}

impl Interface<'_> {
    fn is_internal(&self) -> bool {
        INTERNAL.iter().any(|prefix| self.name.starts_with(prefix))
    }
}

/// A name, eight counters of what was received, and eight of what was sent; the
/// first of each is bytes. Loopback never leaves the machine.
fn parse_line(line: &str) -> Option<Interface<'_>> {
    let (name, counters) = line.split_once(':')?;
    let mut counters = counters.split_ascii_whitespace();
    let (received, sent) = (counters.next()?.parse().ok()?, counters.nth(7)?.parse().ok()?);
    let name = name.trim();
    (name != "lo").then_some(Interface { name, received, sent })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "Inter-|   Receive                            |  Transmit\n \
        face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets\n";

    fn line(name: &str, received: u64, sent: u64) -> String {
        format!("{name:>6}: {received} 10 0 0 0 0 0 1 {sent} 20 0 0 0 0 0 0\n")
    }

    fn counters(lines: &[String], most: usize) -> Vec<(Metric, String, u64)> {
        let mut sample = RawSample::default();
        add_interfaces(&mut sample, &format!("{HEADER}{}", lines.concat()), most);
        sample.counters
    }

    fn of(name: &str, received: u64, sent: u64) -> [(Metric, String, u64); 2] {
        let name = name.to_owned();
        [(Metric::NetReceived, name.clone(), received), (Metric::NetSent, name, sent)]
    }

    #[test]
    fn loopback_and_what_belongs_to_containers_is_not_counted() {
        let lines = [
            line("lo", 5, 5),
            line("eth0", 1000, 2000),
            line("docker0", 7, 7),
            line("veth1a2b3c4", 7, 7),
            line("br-0123456789ab", 7, 7),
            line("wg0", 30, 40),
        ];
        assert_eq!(counters(&lines, 64), [of("eth0", 1000, 2000), of("wg0", 30, 40)].concat());
        assert_eq!(counters(&lines, 1), of("eth0", 1000, 2000));
    }

    #[test]
    fn interfaces_of_containers_count_where_there_is_no_other() {
        let lines = [line("lo", 5, 5), line("veth0", 1, 2), line("docker0", 3, 4)];
        assert_eq!(counters(&lines, 64), [of("veth0", 1, 2), of("docker0", 3, 4)].concat());
        assert_eq!(counters(&[line("lo", 5, 5)], 64), []);
    }

    #[test]
    fn lines_that_cannot_be_understood_are_left_out() {
        let lines = ["eth0: 1 2 3\n", "eth1: a 0 0 0 0 0 0 0 1\n", "eth2\n"].map(str::to_owned);
        assert_eq!(counters(&lines, 64), []);
    }
}

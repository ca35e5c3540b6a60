//! Which connections are closed, and how much a stranger may send.

use std::sync::Arc;

use futures_util::FutureExt;
use tokio::sync::Semaphore;

use super::{Peer, Strangers};
use crate::config::Settings;

fn strangers(most: usize) -> Arc<Strangers> {
    let mut settings = Settings::from_source(&|_: &str| None).unwrap();
    settings.connections_per_address = most;
    settings.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()];
    Strangers::new(&settings)
}

fn add(strangers: &Arc<Strangers>, address: &str, count: usize) -> Vec<Peer> {
    (0..count).map(|_| strangers.add(address.parse().unwrap())).collect()
}

fn pass(strangers: &Strangers, rounds: usize) {
    for _ in 0..rounds {
        strangers.end_round();
    }
}

fn are_open(peers: &[Peer]) -> Vec<bool> {
    peers.iter().map(|peer| peer.closed().now_or_never().is_none()).collect()
}

#[test]
fn the_oldest_connections_beyond_the_limit_are_closed_once_they_are_old() {
    let strangers = strangers(2);
    let peers = add(&strangers, "192.0.2.1", 4);
    let others = add(&strangers, "192.0.2.2", 2);
    pass(&strangers, 5);
    assert_eq!(are_open(&peers), [true; 4], "they had five seconds at most");

    let young = add(&strangers, "192.0.2.1", 3);
    pass(&strangers, 1);
    assert_eq!(are_open(&peers), [false, false, true, true]);
    assert_eq!((are_open(&young), are_open(&others)), (vec![true; 3], vec![true; 2]));

    drop(peers);
    pass(&strangers, 5);
    assert_eq!(are_open(&young), [false, true, true]);
    assert_eq!(strangers.count(), 5);
    drop((young, others));
    assert_eq!(strangers.count(), 0);
}

#[test]
fn a_connection_with_an_accepted_credential_no_longer_counts() {
    let strangers = strangers(1);
    let peers = add(&strangers, "::ffff:192.0.2.1", 3);
    let known = add(&strangers, "192.0.2.1", 50);
    for peer in &known {
        peer.make_known();
        peer.make_known();
    }
    assert_eq!(strangers.count(), 3);
    pass(&strangers, 6);
    assert_eq!((are_open(&peers), are_open(&known)), (vec![false, false, true], vec![true; 50]));

    // Just in time.
    peers[0].make_known();
    assert_eq!(are_open(&peers), [true, false, true]);
}

#[test]
fn a_connection_whose_request_waits_for_us_does_not_count() {
    let strangers = strangers(1);
    let peers = add(&strangers, "192.0.2.1", 3);
    let waiting: Vec<_> = peers.iter().map(Peer::wait_for_us).collect();
    pass(&strangers, 20);
    assert_eq!(are_open(&peers), [true; 3]);

    // It has as much time as a new one from here on.
    drop(waiting);
    pass(&strangers, 5);
    assert_eq!(are_open(&peers), [true; 3]);
    pass(&strangers, 1);
    assert_eq!(are_open(&peers), [false, false, true]);
    peers[2].make_known();
    assert!(peers[2].wait_for_us().is_none());
}

#[test]
fn proxies_have_any_number_and_a_network_of_ipv6_counts_as_one_address() {
    let strangers = strangers(1);
    let proxied = add(&strangers, "10.1.2.3", 5);
    let [one, two] = ["2001:db8::1", "2001:db8::2"].map(|text| add(&strangers, text, 1));
    let elsewhere = add(&strangers, "2001:db8:0:1::1", 1);
    pass(&strangers, 6);
    assert_eq!(are_open(&proxied), [true; 5]);
    assert_eq!((are_open(&one), are_open(&two)), (vec![false], vec![true]));
    assert_eq!(are_open(&elsewhere), [true]);
}

#[test]
fn a_stranger_may_send_so_much_and_more_while_there_is_a_slot() {
    let strangers = strangers(10);
    let peers = add(&strangers, "10.1.2.3", 3);
    let slots = Arc::new(Semaphore::new(1));
    peers[0].count_read(1_000_000);
    assert!(peers[0].may_read(), "nothing is limited before an upgrade");
    for peer in &peers {
        peer.limit_reading();
        peer.offer_more(&slots, 1000);
        peer.count_read(16 * 1024 - 1);
        assert!(peer.may_read());
        peer.count_read(1);
    }
    assert!(peers[0].may_read(), "there is a slot");
    assert!(!peers[1].may_read());
    peers[0].count_read(1000);
    assert!(!peers[0].may_read());

    peers[0].make_known();
    peers[0].count_read(1_000_000);
    assert!(peers[0].may_read() && peers[2].may_read(), "it no longer needs its slot");
}

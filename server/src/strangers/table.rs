//! Which connections of which address have proven nothing yet.

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ipnet::IpNet;

use super::connection::Connection;
use super::peer::Peer;
use crate::config::Settings;

/// A connection counts after so many whole rounds of a second. They come late
/// when the server is busy: one that does not get to its connections in time
/// does not close them for being slow.
const PATIENCE_ROUNDS: u64 = 5;

type Networks = HashMap<IpAddr, BTreeMap<u64, Arc<Connection>>>;

/// The connections of strangers.
pub struct Strangers {
    most: usize,
    /// They connect for others.
    proxies: Vec<IpNet>,
    round: AtomicU64,
    last_number: AtomicU64,
    /// By network, and in the order in which they were opened.
    networks: Mutex<Networks>,
}

impl Strangers {
    /// With the bounds of the settings.
    pub fn new(settings: &Settings) -> Arc<Self> {
        Arc::new(Self {
            most: settings.connections_per_address,
            proxies: settings.trusted_proxies.clone(),
            round: AtomicU64::new(0),
            last_number: AtomicU64::new(0),
            networks: Mutex::default(),
        })
    }

    /// Adds a new connection of this address.
    pub fn add(self: &Arc<Self>, address: IpAddr) -> Peer {
        let address = address.to_canonical();
        let connection = Arc::new(Connection::new(self.round()));
        if self.proxies.iter().any(|proxy| proxy.contains(&address)) {
            return Peer::new(self, connection, None);
        }
        let network = network_of(address);
        let number = self.last_number.fetch_add(1, Ordering::Relaxed);
        self.lock().entry(network).or_default().insert(number, Arc::clone(&connection));
        Peer::new(self, connection, Some((network, number)))
    }

    /// Takes a connection off the list.
    pub(super) fn remove(&self, network: IpAddr, number: u64) {
        let mut networks = self.lock();
        if let Some(connections) = networks.get_mut(&network) {
            connections.remove(&number);
            if connections.is_empty() {
                networks.remove(&network);
            }
        }
    }

    /// The number of the round that is under way.
    pub(super) fn round(&self) -> u64 {
        self.round.load(Ordering::Relaxed)
    }

    /// Ends a round: closes the oldest connections of each address that has too
    /// many.
    pub fn end_round(&self) {
        let round = self.round.fetch_add(1, Ordering::Relaxed) + 1;
        for (network, connections) in self.lock().iter() {
            if connections.len() <= self.most {
                continue;
            }
            let waiting = connections.values();
            let waiting = waiting.filter_map(|peer| Some((peer.waits_since()?, peer)));
            let mut old: Vec<(u64, &Arc<Connection>)> =
                waiting.filter(|(since, _)| round > since + PATIENCE_ROUNDS).collect();
            let excess = old.len().saturating_sub(self.most);
            if excess == 0 {
                continue;
            }
            // Of those that wait equally long, the one that was opened first
            // stays first.
            old.sort_by_key(|(since, _)| *since);
            for (_, connection) in &old[..excess] {
                connection.close();
            }
            let reason = "closed connections: too many of this address have shown no credential";
            tracing::warn!(address = %network, connections = excess, "{reason}");
        }
    }

    /// How many connections have proven nothing.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.lock().values().map(BTreeMap::len).sum()
    }

    fn lock(&self) -> MutexGuard<'_, Networks> {
        self.networks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One subscriber has a whole /64 of IPv6 addresses: it counts as one.
fn network_of(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)))
        }
    }
}

//! What this machine is made of: collected at intervals, reported when it changed.

mod digest;

use std::sync::Arc;
use std::time::Duration;

use muster_protocol::{FromAgent, Inventory};
use tokio::sync::{Notify, watch};

use crate::os;

/// How often the inventory is collected.
const INTERVAL: Duration = Duration::from_secs(300);

/// How long a connection waits for the first look.
const FIRST_LIMIT: Duration = Duration::from_secs(3);

/// An inventory and its digest.
#[derive(Debug, PartialEq)]
pub struct Report {
    /// Changes when something changed that is worth telling.
    pub digest: String,
    /// The inventory itself.
    pub inventory: Inventory,
}

impl Report {
    /// The report as a message.
    pub fn message(&self) -> FromAgent {
        let inventory = Box::new(self.inventory.clone());
        FromAgent::Inventory { digest: self.digest.clone(), inventory }
    }
}

/// Collects the inventory and hands out the latest one.
#[derive(Debug)]
pub struct Collector {
    latest: watch::Sender<Option<Arc<Report>>>,
    wanted: Notify,
}

impl Default for Collector {
    fn default() -> Self {
        Self { latest: watch::Sender::new(None), wanted: Notify::new() }
    }
}

impl Collector {
    /// Collects at intervals, and when asked to.
    pub async fn collect_for_ever(&self) {
        let mut tick = tokio::time::interval(INTERVAL);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = tick.tick() => {}
                () = self.wanted.notified() => tick.reset(),
            }
            match collect().await {
                Ok(report) => drop(self.latest.send_replace(Some(Arc::new(report)))),
                Err(error) => tracing::error!(%error, "the inventory cannot be collected"),
            }
        }
    }

    /// Waits for the first look, but not for long.
    pub async fn wait_for_first(&self) {
        let mut receiver = self.latest.subscribe();
        let first = receiver.wait_for(Option::is_some);
        let _ = tokio::time::timeout(FIRST_LIMIT, first).await;
    }

    /// Asks for a look now; its report comes to those who subscribed.
    pub fn collect_now(&self) {
        self.wanted.notify_one();
    }

    /// Hands out every report from now on, changed or not.
    pub fn subscribe(&self) -> watch::Receiver<Option<Arc<Report>>> {
        self.latest.subscribe()
    }

    /// The latest inventory; none before the first look.
    pub fn latest(&self) -> Option<Arc<Report>> {
        self.latest.borrow().clone()
    }

    /// The digest of the latest inventory; empty before the first look.
    pub fn digest(&self) -> String {
        self.latest().map(|report| report.digest.clone()).unwrap_or_default()
    }
}

/// Collects the inventory once.
async fn collect() -> Result<Report, tokio::task::JoinError> {
    let parts = os::InventoryParts::ask().await;
    tokio::task::spawn_blocking(move || {
        let inventory = os::inventory::collect(&parts);
        Report { digest: digest::of(&inventory, &os::inventory::boot_mark()), inventory }
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn this_machine_has_an_inventory_with_a_steady_digest() {
        let first = collect().await.unwrap();
        let second = collect().await.unwrap();

        assert_eq!(first.digest, second.digest);
        assert_eq!(first.digest.len(), 64);
        let inventory = &first.inventory;
        assert!(!inventory.operating_system.is_empty());
        assert!(!inventory.cpu_model.is_empty());
        assert!(inventory.memory_bytes > 0);
        assert!(inventory.boot_time > 1_000_000_000);
        let detail: serde_json::Value = serde_json::from_str(&inventory.detail).unwrap();
        assert!(detail.is_object(), "{detail}");
    }
}

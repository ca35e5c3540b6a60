//! Limits how many connections store reports at the same time.
//!
//! Thousands of connections may have reports to store. Those that wait here do
//! not compete with requests for the database. Orders go first: a result is
//! safe at its agent, and a command finishes sooner everywhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

/// Connections that store at the same time, if the database has one writer: one
/// waits for it on behalf of all.
const WITH_ONE_WRITER: usize = 1;
/// Connections that store at the same time, if it has many.
const WITH_MANY: usize = 4;

/// While orders are sent, reports wait for each other this long: a few large
/// transactions leave more of the machine to the orders than many small ones.
const GATHERING: Duration = Duration::from_millis(25);

/// Turns for connections that have something to store.
pub struct StoreTurns {
    turns: Semaphore,
    /// The only turn while orders are sent.
    behind_orders: Semaphore,
    gathering: Duration,
    orders: Arc<AtomicUsize>,
}

/// A connection's turn, until dropped.
pub struct Turn<'a> {
    _turn: Option<SemaphorePermit<'a>>,
    _behind_orders: Option<SemaphorePermit<'a>>,
}

/// Many orders are being sent, until dropped.
pub struct OrdersFirst(Arc<AtomicUsize>);

impl StoreTurns {
    /// Turns for a database with one writer, or one with many connections.
    pub fn new(has_one_writer: bool) -> Self {
        Self {
            turns: Semaphore::new(if has_one_writer { WITH_ONE_WRITER } else { WITH_MANY }),
            behind_orders: Semaphore::new(1),
            gathering: GATHERING,
            orders: Arc::default(),
        }
    }

    /// Waits for a turn.
    pub async fn turn(&self) -> Turn<'_> {
        // Neither is ever closed, so there always is a permit.
        let turn = self.turns.acquire().await.ok();
        let behind_orders = match self.orders.load(Ordering::Relaxed) {
            0 => None,
            _ => {
                let behind_orders = self.behind_orders.acquire().await.ok();
                if !self.gathering.is_zero() {
                    tokio::time::sleep(self.gathering).await;
                }
                behind_orders
            }
        };
        Turn { _turn: turn, _behind_orders: behind_orders }
    }

    /// Waits for all turns: nothing else is stored.
    #[cfg(test)]
    pub async fn all_turns(&self, has_one_writer: bool) -> SemaphorePermit<'_> {
        let most = if has_one_writer { WITH_ONE_WRITER } else { WITH_MANY };
        self.turns.acquire_many(u32::try_from(most).unwrap()).await.unwrap()
    }

    /// From now on one connection stores at a time.
    pub fn orders_first(&self) -> OrdersFirst {
        self.orders.fetch_add(1, Ordering::Relaxed);
        OrdersFirst(self.orders.clone())
    }
}

impl Drop for OrdersFirst {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn taken(storing: &StoreTurns) -> Vec<Turn<'_>> {
        std::iter::from_fn(|| storing.turn().now_or_never()).collect()
    }

    #[test]
    fn few_connections_store_at_once_and_one_while_orders_are_sent() {
        for (has_one_writer, most) in [(true, WITH_ONE_WRITER), (false, WITH_MANY)] {
            let mut storing = StoreTurns::new(has_one_writer);
            storing.gathering = Duration::ZERO;
            let turns = taken(&storing);
            assert_eq!(turns.len(), most);
            drop(turns);

            let (first, second) = (storing.orders_first(), storing.orders_first());
            assert_eq!(taken(&storing).len(), 1);
            drop(first);
            assert_eq!(taken(&storing).len(), 1, "others are still under way");
            drop(second);
            assert_eq!(taken(&storing).len(), most);
        }
    }
}

//! Connections without an accepted credential, and what they may cost.
//!
//! An address keeps a bounded number of connections that wait for their peer:
//! when there are more, the oldest of them are closed (decision 59). What comes
//! over one that became a WebSocket is bounded, too. A connection no longer counts
//! once a credential, a ticket or an agent's signature was accepted on it. So
//! thousands of agents behind one router are welcome, and so are callers who
//! wait for us.

mod acceptor;
mod connection;
mod peer;
mod table;
#[cfg(test)]
mod tests;

use std::time::Duration;

pub use acceptor::StrangerAcceptor;
pub use peer::Peer;
pub use table::Strangers;

use crate::app::App;
use crate::clock;

/// How often connections are counted.
const ROUND: Duration = Duration::from_secs(1);

/// Counts connections as long as the server runs.
pub async fn watch(app: App) {
    loop {
        tokio::select! {
            () = clock::sleep(ROUND) => app.strangers.end_round(),
            () = app.stopping.cancelled() => return,
        }
    }
}

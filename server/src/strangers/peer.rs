//! The connection that a request came over, as handlers see it.

use std::future::poll_fn;
use std::net::IpAddr;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::Semaphore;

use super::connection::Connection;
use super::table::Strangers;

/// Somebody at the other end of a connection. The connection counts as a
/// stranger's until its peer is known or the last copy of this is dropped; the
/// stream has one, and every request that came over it.
#[derive(Clone)]
pub struct Peer(Arc<Counted>);

struct Counted {
    strangers: Arc<Strangers>,
    connection: Arc<Connection>,
    /// Its network and number; none for a proxy.
    listed: Option<(IpAddr, u64)>,
}

/// A request that waits until we have time for it. Meanwhile its connection does
/// not count.
pub struct WaitingRequest(Peer);

impl Peer {
    pub(super) fn new(
        strangers: &Arc<Strangers>,
        connection: Arc<Connection>,
        listed: Option<(IpAddr, u64)>,
    ) -> Self {
        Self(Arc::new(Counted { strangers: Arc::clone(strangers), connection, listed }))
    }

    /// A credential was accepted on this connection.
    pub fn make_known(&self) {
        if self.0.connection.make_known() {
            self.0.take_off();
        }
    }

    /// A request of this connection begins to wait for us; none if it does not
    /// matter any more.
    pub fn wait_for_us(&self) -> Option<WaitingRequest> {
        if self.is_known() {
            return None;
        }
        self.0.connection.begin_request();
        Some(WaitingRequest(self.clone()))
    }

    /// The connection becomes a WebSocket: from here on a stranger may send
    /// 16 KiB.
    pub fn limit_reading(&self) {
        self.0.connection.limit_reading();
    }

    /// Lets a stranger send so many more bytes while there is a slot.
    pub fn offer_more(&self, slots: &Arc<Semaphore>, bytes: usize) {
        self.0.connection.offer_more(slots, bytes);
    }

    pub(super) fn is_known(&self) -> bool {
        self.0.connection.is_known()
    }

    pub(super) fn poll_closed(&self, context: &Context<'_>) -> Poll<()> {
        self.0.connection.poll_closed(context)
    }

    /// Waits until the connection is to be closed.
    pub(super) async fn closed(&self) {
        poll_fn(|context| self.poll_closed(context)).await;
    }

    pub(super) fn may_read(&self) -> bool {
        self.0.connection.may_read()
    }

    pub(super) fn count_read(&self, bytes: usize) {
        self.0.connection.count_read(bytes);
    }
}

impl Counted {
    fn take_off(&self) {
        if let Some((network, number)) = self.listed {
            self.strangers.remove(network, number);
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if !self.connection.is_known() {
            self.take_off();
        }
    }
}

impl Drop for WaitingRequest {
    fn drop(&mut self) {
        let Counted { strangers, connection, .. } = &*self.0.0;
        connection.end_request(strangers.round());
    }
}

//! The agents' connections that this server holds, and the inbox of each.
//! Within this process requests and replies are passed as they are; only those
//! for another server or for the wire are encoded.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::{Notify, oneshot};

use super::routing::LinkResult;
use super::{LinkReply, LinkRequest};
use crate::bus::RequestError;
use crate::ids::AgentId;

/// Requests that may wait for one connection, and their bytes.
const MAX_REQUESTS: usize = 4096;
const MAX_BYTES: usize = 64 << 20;

/// The inboxes of all connections, by the id of the agent.
#[derive(Default)]
pub struct Connections {
    inboxes: RwLock<HashMap<AgentId, Vec<Arc<Inbox>>>>,
}

/// A request to a connection, and where to send its reply.
pub struct PendingRequest {
    pub request: LinkRequest,
    pub reply_to: ReplySender,
}

/// Sends the reply to the waiting request. When it is dropped, the request
/// learns that the connection ended before the agent received anything.
pub struct ReplySender(oneshot::Sender<LinkResult>);

impl ReplySender {
    pub fn new() -> (Self, oneshot::Receiver<LinkResult>) {
        let (sender, receiver) = oneshot::channel();
        (Self(sender), receiver)
    }

    /// Replies. The request may be gone; the connection itself is fine.
    pub fn reply(self, reply: LinkReply) {
        let _ = self.0.send(Ok(reply));
    }

    /// The connection broke while the request was sent: the agent may or may not
    /// have it.
    pub fn connection_lost(self) {
        let _ = self.0.send(Err(RequestError::Down));
    }
}

/// The requests to one connection, until it is dropped.
pub struct Requests {
    connections: Arc<Connections>,
    agent_id: AgentId,
    inbox: Arc<Inbox>,
}

impl Connections {
    /// An inbox for a connection of this agent. While an older one is still
    /// there, requests go to the newer.
    pub fn open(self: &Arc<Self>, agent_id: &AgentId) -> Requests {
        let inbox = Arc::<Inbox>::default();
        let mut inboxes = self.inboxes.write().unwrap_or_else(PoisonError::into_inner);
        inboxes.entry(agent_id.clone()).or_default().push(inbox.clone());
        Requests { connections: self.clone(), agent_id: agent_id.clone(), inbox }
    }

    /// Sends a request, and waits at most this long for its reply.
    pub async fn request(
        &self,
        agent_id: &AgentId,
        request: LinkRequest,
        limit: Duration,
    ) -> LinkResult {
        let inbox = {
            let inboxes = self.inboxes.read().unwrap_or_else(PoisonError::into_inner);
            inboxes.get(agent_id).and_then(|inboxes| inboxes.last().cloned())
        };
        let inbox = inbox.ok_or(RequestError::NoResponders)?;
        let (reply_to, reply) = ReplySender::new();
        if !inbox.push(PendingRequest { request, reply_to }) {
            return Err(RequestError::TimedOut);
        }
        let reply = tokio::time::timeout(limit, reply).await;
        reply.map_err(|_| RequestError::TimedOut)?.unwrap_or(Ok(LinkReply::ConnectionEnded))
    }

    fn remove(&self, agent_id: &AgentId, inbox: &Arc<Inbox>) {
        let mut inboxes = self.inboxes.write().unwrap_or_else(PoisonError::into_inner);
        let Some(of_agent) = inboxes.get_mut(agent_id) else { return };
        of_agent.retain(|other| !Arc::ptr_eq(other, inbox));
        if of_agent.is_empty() {
            inboxes.remove(agent_id);
        }
    }
}

impl Requests {
    /// The oldest request, once there is one.
    pub async fn next(&self) -> PendingRequest {
        loop {
            if let Some(pending) = self.inbox.pop() {
                return pending;
            }
            // A request that arrives in between leaves its notification behind.
            self.inbox.arrived.notified().await;
        }
    }
}

impl Drop for Requests {
    fn drop(&mut self) {
        self.connections.remove(&self.agent_id, &self.inbox);
        // Nobody can find it any more: requests left in it learn that it ended.
        self.inbox.close();
    }
}

/// The requests that wait for one connection. One reader, any number of
/// writers, and none of the writers waits. An empty one is small: there is one
/// per connected agent.
#[derive(Default)]
struct Inbox {
    state: Mutex<InboxState>,
    arrived: Notify,
}

#[derive(Default)]
struct InboxState {
    requests: VecDeque<PendingRequest>,
    bytes: usize,
    is_closed: bool,
}

impl Inbox {
    /// Adds a request, unless the connection is too far behind. If that has
    /// ended, the request is dropped together with its reply channel.
    fn push(&self, pending: PendingRequest) -> bool {
        let mut state = self.lock();
        if state.is_closed {
            return true;
        }
        let bytes = state.bytes + pending.request.body_bytes();
        if state.requests.len() >= MAX_REQUESTS || bytes > MAX_BYTES {
            tracing::warn!("the inbox of an agent's connection is full: a request was refused");
            return false;
        }
        state.bytes = bytes;
        state.requests.push_back(pending);
        drop(state);
        self.arrived.notify_one();
        true
    }

    fn pop(&self) -> Option<PendingRequest> {
        let mut state = self.lock();
        let pending = state.requests.pop_front()?;
        state.bytes -= pending.request.body_bytes();
        // A burst must not keep its memory for the life of the connection.
        if state.requests.is_empty() {
            state.requests = VecDeque::new();
        }
        Some(pending)
    }

    fn close(&self) {
        let mut state = self.lock();
        *state = InboxState { is_closed: true, ..InboxState::default() };
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, InboxState> {
        // No code that can panic runs under this lock in a half-done state.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    const LIMIT: Duration = Duration::from_secs(60);

    fn question(bytes: usize) -> LinkRequest {
        LinkRequest::Question { name: String::new(), body: vec![0; bytes], limit_ms: 1 }
    }

    #[tokio::test]
    async fn a_request_reaches_the_newest_connection_and_its_reply_comes_back() {
        let (connections, agent_id) = (Arc::<Connections>::default(), AgentId::from("a"));
        let (older, newer) = (connections.open(&agent_id), connections.open(&agent_id));

        let (reply, ()) = tokio::join!(connections.request(&agent_id, question(1), LIMIT), async {
            newer.next().await.reply_to.reply(LinkReply::Busy);
        });

        assert_eq!(reply, Ok(LinkReply::Busy));
        assert!(older.next().now_or_never().is_none());
        let to_nobody = connections.request(&"b".into(), question(1), LIMIT).await;
        assert_eq!(to_nobody, Err(RequestError::NoResponders));
    }

    #[tokio::test]
    async fn a_request_to_a_connection_that_ends_learns_it_at_once() {
        let (connections, agent_id) = (Arc::<Connections>::default(), AgentId::from("a"));
        let requests = connections.open(&agent_id);

        let (reply, ()) = tokio::join!(connections.request(&agent_id, question(1), LIMIT), async {
            drop(requests);
        });

        assert_eq!(reply, Ok(LinkReply::ConnectionEnded));
        let later = connections.request(&agent_id, question(1), LIMIT).await;
        assert_eq!(later, Err(RequestError::NoResponders));
    }

    #[tokio::test]
    async fn a_request_that_was_being_sent_when_the_connection_broke_may_have_arrived() {
        let (connections, agent_id) = (Arc::<Connections>::default(), AgentId::from("a"));
        let requests = connections.open(&agent_id);

        let (reply, ()) = tokio::join!(connections.request(&agent_id, question(1), LIMIT), async {
            requests.next().await.reply_to.connection_lost();
            drop(requests);
        });

        assert_eq!(reply, Err(RequestError::Down));
    }

    #[tokio::test]
    async fn the_requests_that_wait_for_one_connection_are_limited_in_bytes() {
        let (connections, agent_id) = (Arc::<Connections>::default(), AgentId::from("a"));
        let _requests = connections.open(&agent_id);
        let mut unanswered = Vec::new();
        for _ in 0..MAX_BYTES >> 20 {
            let mut request = Box::pin(connections.request(&agent_id, question(1 << 20), LIMIT));
            assert!(request.as_mut().now_or_never().is_none());
            unanswered.push(request);
        }

        let refused = connections.request(&agent_id, question(1), LIMIT).await;

        assert_eq!(refused, Err(RequestError::TimedOut));
    }
}

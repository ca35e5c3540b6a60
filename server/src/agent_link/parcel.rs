//! Requests to the connections of many agents of another server, in one
//! message.

use std::time::Duration;

use muster_protocol::{Order, encode};
use serde::{Deserialize, Serialize};

use super::routing::LinkResult;
use super::{LinkReply, LinkRequest};
use crate::bus::RequestError;
use crate::ids::AgentId;

/// The most bytes of a message to another server with more than one request.
pub const PARCEL_BYTES: usize = 256 * 1024;

/// A request to the connection of one agent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Item {
    pub(super) agent_id: AgentId,
    pub(super) request: LinkRequest,
}

/// Requests to the connections of many agents.
#[derive(Debug, Serialize, Deserialize)]
pub struct Parcel {
    /// The body of every order here without a body of its own.
    #[serde(with = "serde_bytes")]
    pub(super) shared_body: Vec<u8>,
    pub(super) items: Vec<Item>,
    /// How long each connection may take.
    pub(super) limit_ms: u64,
}

/// The reply of the server that was expected to hold a connection.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ForwardedReply {
    Reply(LinkReply),
    NotHere,
    NoAnswer,
}

impl From<LinkResult> for ForwardedReply {
    fn from(result: LinkResult) -> Self {
        match result {
            Ok(reply) => Self::Reply(reply),
            Err(RequestError::NoResponders) => Self::NotHere,
            Err(RequestError::TimedOut | RequestError::Down) => Self::NoAnswer,
        }
    }
}

impl From<ForwardedReply> for LinkResult {
    fn from(forwarded: ForwardedReply) -> Self {
        match forwarded {
            ForwardedReply::Reply(reply) => Ok(reply),
            ForwardedReply::NotHere => Err(RequestError::NoResponders),
            ForwardedReply::NoAnswer => Err(RequestError::TimedOut),
        }
    }
}

impl Parcel {
    pub(super) fn new(items: Vec<Item>, shared_body: Vec<u8>, limit: Duration) -> Self {
        let limit_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        Self { shared_body, items, limit_ms }
    }

    pub(super) fn one(agent_id: &AgentId, request: LinkRequest, limit: Duration) -> Self {
        Self::new(vec![Item { agent_id: agent_id.to_owned(), request }], Vec::new(), limit)
    }

    pub(super) fn limit(&self) -> Duration {
        Duration::from_millis(self.limit_ms)
    }

    /// Whether a request uses the shared body.
    fn is_sharing(&self, item: &Item) -> bool {
        matches!(&item.request, LinkRequest::Order(order) if order.body.is_empty())
            && !self.shared_body.is_empty()
    }

    /// One of its requests, with its body.
    pub(super) fn request(&self, item: &Item) -> LinkRequest {
        match &item.request {
            LinkRequest::Order(order) if self.is_sharing(item) => {
                let body = self.shared_body.clone();
                LinkRequest::Order(Order { body, ..order.clone() })
            }
            request => request.clone(),
        }
    }

    /// Some of its requests, in parcels that fit into one message each, with
    /// their positions here. The shared body is sent only where it is used:
    /// together with a large body of its own, an order would not fit into a
    /// message.
    pub(super) fn split(&self, indexes: &[usize]) -> Vec<(Vec<usize>, Self)> {
        let (sharing, others): (Vec<usize>, Vec<usize>) =
            indexes.iter().partition(|index| self.is_sharing(&self.items[**index]));
        let mut parcels = self.packed(&sharing, &self.shared_body);
        parcels.extend(self.packed(&others, &[]));
        parcels
    }

    fn packed(&self, indexes: &[usize], shared_body: &[u8]) -> Vec<(Vec<usize>, Self)> {
        let mut parcels: Vec<(Vec<usize>, Self)> = Vec::new();
        let mut bytes = usize::MAX;
        for index in indexes {
            let item = &self.items[*index];
            let more = encode(item).len();
            if bytes.saturating_add(more) > PARCEL_BYTES {
                let empty = Self::new(Vec::new(), shared_body.to_vec(), self.limit());
                parcels.push((Vec::new(), empty));
                bytes = shared_body.len();
            }
            bytes += more;
            if let Some((taken, parcel)) = parcels.last_mut() {
                taken.push(*index);
                parcel.items.push(item.clone());
            }
        }
        parcels
    }
}

//! The terminals of programs in this process, found again after a break.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::mpsc;

use super::terminal::Order;
use crate::auth::Identity;
use crate::domain::remote::StoredCredential;
use crate::error::ApiError;
use crate::ids::AgentId;

/// Terminals of one process. Each keeps half a megabyte at most.
const MOST: usize = 500;

/// Orders that wait; a program that sends more of them waits.
const WAITING: usize = 16;

/// Whose terminal it is, where, and which. The same credential finds it again, and no other.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Key {
    user: i64,
    credential: StoredCredential,
    agent_id: String,
    uuid: String,
}

impl Key {
    /// The terminal of a caller.
    pub(super) fn of(caller: &Identity, agent_id: &AgentId, uuid: &str) -> Self {
        Self {
            user: caller.user_id,
            credential: StoredCredential::of(caller),
            agent_id: String::from(agent_id),
            uuid: uuid.to_ascii_lowercase(),
        }
    }
}

/// Terminals that are open.
#[derive(Default)]
pub(super) struct Terminals(Mutex<HashMap<Key, mpsc::Sender<Order>>>);

/// A place at a terminal.
pub(super) enum Place {
    /// It is open.
    Known(mpsc::Sender<Order>),
    /// It has to be opened.
    New(mpsc::Sender<Order>, mpsc::Receiver<Order>),
}

impl Terminals {
    /// The terminal with this key, or a place for it.
    pub(super) fn enter(&self, key: Key) -> Result<Place, ApiError> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, orders| !orders.is_closed());
        if let Some(orders) = open.get(&key) {
            return Ok(Place::Known(orders.clone()));
        }
        if open.len() >= MOST {
            return Err(ApiError::Unavailable("another terminal"));
        }
        let (orders, receiver) = mpsc::channel(WAITING);
        open.insert(key, orders.clone());
        Ok(Place::New(orders, receiver))
    }
}

//! The slot that a request works in: [`crate::lane`] says how many there are.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use futures_util::poll;

use crate::error::ApiError;
use crate::lane::{Lane, Slot};

/// The slot of a request, until it is released, and the lane it belongs to.
#[derive(Clone, Default)]
pub struct HeldSlot {
    lane: Option<Arc<Lane>>,
    slot: Arc<Mutex<Option<Slot>>>,
}

impl HeldSlot {
    /// Waits for a slot of a lane; without a lane there is nothing to wait for.
    pub async fn enter(lane: Option<&Arc<Lane>>) -> Result<Self, ApiError> {
        let held = Self { lane: lane.cloned(), slot: Arc::default() };
        held.enter_again().await?;
        Ok(held)
    }

    async fn enter_again(&self) -> Result<(), ApiError> {
        let Some(lane) = &self.lane else { return Ok(()) };
        let slot = lane.enter().await.ok_or(ApiError::Overloaded)?;
        *self.slot() = Some(slot);
        Ok(())
    }

    fn slot(&self) -> MutexGuard<'_, Option<Slot>> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

tokio::task_local! {
    static SLOT: HeldSlot;
}

/// Does the work of a request that has this slot.
pub async fn hold<F: Future>(held: HeldSlot, work: F) -> F::Output {
    SLOT.scope(held, work).await
}

/// Releases the slot of this request for the next one: from here on it does not
/// work, it only waits. Does nothing outside a request.
pub fn release_slot() {
    let _ = SLOT.try_with(|held| held.slot().take());
}

/// Waits for something that takes as long as the caller likes. Unless it is
/// there already, the slot is released meanwhile, and the request waits for one
/// again afterwards.
pub async fn without_slot<F: Future>(awaited: F) -> Result<F::Output, ApiError> {
    let mut awaited = pin!(awaited);
    if let Poll::Ready(output) = poll!(awaited.as_mut()) {
        return Ok(output);
    }
    let Ok(held) = SLOT.try_with(Clone::clone) else { return Ok(awaited.await) };
    let had_slot = held.slot().take().is_some();
    let output = awaited.await;
    if had_slot {
        held.enter_again().await?;
    }
    Ok(output)
}

/// Wraps work of this request that continues in its own task, so that it keeps
/// the slot.
pub fn keep_slot<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let held = SLOT.try_with(Clone::clone).unwrap_or_default();
    SLOT.scope(held, work)
}

//! The helper that waits for the end of this process, to start the agent again.

use std::process::Child;
use std::sync::{Mutex, PoisonError};

static HELPER: Mutex<Option<Child>> = Mutex::new(None);

/// Leaves a helper waiting; it is held until this process ends.
pub fn keep(helper: Child) {
    *HELPER.lock().unwrap_or_else(PoisonError::into_inner) = Some(helper);
}

/// Ends the helper that waits, if there is one: the agent is to stay stopped.
pub fn cancel() {
    let helper = HELPER.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(mut helper) = helper {
        end(&mut helper);
    }
}

/// Ends a helper.
pub fn end(helper: &mut Child) {
    if let Err(error) = helper.kill() {
        tracing::warn!(%error, "a helper that is not needed cannot be ended");
    }
}

//! Storing what agents send: each part once, in order, signed, and only of sessions that
//! were to be recorded.

mod incoming;
mod origin;
mod patience;
mod receipt;
mod refusal;
mod refuse;
mod room;
mod rows;
mod store;

pub(super) use self::incoming::Incoming as IncomingPart;
pub(super) use self::origin::Origin;
pub use self::patience::{PendingPart, store_soon};
pub use self::receipt::Receipt;
#[cfg(test)]
pub use self::room::leave_for_today;

/// Who the audit log names for what becomes of a recording.
const ACTOR: &str = "system";

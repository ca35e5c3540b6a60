//! What depends on what: an agent, or a check, may depend on an agent or on one of its
//! checks. What follows from it for alerts is decided in the room of alerts.

mod forest;
mod link;
mod queries;

pub use forest::forest;
pub use link::{Child, Link};
pub use queries::{
    MOST_STEPS, is_any, list_above, list_failing_agents, list_related, lock, steps_below,
    store_link,
};

//! Events as they happen, over a WebSocket or as a stream.

mod follow_events;
mod follower;
mod frame;
mod stream_events;
#[cfg(test)]
mod tests;
mod topic;

pub use follow_events::*;
pub use stream_events::*;

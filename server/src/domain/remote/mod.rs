//! Remote hands: sessions on agents, who takes part in them, the tickets and grants
//! that let them in, and what is allowed.
//!
//! The server makes grants and pairs sockets; what goes through them it cannot read
//! (`muster_remote`). The agent checks each grant for itself. Here is the only writer
//! of these tables.

mod cutting;
mod details;
mod driver;
mod ending;
mod grant;
mod invite;
mod kind;
mod link;
mod node;
mod policies;
mod policy;
mod pruning;
mod relay_url;
mod rules;
mod served;
mod session;
mod session_queries;
mod standing;
mod sweep;
mod sweep_queries;
#[cfg(test)]
mod tests;
mod tickets;
mod tunnel_host;
mod uid;
mod viewer_queries;

pub use details::SessionDetails;
pub use driver::set_driver;
pub use ending::{SessionEnd, end_as, end_session, end_within};
pub use invite::{Guest, Invitation, invite};
pub use kind::{KINDS, kind_named, rights_for};
pub use link::{LINK_KINDS, LinkKind, RemoteLink};
pub use node::{RemoteNode, start_node};
pub use policies::{
    PolicyLayer, PolicyOwner, StoredPolicy, effective_rules, find_policy, list_layers, lock_owner,
    store_policy,
};
pub use policy::{MachineRules, RemotePolicy, RemoteRules, SHORTEST_SESSION, merged};
pub use pruning::prune;
pub use served::{ServedViewer, find_served};
pub use session::{ConsentAnswer, NewSession, SessionStatus, StoredCredential, StoredSession};
pub use session_queries::{find_session, insert_session, record_answer, record_started};
pub use standing::{Lost, find_loss};
pub use sweep::SWEEP;
pub use tickets::{TicketSide, has_ticket, take_ticket};
pub use tunnel_host::tunnel_problem;
pub use viewer_queries::{has_taken_part, record_connected, record_left};

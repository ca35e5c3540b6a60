//! A server with an agent, and its administrator.

use super::technician::Technician;
use crate::agent::Agent;
use crate::server::Server;

/// What most tests begin with.
pub struct Stage {
    /// With a line to the server.
    pub agent: Agent,
    /// With nothing but its defaults.
    pub server: Server,
    /// Who may do everything.
    pub admin: Technician,
}

impl Stage {
    /// Starts both.
    pub async fn start() -> Self {
        let server = Server::start().await;
        let agent = Agent::join(&server, "pc-1").await;
        let admin = Technician::new(&server.api, &server.url);
        Self { agent, server, admin }
    }
}

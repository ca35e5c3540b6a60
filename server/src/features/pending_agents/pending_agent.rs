//! A computer that waits for approval, as the API shows it.

use serde::Serialize;
use utoipa::ToSchema;

use super::queries::Row;
use crate::domain::enrolment::{Joining, KnownAgent};
use crate::domain::fleet::store::NewAgent;
use crate::domain::fleet::{PLATFORMS, key_fingerprint};
use crate::ids::AgentId;
use crate::time::Timestamp;

/// A computer that waits until somebody approves it.
#[derive(Serialize, ToSchema)]
pub struct PendingAgent {
    /// Key of the entry.
    pub id: i64,
    /// The identifier it will have, or has: that of the agent it claims to be.
    #[schema(value_type = String)]
    pub agent_id: AgentId,
    /// The host name of the computer.
    pub hostname: String,
    /// `windows`, `linux` or `darwin`.
    #[schema(extensions(("x-enum-values" = json!(PLATFORMS))))]
    pub plat: String,
    /// `amd64`, `386`, `arm64` or `arm`.
    pub goarch: String,
    /// Release of the agent program.
    pub version: String,
    /// The address it enrolled from.
    pub public_ip: String,
    /// Key of the client.
    pub client: i64,
    /// Name of the client.
    pub client_name: String,
    /// Key of the site.
    pub site: i64,
    /// Name of the site.
    pub site_name: String,
    /// When it enrolled. It waits for a week.
    #[schema(value_type = String, format = DateTime)]
    pub since: Timestamp,
    /// The first 16 hexadecimal digits of the SHA-256 of its public key.
    pub fingerprint: String,
    /// The agent whose record it would get; null for a new computer.
    pub known: Option<ClaimedAgent>,
}

/// The agent that a computer claims to be, without proof or where its site asks
/// for approval.
#[derive(Serialize, ToSchema)]
pub struct ClaimedAgent {
    /// Identifier of the agent.
    #[schema(value_type = String)]
    pub agent_id: AgentId,
    /// The name of its computer so far.
    pub hostname: String,
}

impl From<Row> for PendingAgent {
    fn from(row: Row) -> Self {
        let fingerprint = row.fingerprint();
        let claimed = |hostname| ClaimedAgent { agent_id: row.agent_id.clone(), hostname };
        Self {
            known: row.known_hostname.map(claimed),
            id: row.id,
            agent_id: row.agent_id,
            hostname: row.hostname,
            plat: row.plat,
            goarch: row.goarch,
            version: row.version,
            public_ip: row.public_ip,
            client: row.client_id,
            client_name: row.client_name,
            site: row.site_id,
            site_name: row.site_name,
            since: row.created_time,
            fingerprint,
        }
    }
}

impl Row {
    /// The fingerprint of its key.
    pub fn fingerprint(&self) -> String {
        key_fingerprint(&self.public_key)
    }

    /// The computer as it will become an agent, with this record.
    pub fn into_joining(self, known: Option<KnownAgent>) -> Joining {
        let agent = NewAgent {
            agent_id: self.agent_id,
            site_id: self.site_id,
            monitoring_type: self.monitoring_type,
            public_key: self.public_key,
            hostname: self.hostname,
            plat: self.plat,
            goarch: self.goarch,
            version: self.version,
            hardware_id: self.hardware_id,
            public_ip: self.public_ip,
        };
        Joining::new(agent, self.client_id, self.site_name, known)
    }
}

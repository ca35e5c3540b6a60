//! The properties of an agent that placeholders can use.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::Value;

use crate::domain::fleet::{Status, effective_shell};
use crate::domain::settings::CoreSettings;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// The properties of an agent that placeholders can use.
#[derive(Debug, Serialize, FromQueryResult)]
pub struct Properties {
    #[serde(skip)]
    pub id: AgentKey,
    agent_id: AgentId,
    hostname: String,
    description: String,
    plat: String,
    goarch: String,
    operating_system: String,
    version: String,
    monitoring_type: String,
    public_ip: String,
    local_ips: String,
    make_model: String,
    serial_number: String,
    cpu_model: String,
    total_ram: Option<i64>,
    boot_time: Option<f64>,
    last_seen: Option<Timestamp>,
    time_zone: String,
    logged_in_username: String,
    last_logged_in_user: String,
    needs_reboot: bool,
    maintenance_mode: bool,
    pub site_name: String,
    pub client_name: String,
    #[serde(skip)]
    created_time: Timestamp,
    #[serde(skip)]
    offline_time: i64,
    #[serde(skip)]
    overdue_time: i64,
    #[serde(skip)]
    default_shell: String,
    #[serde(skip)]
    default_shell_custom: String,
}

impl Properties {
    /// The default shell of commands.
    pub fn shell(&self, settings: &CoreSettings) -> String {
        effective_shell(&self.default_shell, &self.default_shell_custom, &self.plat, settings)
    }

    /// As JSON, with properties that are derived from others.
    pub fn json(&self) -> Value {
        let mut json = serde_json::json!(self);
        let status = Status::of(
            self.last_seen,
            self.created_time,
            self.offline_time,
            self.overdue_time,
            Timestamp::now(),
        );
        json["status"] = serde_json::json!(status);
        json["cpu_model"] = serde_json::from_str(&self.cpu_model).unwrap_or_default();
        json
    }
}

/// The properties of these agents that placeholders can use.
pub async fn list_properties(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<Vec<Properties>, DbErr> {
    let (among, agents) = sql::among(db, "a.id", 1, agents);
    let text = format!(
        "select a.id, a.agent_id, a.hostname, a.description, a.plat, a.goarch, a.operating_system,
                a.version, a.monitoring_type, a.public_ip, a.local_ips, a.make_model,
                a.serial_number, a.cpu_model, a.total_ram, a.boot_time, a.last_seen,
                coalesce(a.time_zone, nullif(a.agent_time_zone, ''), 'UTC') as time_zone,
                a.logged_in_username, a.last_logged_in_user, a.needs_reboot, a.maintenance_mode,
                s.name as site_name, c.name as client_name, a.created_time, a.offline_time,
                a.overdue_time, a.default_shell, a.default_shell_custom
           from present_agents a join sites s on s.id = a.site_id
           join clients c on c.id = s.client_id
          where {among}"
    );
    sql::all(db, &text, [agents]).await
}

//! What an agent reports of its machine.

use muster_protocol::{Hello, Inventory};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde::Serialize;

use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// What an agent reports about itself whenever it connects.
#[derive(Debug, FromQueryResult, PartialEq, Serialize)]
pub struct AgentFacts {
    hostname: String,
    version: String,
    plat: String,
    goarch: String,
    public_ip: String,
}

impl AgentFacts {
    pub fn from_hello(hello: &Hello, public_ip: &str) -> Self {
        Self {
            hostname: hello.hostname.clone(),
            version: hello.version.clone(),
            plat: hello.plat.clone(),
            goarch: hello.goarch.clone(),
            public_ip: public_ip.to_owned(),
        }
    }
}

/// Stores what an agent reports about itself when it connects.
pub async fn store_facts(
    write: &impl ConnectionTrait,
    id: AgentKey,
    facts: &AgentFacts,
) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update agents set version = $1, plat = $2, goarch = $3, hostname = $4, public_ip = $5
          where id = $6",
        [
            facts.version.clone().into(),
            facts.plat.clone().into(),
            facts.goarch.clone().into(),
            facts.hostname.clone().into(),
            facts.public_ip.clone().into(),
            id.into(),
        ],
    )
    .await?;
    Ok(())
}

/// Stores an agent's inventory.
pub async fn store_inventory(
    write: &impl ConnectionTrait,
    id: AgentKey,
    digest: &str,
    inventory: &Inventory,
) -> Result<(), DbErr> {
    let json = |value: serde_json::Value| value.to_string();
    let gigabytes = inventory.memory_bytes.div_ceil(1 << 30);
    sql::execute(
        write,
        "update agents set inventory_digest = $1, inventory_time = $2, operating_system = $3,
                local_ips = $4, make_model = $5, serial_number = $6, cpu_model = $7, graphics = $8,
                physical_disks = $9, total_ram = $10, boot_time = $11, logged_in_username = $12,
                last_logged_in_user = $13, needs_reboot = $14, agent_time_zone = $15, disks = $16,
                wmi_detail = $17
          where id = $18",
        [
            digest.into(),
            Timestamp::now().into(),
            clean(&inventory.operating_system).into(),
            clean(&inventory.local_ips.join(", ")).into(),
            clean(&inventory.make_model).into(),
            clean(&inventory.serial_number).into(),
            json(serde_json::json!(inventory.cpu_model)).into(),
            clean(&inventory.graphics).into(),
            json(serde_json::json!(inventory.physical_disks)).into(),
            i64::try_from(gigabytes).unwrap_or(i64::MAX).into(),
            // 0 means unknown.
            Some(inventory.boot_time).filter(|time| *time > 0).map(|time| time as f64).into(),
            clean(&inventory.logged_in_username).into(),
            clean(&inventory.last_logged_in_user).into(),
            inventory.needs_reboot.into(),
            clean(&inventory.time_zone).into(),
            json(serde_json::json!(inventory.disks)).into(),
            detail(&inventory.detail).into(),
            id.into(),
        ],
    )
    .await?;
    Ok(())
}

/// PostgreSQL stores no NUL in text, and a machine's firmware may well contain
/// one.
fn clean(text: &str) -> String {
    text.replace('\0', "")
}

/// An agent's detail is passed on as JSON, so it must be valid.
fn detail(text: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) => value.to_string().replace("\\u0000", ""),
        Err(_) => "{}".to_owned(),
    }
}

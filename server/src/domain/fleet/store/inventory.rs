//! What an agent reports of its machine.

use muster_protocol::{Disk, Hello, Inventory};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde::Serialize;

use crate::ids::AgentKey;
use crate::storage::sql;
use crate::text::cut;
use crate::time::Timestamp;

// No machine has longer ones: an agent that somebody has taken over must not
// fill lists, mails and audit rows.
const LONGEST_NAME: usize = 255;
const LONGEST_DIGEST: usize = 128;
/// Paths of mounts, as long as Linux allows them.
const LONGEST_PATH: usize = 4096;
/// Several addresses or graphics cards in one line.
const LONGEST_LINE: usize = 4096;
/// Processors, disks, mounts.
const MOST_ITEMS: usize = 256;
const LONGEST_DETAIL: usize = 1 << 20;

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
            // Its length is bounded with the hello's.
            hostname: hello.hostname.clone(),
            version: hello.version.clone(),
            plat: hello.plat.clone(),
            goarch: hello.goarch.clone(),
            public_ip: public_ip.to_owned(),
        }
    }

    pub fn hostname(&self) -> &str {
        &self.hostname
    }

    /// Whether it runs another operating system than before.
    pub fn has_other_plat(&self, before: &Self) -> bool {
        self.plat != before.plat
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
    let list = |texts: &[String]| {
        let texts: Vec<String> = texts.iter().take(MOST_ITEMS).map(|text| name(text)).collect();
        serde_json::json!(texts).to_string()
    };
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
            cut(digest, LONGEST_DIGEST).into(),
            Timestamp::now().into(),
            name(&inventory.operating_system).into(),
            cut(&inventory.local_ips.join(", "), LONGEST_LINE).into(),
            name(&inventory.make_model).into(),
            name(&inventory.serial_number).into(),
            list(&inventory.cpu_model).into(),
            cut(&inventory.graphics, LONGEST_LINE).into(),
            list(&inventory.physical_disks).into(),
            i64::try_from(gigabytes).unwrap_or(i64::MAX).into(),
            // 0 means unknown.
            Some(inventory.boot_time).filter(|time| *time > 0).map(|time| time as f64).into(),
            name(&inventory.logged_in_username).into(),
            name(&inventory.last_logged_in_user).into(),
            inventory.needs_reboot.into(),
            name(&inventory.time_zone).into(),
            disks(&inventory.disks).into(),
            detail(&inventory.detail).into(),
            id.into(),
        ],
    )
    .await?;
    Ok(())
}

fn name(text: &str) -> String {
    cut(text, LONGEST_NAME)
}

fn disks(disks: &[Disk]) -> String {
    let bounded = |disk: &Disk| Disk {
        device: cut(&disk.device, LONGEST_PATH),
        source: cut(&disk.source, LONGEST_PATH),
        fstype: name(&disk.fstype),
        ..disk.clone()
    };
    let disks: Vec<Disk> = disks.iter().take(MOST_ITEMS).map(bounded).collect();
    serde_json::json!(disks).to_string()
}

/// An agent's detail is passed on as JSON, so it must be valid.
fn detail(text: &str) -> String {
    if text.len() > LONGEST_DETAIL {
        return "{}".to_owned();
    }
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) => value.to_string().replace("\\u0000", ""),
        Err(_) => "{}".to_owned(),
    }
}

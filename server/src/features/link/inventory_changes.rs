//! An agent's inventory compared with the previous one: watchers are only sent
//! the difference.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::Value;

use crate::domain::fleet::{ShownDisk, shown_disks};
use crate::ids::AgentKey;
use crate::storage::sql;

/// What agents report about themselves, under the names of the API.
#[derive(Default, Serialize)]
pub struct ReportedInventory {
    hostname: String,
    version: String,
    plat: String,
    goarch: String,
    public_ip: String,
    operating_system: String,
    local_ips: String,
    make_model: String,
    serial_number: String,
    cpu_model: Value,
    graphics: String,
    physical_disks: Value,
    total_ram: Option<i64>,
    boot_time: Option<f64>,
    logged_username: String,
    italic: bool,
    needs_reboot: bool,
    disks: Vec<ShownDisk>,
    /// Too large for an event: who watches reads it again.
    #[serde(skip)]
    detail: String,
}

#[derive(FromQueryResult)]
struct Row {
    hostname: String,
    version: String,
    plat: String,
    goarch: String,
    public_ip: String,
    operating_system: String,
    local_ips: String,
    make_model: String,
    serial_number: String,
    cpu_model: String,
    graphics: String,
    physical_disks: String,
    total_ram: Option<i64>,
    boot_time: Option<f64>,
    logged_in_username: String,
    last_logged_in_user: String,
    needs_reboot: bool,
    disks: String,
    wmi_detail: String,
}

impl ReportedInventory {
    /// Whether what events do not carry is not as it was.
    pub fn differs_in_detail(&self, before: &Self) -> bool {
        self.detail != before.detail
    }
}

/// What an agent has reported about itself so far.
pub async fn read(db: &impl ConnectionTrait, id: AgentKey) -> Result<ReportedInventory, DbErr> {
    let row: Option<Row> = sql::one(
        db,
        "select hostname, version, plat, goarch, public_ip, operating_system, local_ips,
                make_model, serial_number, cpu_model, graphics, physical_disks, total_ram,
                boot_time, logged_in_username, last_logged_in_user, needs_reboot, disks,
                wmi_detail
           from agents where id = $1",
        [id.into()],
    )
    .await?;
    Ok(row.map(ReportedInventory::from).unwrap_or_default())
}

impl From<Row> for ReportedInventory {
    fn from(row: Row) -> Self {
        let json = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
        let italic = row.logged_in_username.is_empty();
        Self {
            hostname: row.hostname,
            version: row.version,
            plat: row.plat,
            goarch: row.goarch,
            public_ip: row.public_ip,
            operating_system: row.operating_system,
            local_ips: row.local_ips,
            make_model: row.make_model,
            serial_number: row.serial_number,
            cpu_model: json(&row.cpu_model),
            graphics: row.graphics,
            physical_disks: json(&row.physical_disks),
            total_ram: row.total_ram,
            boot_time: row.boot_time,
            logged_username: if italic { row.last_logged_in_user } else { row.logged_in_username },
            italic,
            needs_reboot: row.needs_reboot,
            disks: shown_disks(&row.disks),
            detail: row.wmi_detail,
        }
    }
}

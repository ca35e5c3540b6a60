//! All SQL of enrolment and connections.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::storage::sql;
use crate::time::Timestamp;

/// What a good token gives.
#[derive(FromQueryResult)]
pub struct UsedToken {
    pub site_id: i64,
    pub site_name: String,
    pub client_id: i64,
    pub monitoring_type: String,
}

/// Counts one use of a token, if it still has one.
pub async fn use_token(
    write: &impl ConnectionTrait,
    hash: &[u8],
    now: Timestamp,
) -> Result<Option<UsedToken>, DbErr> {
    // One statement: two computers cannot both take the last use.
    let used: Option<i64> = sql::value(
        write,
        "update enrolment_tokens set uses = uses + 1
          where token_hash = $1 and not revoked and expires > $2
            and (max_uses is null or uses < max_uses)
          returning id",
        [hash.to_vec().into(), now.into()],
    )
    .await?;
    let Some(id) = used else { return Ok(None) };
    sql::one(
        write,
        "select t.site_id, s.name as site_name, s.client_id, t.monitoring_type
           from enrolment_tokens t join sites s on s.id = t.site_id
          where t.id = $1",
        [id.into()],
    )
    .await
}

/// An agent as enrolment knows it.
pub struct NewAgent {
    pub agent_id: String,
    pub site_id: i64,
    pub monitoring_type: String,
    pub public_key: Vec<u8>,
    pub hostname: String,
    pub plat: String,
    pub goarch: String,
    pub version: String,
    pub hardware_id: String,
    pub public_ip: String,
}

/// Adds an agent.
pub async fn insert_agent(write: &impl ConnectionTrait, agent: &NewAgent) -> Result<(), DbErr> {
    sql::execute(
        write,
        "insert into agents
                (agent_id, site_id, monitoring_type, public_key, hostname, plat, goarch, version,
                 hardware_id, public_ip, created_by, created_time, modified_by, modified_time)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'enrolment', $11, 'enrolment', $11)",
        [
            agent.agent_id.clone().into(),
            agent.site_id.into(),
            agent.monitoring_type.clone().into(),
            agent.public_key.clone().into(),
            agent.hostname.clone().into(),
            agent.plat.clone().into(),
            agent.goarch.clone().into(),
            agent.version.clone().into(),
            agent.hardware_id.clone().into(),
            agent.public_ip.clone().into(),
            Timestamp::now().into(),
        ],
    )
    .await?;
    Ok(())
}

/// Gives a known agent a new key; everything else of its record stays.
pub async fn enrol_again(write: &impl ConnectionTrait, agent: &NewAgent) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update agents set public_key = $1, hostname = $2, version = $3, modified_time = $4
          where agent_id = $5",
        [
            agent.public_key.clone().into(),
            agent.hostname.clone().into(),
            agent.version.clone().into(),
            Timestamp::now().into(),
            agent.agent_id.clone().into(),
        ],
    )
    .await?;
    Ok(())
}

/// A record that a computer may have had before.
#[derive(FromQueryResult)]
pub struct KnownAgent {
    pub agent_id: String,
    pub site_id: i64,
    pub site_name: String,
    pub client_id: i64,
}

/// The newest record of a machine.
pub async fn find_by_hardware(
    db: &impl ConnectionTrait,
    hardware_id: &str,
) -> Result<Option<KnownAgent>, DbErr> {
    sql::one(
        db,
        "select a.agent_id, a.site_id, s.name as site_name, s.client_id
           from agents a join sites s on s.id = a.site_id
          where a.hardware_id = $1 order by a.id desc limit 1",
        [hardware_id.into()],
    )
    .await
}

/// What a handshake needs to know of an agent.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Enrolled {
    pub id: i64,
    pub agent_id: String,
    pub site_id: i64,
    pub client_id: i64,
    pub public_key: Option<Vec<u8>>,
    pub inventory_digest: String,
}

/// The agent with this identifier.
pub async fn find_agent(
    db: &impl ConnectionTrait,
    agent_id: &str,
) -> Result<Option<Enrolled>, DbErr> {
    sql::one(
        db,
        "select a.id, a.agent_id, a.site_id, s.client_id, a.public_key, a.inventory_digest
           from agents a join sites s on s.id = a.site_id
          where a.agent_id = $1",
        [agent_id.into()],
    )
    .await
}

/// Notes what an agent said of itself on connecting.
pub async fn note_connection(
    write: &impl ConnectionTrait,
    id: i64,
    hello: &muster_protocol::Hello,
    public_ip: &str,
    now: Timestamp,
) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update agents set last_seen = $1, version = $2, plat = $3, goarch = $4, hostname = $5,
                public_ip = $6
          where id = $7",
        [
            now.into(),
            hello.version.clone().into(),
            hello.plat.clone().into(),
            hello.goarch.clone().into(),
            hello.hostname.clone().into(),
            public_ip.into(),
            id.into(),
        ],
    )
    .await?;
    Ok(())
}

/// Notes that these agents were here until now.
pub async fn note_seen(
    write: &impl ConnectionTrait,
    ids: &[i64],
    now: Timestamp,
) -> Result<(), DbErr> {
    // Integers of our own, see `Scope::site_condition`.
    let list: Vec<String> = ids.iter().map(i64::to_string).collect();
    let text = format!("update agents set last_seen = $1 where id in ({})", list.join(", "));
    sql::execute(write, &text, [now.into()]).await?;
    Ok(())
}

/// When these agents count as offline, in minutes.
pub async fn list_limits(db: &impl ConnectionTrait, ids: &[i64]) -> Result<Vec<(i64, i64)>, DbErr> {
    #[derive(FromQueryResult)]
    struct Limits {
        id: i64,
        offline_time: i64,
    }
    let list: Vec<String> = ids.iter().map(i64::to_string).collect();
    let text = format!("select id, offline_time from agents where id in ({})", list.join(", "));
    let rows: Vec<Limits> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.offline_time)).collect())
}

/// What is known of an agent that left.
#[derive(FromQueryResult)]
pub struct Absence {
    pub agent_id: String,
    pub site_id: i64,
    pub client_id: i64,
    pub last_seen: Option<Timestamp>,
    pub offline_time: i64,
    pub overdue_time: i64,
}

/// An agent that left, if it still exists.
pub async fn find_absence(db: &impl ConnectionTrait, id: i64) -> Result<Option<Absence>, DbErr> {
    sql::one(
        db,
        "select a.agent_id, a.site_id, s.client_id, a.last_seen, a.offline_time, a.overdue_time
           from agents a join sites s on s.id = a.site_id where a.id = $1",
        [id.into()],
    )
    .await
}

/// Stores what an agent told of its machine.
pub async fn store_inventory(
    write: &impl ConnectionTrait,
    id: i64,
    digest: &str,
    inventory: &muster_protocol::Inventory,
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
            (inventory.boot_time as f64).into(),
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

/// PostgreSQL keeps no NUL in text, and a machine's firmware may well have one.
fn clean(text: &str) -> String {
    text.replace('\0', "")
}

/// An agent's detail is passed on as JSON, so it must be some.
fn detail(text: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) => value.to_string().replace("\\u0000", ""),
        Err(_) => "{}".to_owned(),
    }
}

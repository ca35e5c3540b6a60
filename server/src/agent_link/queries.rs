//! All SQL of connections.

use std::time::Duration;

use muster_protocol::Hello;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde::Serialize;

use crate::storage::sql;
use crate::time::Timestamp;

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

/// What an agent says of itself whenever it connects.
#[derive(Debug, FromQueryResult, PartialEq, Serialize)]
pub struct Named {
    hostname: String,
    version: String,
    plat: String,
    goarch: String,
    public_ip: String,
}

impl Named {
    /// What it says now, from this address.
    pub fn by(hello: &Hello, public_ip: &str) -> Self {
        Self {
            hostname: hello.hostname.clone(),
            version: hello.version.clone(),
            plat: hello.plat.clone(),
            goarch: hello.goarch.clone(),
            public_ip: public_ip.to_owned(),
        }
    }
}

/// An agent, what it said when it last connected, and on which line.
#[derive(FromQueryResult)]
pub struct Found {
    #[sea_orm(nested)]
    pub agent: Enrolled,
    #[sea_orm(nested)]
    pub named: Named,
    pub line: String,
    /// What it last said of its package database; none if it never connected.
    pub packages: Option<String>,
}

/// The agent with this identifier.
pub async fn find_agent(db: &impl ConnectionTrait, agent_id: &str) -> Result<Option<Found>, DbErr> {
    sql::one(
        db,
        "select a.id, a.agent_id, a.site_id, s.client_id, a.public_key, a.inventory_digest,
                a.hostname, a.version, a.plat, a.goarch, a.public_ip, a.line, c.packages
           from agents a join sites s on s.id = a.site_id
           left join collections c on c.agent_id = a.id
          where a.agent_id = $1",
        [agent_id.into()],
    )
    .await
}

/// How long a removed agent is told to uninstall itself: 90 days.
const FAREWELL: Duration = Duration::from_secs(90 * 24 * 3600);
/// Agents remembered in one statement.
const REMOVED_CHUNK: usize = 500;

/// The key of an agent that was removed and may not know it yet.
pub async fn find_removed_key(
    db: &impl ConnectionTrait,
    agent_id: &str,
    now: Timestamp,
) -> Result<Option<Vec<u8>>, DbErr> {
    sql::value(
        db,
        "select public_key from removed_agents where agent_id = $1 and removed > $2",
        [agent_id.into(), now.minus(FAREWELL).into()],
    )
    .await
}

/// Remembers agents that are being removed, and forgets those nobody expects
/// any more.
pub async fn remember_removed(
    write: &impl ConnectionTrait,
    ids: &[i64],
    now: Timestamp,
) -> Result<(), DbErr> {
    sql::execute(
        write,
        "delete from removed_agents where removed <= $1",
        [now.minus(FAREWELL).into()],
    )
    .await?;
    for chunk in ids.chunks(REMOVED_CHUNK) {
        let text = format!(
            "insert into removed_agents (agent_id, public_key, removed)
             select agent_id, public_key, $1 from agents
              where id in ({}) and public_key is not null",
            sql::list(chunk)
        );
        sql::execute(write, &text, [now.into()]).await?;
    }
    Ok(())
}

/// Notes the line an agent is on now, unless it got onto another one since it
/// was found on this one; tells whether it did not.
pub async fn note_line(
    write: &impl ConnectionTrait,
    id: i64,
    (old, new): (&str, &str),
    now: Timestamp,
) -> Result<bool, DbErr> {
    let text = "update agents set last_seen = $1, presence = 'online', line = $2
                 where id = $3 and line = $4";
    let noted = sql::execute(write, text, [now.into(), new.into(), id.into(), old.into()]).await?;
    sql::execute(write, "delete from agents_away where agent_id = $1", [id.into()]).await?;
    Ok(noted == 1)
}

/// Notes that lines ended of agents that have no other; gives these agents.
pub async fn note_away(
    write: &impl ConnectionTrait,
    ended: &[(i64, String)],
) -> Result<Vec<Told>, DbErr> {
    let ids: Vec<i64> = ended.iter().map(|(id, _)| *id).collect();
    let places: Vec<String> = (1..=ended.len()).map(|number| format!("${number}")).collect();
    let text = format!(
        "insert into agents_away (agent_id)
         select id from agents where id in ({}) and line in ({})
         on conflict (agent_id) do nothing returning agent_id",
        sql::list(&ids),
        places.join(", ")
    );
    let lines: Vec<sea_orm::Value> = ended.iter().map(|(_, line)| line.as_str().into()).collect();
    let away: Vec<i64> = sql::values(write, &text, lines).await?;
    list_told(write, &away).await
}

/// Notes what an agent says of itself that is not what it said before.
pub async fn note_named(write: &impl ConnectionTrait, id: i64, named: &Named) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update agents set version = $1, plat = $2, goarch = $3, hostname = $4, public_ip = $5
          where id = $6",
        [
            named.version.clone().into(),
            named.plat.clone().into(),
            named.goarch.clone().into(),
            named.hostname.clone().into(),
            named.public_ip.clone().into(),
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
    let (among, ids) = sql::among(write, "id", 2, ids);
    let text = format!("update agents set last_seen = $1 where {among}");
    sql::execute(write, &text, [now.into(), ids]).await?;
    Ok(())
}

/// What is to be told of an agent.
#[derive(FromQueryResult)]
pub struct Told {
    pub agent_id: String,
    pub site_id: i64,
    pub client_id: i64,
    pub presence: String,
}

/// Notes that those of these agents are back that were thought away.
pub async fn note_back(write: &impl ConnectionTrait, ids: &[i64]) -> Result<Vec<Told>, DbErr> {
    let text = format!(
        "update agents set presence = 'online'
          where id in ({}) and presence in ('offline', 'overdue') returning id",
        sql::list(ids)
    );
    let changed: Vec<i64> = sql::values(write, &text, []).await?;
    list_told(write, &changed).await
}

/// Notes that agents are offline or overdue of which it was not noted yet. None
/// of them counts as away from before the server started.
pub async fn note_absent(
    write: &impl ConnectionTrait,
    started: Timestamp,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<Told>, DbErr> {
    let is_past = |limit: &str| {
        format!("last_seen + {limit} * 60000000 <= $1 and {limit} * 60000000 + $2 <= $1")
    };
    let (is_offline, is_overdue) = (is_past("offline_time"), is_past("overdue_time"));
    let is_due = format!(
        "((presence = 'online' and (({is_offline}) or ({is_overdue})))
          or (presence = 'offline' and {is_overdue}))"
    );
    // Twice, as only the outer condition is looked at again when another
    // replica has changed the row meanwhile.
    let text = format!(
        "update agents set presence = case when {is_overdue} then 'overdue' else 'offline' end
          where {is_due}
            and id in (select id from agents where {is_due} order by id limit {limit})
         returning id"
    );
    let changed: Vec<i64> = sql::values(write, &text, [now.into(), started.into()]).await?;
    list_told(write, &changed).await
}

async fn list_told(db: &impl ConnectionTrait, ids: &[i64]) -> Result<Vec<Told>, DbErr> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let (among, ids) = sql::among(db, "a.id", 1, ids);
    let text = format!(
        "select a.agent_id, a.site_id, s.client_id, a.presence
           from agents a join sites s on s.id = a.site_id where {among} order by a.id"
    );
    sql::all(db, &text, [ids]).await
}

/// After how many minutes any of these agents counts as offline or overdue.
pub async fn list_limits(db: &impl ConnectionTrait, ids: &[i64]) -> Result<Vec<i64>, DbErr> {
    let (among, ids) = sql::among(db, "id", 1, ids);
    let text = format!(
        "select offline_time from agents where {among}
          union select overdue_time from agents where {among}"
    );
    sql::values(db, &text, [ids]).await
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
            // Nothing is 0 there.
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

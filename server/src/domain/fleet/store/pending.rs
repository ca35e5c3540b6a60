//! Computers that wait until a person approves them: writes the table
//! `pending_enrolments`.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr};

use super::NewAgent;
use crate::app::App;
use crate::ids::{AgentId, AgentKey};
use crate::jobs::delete_in_batches;
use crate::storage::sql;
use crate::time::Timestamp;

/// How many computers may wait at one site. With a token, more could be added
/// than people can check.
pub const MAX_PENDING: i64 = 1000;
/// How long a computer waits.
const LIFETIME: Duration = Duration::from_secs(7 * 24 * 3600);

const EXPIRED: &str = "delete from pending_enrolments where id in
    (select id from pending_enrolments where created_time < $1 order by created_time limit $2)";

/// Adds a computer that waits, for the record it claims or as a new agent, and
/// returns its key.
pub async fn insert_pending(
    write: &impl ConnectionTrait,
    agent: &NewAgent,
    known: Option<AgentKey>,
    now: Timestamp,
) -> Result<i64, DbErr> {
    let text = format!(
        "insert into pending_enrolments ({}, known_id, created_time)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id",
        NewAgent::COLUMNS
    );
    let more = [known.map(i64::from).into(), now.into()];
    sql::number(write, &text, agent.values().into_iter().chain(more)).await
}

/// How many computers wait at a site.
pub async fn count_pending(db: &impl ConnectionTrait, site: i64) -> Result<i64, DbErr> {
    let text = "select count(*) from pending_enrolments where site_id = $1";
    sql::number(db, text, [site.into()]).await
}

/// Removes a computer that waits; returns whether there was one.
pub async fn delete_pending(write: &impl ConnectionTrait, id: i64) -> Result<bool, DbErr> {
    let text = "delete from pending_enrolments where id = $1";
    Ok(sql::execute(write, text, [id.into()]).await? > 0)
}

/// Removes all that wait under this identifier, and returns their keys.
pub async fn delete_pending_of(
    write: &impl ConnectionTrait,
    agent_id: &AgentId,
) -> Result<Vec<i64>, DbErr> {
    let text = "delete from pending_enrolments where agent_id = $1 returning id";
    sql::values(write, text, [agent_id.into()]).await
}

/// Removes computers that nobody approved within a week.
pub async fn prune_pending(app: &App, now: Timestamp) -> Result<u64, DbErr> {
    delete_in_batches(app, EXPIRED, now.minus(LIFETIME), &[]).await
}

//! Writing checks.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, Value};

use super::counts::recount;
use super::settings::CheckSettings;
use super::stored::list_owned;
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// The owner of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckOwner {
    Agent(AgentKey),
    Policy(i64),
}

impl CheckOwner {
    fn column(self) -> (&'static str, Value) {
        match self {
            Self::Agent(agent) => ("agent_id", agent.into()),
            Self::Policy(policy) => ("policy_id", policy.into()),
        }
    }
}

const COLUMNS: [&str; 11] = [
    "check_type",
    "check_key",
    "name",
    "email_alert",
    "text_alert",
    "dashboard_alert",
    "settings",
    "has_placeholders",
    "script_id",
    "modified_by",
    "modified_time",
];

fn values(settings: &CheckSettings, by: &str) -> Vec<Value> {
    vec![
        settings.kind.as_str().into(),
        settings.key().into(),
        settings.name.clone().into(),
        settings.email_alert.into(),
        settings.text_alert.into(),
        settings.dashboard_alert.into(),
        serde_json::json!(settings).to_string().into(),
        settings.has_placeholders().into(),
        settings.script().map(|script| script.script).into(),
        by.into(),
        Timestamp::now().into(),
    ]
}

/// Inserts a check and returns its key.
pub async fn insert_check(
    write: &impl ConnectionTrait,
    owner: CheckOwner,
    settings: &CheckSettings,
    by: &str,
) -> Result<i64, DbErr> {
    let count = COLUMNS.len();
    let placeholders: Vec<String> = (1..=count).map(|number| format!("${number}")).collect();
    let (column, owner) = owner.column();
    // The last two are who and when, also for the creation.
    let text = format!(
        "insert into checks ({}, created_by, created_time, {column})
         values ({}, ${}, ${count}, ${}) returning id",
        COLUMNS.join(", "),
        placeholders.join(", "),
        count - 1,
        count + 1,
    );
    sql::number(write, &text, values(settings, by).into_iter().chain([owner])).await
}

/// Writes a check over the stored one.
pub async fn update_check(
    write: &impl ConnectionTrait,
    id: i64,
    settings: &CheckSettings,
    by: &str,
) -> Result<(), DbErr> {
    let assignments: Vec<String> =
        (1..).zip(COLUMNS).map(|(number, column)| format!("{column} = ${number}")).collect();
    let text = format!("update checks set {} where id = {id}", assignments.join(", "));
    sql::execute(write, &text, values(settings, by)).await.map(|_| ())
}

/// Deletes checks with their results and history.
pub async fn delete_checks(write: &impl ConnectionTrait, ids: &[i64]) -> Result<(), DbErr> {
    let ids = sql::list(ids);
    let text = format!(
        "select distinct agent_id from check_results where check_id in ({ids}) order by agent_id"
    );
    let agents: Vec<AgentKey> = sql::values(write, &text, []).await?;
    sql::execute(write, &format!("delete from checks where id in ({ids})"), []).await?;
    recount(write, &agents).await.map(|_| ())
}

/// Locks a check until the change ends.
pub async fn lock_check(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::lock_row(write, "checks", id).await
}

/// Whether the owner has another check about the same thing.
pub async fn has_same_key(
    db: &impl ConnectionTrait,
    owner: CheckOwner,
    settings: &CheckSettings,
    except: i64,
) -> Result<bool, DbErr> {
    let (column, owner) = owner.column();
    let text = format!(
        "select id from checks
          where {column} = $1 and check_type = $2 and check_key = $3 and id <> $4"
    );
    let bound = [owner, settings.kind.as_str().into(), settings.key().into(), except.into()];
    Ok(sql::value::<i64>(db, &text, bound).await?.is_some())
}

/// Copies the checks of one policy to another. Returns the keys of the copies by
/// those of the originals.
pub async fn copy_checks(
    write: &impl ConnectionTrait,
    from: i64,
    to: i64,
    by: &str,
) -> Result<HashMap<i64, i64>, DbErr> {
    let mut copies = HashMap::new();
    for check in list_owned(write, &[], &[from]).await? {
        let copy = insert_check(write, CheckOwner::Policy(to), &check.settings, by).await?;
        copies.insert(check.id, copy);
    }
    Ok(copies)
}

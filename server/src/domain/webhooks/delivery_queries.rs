//! All SQL of deliveries.

use sea_orm::{ConnectionTrait, DbErr};
use serde_json::json;

use super::delivery::{Cause, LoggedDelivery, OpenDelivery};
use super::subject::Subject;
use crate::auth::Identity;
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::{Timestamp, optional};

/// Stores a webhook that is to be sent now; returns its key.
pub async fn insert_delivery(
    write: &impl ConnectionTrait,
    action: i64,
    cause: &Cause,
) -> Result<i64, DbErr> {
    let (mut agent, mut site, mut client) = (None::<AgentKey>, None::<i64>, None::<i64>);
    match cause.subject {
        Subject::Agent(id) => agent = Some(id),
        Subject::Site(id) => site = Some(id),
        Subject::Client(id) => client = Some(id),
        Subject::Nobody => {}
    }
    let text = "insert into webhook_deliveries
                       (action_id, cause, username, user_id, api_key, agent_id, site_id,
                        client_id, alert, next_attempt, created)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning id";
    let values = [
        action.into(),
        cause.text.clone().into(),
        cause.by.username.clone().into(),
        cause.by.user_id.into(),
        cause.by.api_key.into(),
        agent.into(),
        site.into(),
        client.into(),
        json!(cause.alert).to_string().into(),
        Timestamp::now().into(),
    ];
    sql::number(write, text, values).await
}

/// Deliveries that are due, the longest waiting first.
pub async fn list_due(
    db: &impl ConnectionTrait,
    now: Timestamp,
    most: i64,
) -> Result<Vec<OpenDelivery>, DbErr> {
    let text = "select d.id, d.action_id, d.agent_id, d.site_id, d.client_id, d.alert, d.attempts,
                       (d.user_id is null
                        or (exists (select 1 from users u where u.id = d.user_id and u.is_active)
                            and (d.api_key is null or exists
                                 (select 1 from api_keys k where k.id = d.api_key)))) as is_wanted
                  from webhook_deliveries d
                 where d.next_attempt is not null and d.next_attempt <= $1
                 order by d.next_attempt, d.id limit $2";
    sql::all(db, text, [now.into(), most.into()]).await
}

/// When the next delivery is due.
pub async fn find_next_attempt(db: &impl ConnectionTrait) -> Result<Option<Timestamp>, DbErr> {
    let text = "select next_attempt from webhook_deliveries
                 where next_attempt is not null order by next_attempt limit 1";
    sql::value(db, text, []).await
}

/// What became of one try.
pub struct Attempt {
    /// The address without secrets.
    pub url: String,
    pub status: Option<u16>,
    /// Why there is no status.
    pub error: String,
    pub answer: String,
    /// When it is tried again; none: it is finished.
    pub next: Option<Timestamp>,
}

/// Records a try of a delivery.
pub async fn record_attempt(
    write: &impl ConnectionTrait,
    delivery: i64,
    attempt: &Attempt,
) -> Result<(), DbErr> {
    let finished = attempt.next.is_none().then(Timestamp::now);
    let text = "update webhook_deliveries
                   set url = $1, status = $2, error = $3, answer = $4, attempts = attempts + 1,
                       next_attempt = $5, finished = $6
                 where id = $7 and next_attempt is not null";
    let values = [
        attempt.url.clone().into(),
        attempt.status.map(i64::from).into(),
        attempt.error.clone().into(),
        attempt.answer.clone().into(),
        optional(attempt.next),
        optional(finished),
        delivery.into(),
    ];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Whether the caller, whose name is `$2`, may see a delivery: by its location,
/// or if it has none, because they started it. Those about removed agents are
/// hidden.
fn visible(caller: &Identity) -> String {
    let scope = &caller.scope;
    let sees_all = if scope.is_everything() { "1 = 1" } else { "1 = 0" };
    format!(
        "(d.agent_id is null or a.id is not null) and case
            when s.id is not null then {}
            when d.client_id is not null then {}
            else d.username = $2 or {sees_all} end",
        scope.site_condition("s.client_id", "s.id"),
        scope.client_condition("d.client_id"),
    )
}

const SELECT: &str = "select d.id, d.action_id, d.cause, d.username, a.id as agent, a.agent_id,
        a.hostname, d.site_id, d.client_id, d.alert, d.url, d.status, d.error, d.answer,
        d.attempts, d.next_attempt, d.created, d.finished
   from webhook_deliveries d
   left join present_agents a on a.id = d.agent_id
   left join sites s on s.id = coalesce(a.site_id, d.site_id)";

/// The newest deliveries of a URL action that the caller may see, newest first.
pub async fn list_deliveries(
    db: &impl ConnectionTrait,
    caller: &Identity,
    action: i64,
    most: i64,
) -> Result<Vec<LoggedDelivery>, DbErr> {
    let text = format!(
        "{SELECT} where d.action_id = $1 and {} order by d.id desc limit $3",
        visible(caller)
    );
    let values = [action.into(), caller.username.clone().into(), most.into()];
    sql::all(db, &text, values).await
}

/// A delivery that the caller may see.
pub async fn find_delivery(
    db: &impl ConnectionTrait,
    caller: &Identity,
    id: i64,
) -> Result<Option<LoggedDelivery>, DbErr> {
    let text = format!("{SELECT} where d.id = $1 and {}", visible(caller));
    sql::one(db, &text, [id.into(), caller.username.clone().into()]).await
}

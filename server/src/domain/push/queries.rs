//! The SQL of browsers that want notifications.

use muster_alerting::Severity;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde_json::json;

use super::subscription::{NewSubscription, PushSubscription};
use crate::auth::{Purpose, Vault};
use crate::push::PushTarget;
use crate::storage::sql;
use crate::text::cut;
use crate::time::Timestamp;

/// Characters kept of an error's text.
const LONGEST_ERROR: usize = 500;

#[derive(FromQueryResult)]
struct SubscriptionRow {
    id: i64,
    label: String,
    endpoint_host: String,
    endpoint_hash: String,
    min_severity: String,
    created: Timestamp,
    last_sent: Option<Timestamp>,
    last_error: String,
}

const SELECT: &str = "select id, label, endpoint_host, endpoint_hash, min_severity, created,
        last_sent, last_error from push_subscriptions";

impl From<SubscriptionRow> for PushSubscription {
    fn from(row: SubscriptionRow) -> Self {
        Self {
            id: row.id,
            label: row.label,
            endpoint_host: row.endpoint_host,
            endpoint_hash: row.endpoint_hash,
            // The table allows no other names.
            min_severity: Severity::parse(&row.min_severity).unwrap_or_default(),
            created: row.created,
            last_sent: row.last_sent,
            last_error: row.last_error,
        }
    }
}

/// The browsers of a user, oldest first.
pub async fn list_subscriptions(
    db: &impl ConnectionTrait,
    user: i64,
) -> Result<Vec<PushSubscription>, DbErr> {
    let text = format!("{SELECT} where user_id = $1 order by id");
    let rows: Vec<SubscriptionRow> = sql::all(db, &text, [user.into()]).await?;
    Ok(rows.into_iter().map(PushSubscription::from).collect())
}

/// How many browsers a user has. The transaction holds their account until it ends,
/// so that nobody adds one meanwhile.
pub async fn count_subscriptions(write: &impl ConnectionTrait, user: i64) -> Result<i64, DbErr> {
    sql::lock_row(write, "users", user).await?;
    let text = "select count(*) from push_subscriptions where user_id = $1";
    sql::number(write, text, [user.into()]).await
}

/// One browser of a user, locked until the transaction ends.
pub async fn lock_subscription(
    write: &impl ConnectionTrait,
    user: i64,
    id: i64,
) -> Result<Option<PushSubscription>, DbErr> {
    sql::lock_row(write, "push_subscriptions", id).await?;
    let text = format!("{SELECT} where user_id = $1 and id = $2");
    let row: Option<SubscriptionRow> = sql::one(write, &text, [user.into(), id.into()]).await?;
    Ok(row.map(PushSubscription::from))
}

/// Whose browser has this address: the key of the user.
pub async fn find_owner(
    db: &impl ConnectionTrait,
    target: &PushTarget,
) -> Result<Option<i64>, DbErr> {
    let text = "select user_id from push_subscriptions where endpoint_hash = $1";
    sql::value(db, text, [target.hash().into()]).await
}

/// Stores a browser of a user. The same browser again replaces what is stored of it;
/// that of another user becomes a new one, so that nothing that waits for the other
/// user is sent to it.
pub async fn store_subscription(
    write: &impl ConnectionTrait,
    vault: &Vault,
    user: i64,
    new: &NewSubscription,
) -> Result<Option<PushSubscription>, DbErr> {
    let hash = new.target.hash();
    let text = "delete from push_subscriptions where endpoint_hash = $1 and user_id <> $2";
    sql::execute(write, text, [hash.clone().into(), user.into()]).await?;
    let text = "insert into push_subscriptions
                       (user_id, endpoint_hash, endpoint_host, sealed, label, min_severity,
                        created)
                values ($1, $2, $3, $4, $5, $6, $7)
                on conflict (endpoint_hash) do update
                   set user_id = excluded.user_id, sealed = excluded.sealed,
                       label = excluded.label, min_severity = excluded.min_severity,
                       last_error = ''
                returning id";
    let sealed = vault.seal(Purpose::PushSubscription, &sealable(&new.target));
    let values = [
        user.into(),
        hash.into(),
        new.target.host().into(),
        sealed.into(),
        new.label.clone().into(),
        new.min_severity.as_str().into(),
        Timestamp::now().into(),
    ];
    let id = sql::number(write, text, values).await?;
    lock_subscription(write, user, id).await
}

fn sealable(target: &PushTarget) -> Vec<u8> {
    json!(target.parts()).to_string().into_bytes()
}

/// Stores what its owner may change.
pub async fn update_subscription(
    write: &impl ConnectionTrait,
    changed: &PushSubscription,
) -> Result<(), DbErr> {
    let text = "update push_subscriptions set label = $1, min_severity = $2 where id = $3";
    let severity = changed.min_severity.as_str();
    let values = [changed.label.clone().into(), severity.into(), changed.id.into()];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Removes a browser.
pub async fn delete_subscription(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    let text = "delete from push_subscriptions where id = $1";
    sql::execute(write, text, [id.into()]).await.map(|_| ())
}

/// A browser, and whose it is.
#[derive(Clone, Copy, Debug, FromQueryResult)]
pub(super) struct OwnedSubscription {
    pub(super) id: i64,
    pub(super) user_id: i64,
}

/// All browsers that want alerts of this severity; or those of one user, whatever
/// they want.
pub(super) async fn list_for(
    db: &impl ConnectionTrait,
    severity: Severity,
    user: Option<i64>,
) -> Result<Vec<OwnedSubscription>, DbErr> {
    if let Some(user) = user {
        let text = "select id, user_id from push_subscriptions where user_id = $1 order by id";
        return sql::all(db, text, [user.into()]).await;
    }
    let reached = Severity::ALL.iter().filter(|one| **one <= severity);
    let names: Vec<String> = reached.map(|one| format!("'{}'", one.as_str())).collect();
    let text = format!(
        "select id, user_id from push_subscriptions where min_severity in ({}) order by id",
        names.join(", ")
    );
    sql::all(db, &text, []).await
}

/// What sending needs to know of a browser.
#[derive(FromQueryResult)]
pub(super) struct SealedSubscription {
    pub(super) user_id: i64,
    pub(super) username: String,
    sealed: Vec<u8>,
    pub(super) min_severity: String,
}

impl SealedSubscription {
    /// Where its notifications go.
    pub(super) fn target(&self, vault: &Vault) -> anyhow::Result<PushTarget> {
        let opened = vault.open_sealed(Purpose::PushSubscription, &self.sealed)?;
        let [endpoint, public_key, auth]: [String; 3] = serde_json::from_slice(&opened)?;
        let target = PushTarget::parse(&endpoint, &public_key, &auth);
        target.ok_or_else(|| anyhow::anyhow!("the keys of a browser are damaged"))
    }
}

/// One browser, to send something to it.
pub(super) async fn find_sealed(
    db: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<SealedSubscription>, DbErr> {
    let text = "select p.user_id, u.username, p.sealed, p.min_severity
                  from push_subscriptions p join users u on u.id = p.user_id where p.id = $1";
    sql::one(db, text, [id.into()]).await
}

/// Stores that a notification was accepted.
pub(super) async fn record_sent(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    let text = "update push_subscriptions set last_sent = $1, last_error = '' where id = $2";
    sql::execute(write, text, [Timestamp::now().into(), id.into()]).await.map(|_| ())
}

/// Stores why a notification was not accepted.
pub(super) async fn record_error(
    write: &impl ConnectionTrait,
    id: i64,
    error: &str,
) -> Result<(), DbErr> {
    let text = "update push_subscriptions set last_error = $1 where id = $2";
    sql::execute(write, text, [cut(error, LONGEST_ERROR).into(), id.into()]).await.map(|_| ())
}

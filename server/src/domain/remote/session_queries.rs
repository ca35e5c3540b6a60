//! The SQL of sessions.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr};

use super::relay_url;
use super::rules::{consent_name, recording_name};
use super::session::{ConsentAnswer, NewSession, SessionStatus, StoredCredential, StoredSession};
use super::uid::random_uid;
use crate::auth::{Identity, Scope};
use crate::domain::fleet::target_columns;
use crate::storage::sql;
use crate::time::Timestamp;

/// Stores a session that begins now, and returns its id.
pub async fn insert_session(
    write: &impl ConnectionTrait,
    caller: &Identity,
    session: &NewSession<'_>,
) -> Result<String, DbErr> {
    let (uid, now) = (random_uid(), Timestamp::now());
    let NewSession { target, kind, reason, details, rules, relays } = session;
    let StoredCredential { api_key_id, login_id } = StoredCredential::of(caller);
    let longest = Duration::from_secs(rules.limits.longest_seconds.into());
    let text = "insert into remote_sessions
                       (uid, agent_id, agent_uid, hostname, kind, status, user_id, username,
                        api_key_id, login_id, reason, details, consent, recording, relay_url,
                        created, last_seen, ends_by)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
                        $16, $17)";
    let values = [
        uid.clone().into(),
        target.id.into(),
        (&target.agent_id).into(),
        target.hostname.clone().into(),
        kind.as_str().into(),
        SessionStatus::Opening.into(),
        caller.user_id.into(),
        caller.username.clone().into(),
        api_key_id.into(),
        login_id.into(),
        (*reason).into(),
        details.to_text().into(),
        consent_name(rules.consent.mode).into(),
        recording_name(rules.recording).into(),
        relay_url::choose(relays, &uid).into(),
        now.into(),
        now.plus(longest).into(),
    ];
    sql::execute(write, text, values).await?;
    Ok(uid)
}

/// A session on an agent in scope.
pub async fn find_session(
    db: &impl ConnectionTrait,
    scope: &Scope,
    uid: &str,
) -> Result<Option<StoredSession>, DbErr> {
    let text = format!(
        "select q.id as session_key, q.uid, q.kind, q.status, q.username, q.details, q.recording,
                q.relay_url, {}
           from remote_sessions q join present_agents a on a.id = q.agent_id
                join sites s on s.id = a.site_id
          where q.uid = $1 and {}",
        target_columns(),
        scope.site_condition("s.client_id", "s.id")
    );
    sql::one(db, &text, [uid.into()]).await
}

/// Records that the agent has connected to the relay; returns whether that is new.
pub async fn record_started(
    write: &impl ConnectionTrait,
    session: i64,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let text = "update remote_sessions set status = 'open', started = $2, last_seen = $2
                 where id = $1 and status = 'opening'";
    Ok(sql::execute(write, text, [session.into(), now.into()]).await? > 0)
}

/// Records what the person at the computer answered; returns whether that is news.
pub async fn record_answer(
    write: &impl ConnectionTrait,
    session: i64,
    answer: ConsentAnswer,
) -> Result<bool, DbErr> {
    let text = "update remote_sessions set consent_answer = $2
                 where id = $1 and consent_answer <> $2";
    Ok(sql::execute(write, text, [session.into(), answer.as_str().into()]).await? > 0)
}

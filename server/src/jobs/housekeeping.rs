//! Removes what has had its time from the tables of the foundations.

use std::time::Duration;

use sea_orm::{DbErr, Value};

use super::Periodic;
use crate::app::App;
use crate::storage::sql;
use crate::time::Timestamp;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Rows per transaction, so that others get their turn in between.
const BATCH: i64 = 5000;

/// Hourly: expired logins, answered idempotency keys, pauses of failed
/// logins, deployments that are of no use any more, jobs that were given
/// up long ago.
pub const HOUSEKEEPING: Periodic =
    Periodic { name: "housekeeping", every: HOUR, handler: |app| Box::pin(keep_house(app)) };

const SESSIONS: &str = "delete from sessions where id in
    (select id from sessions where expiry < $1 order by expiry limit $2)";

const IDEMPOTENCY_KEYS: &str = "delete from idempotency_keys where (user_id, key) in
    (select user_id, key from idempotency_keys
      where created_time < $1 order by created_time limit $2)";

const IDEMPOTENT_REQUESTS: &str = "delete from idempotent_requests where (caller, key) in
    (select caller, key from idempotent_requests
      where created_time < $1 order by created_time limit $2)";

const LOGIN_FAILURES: &str = "delete from login_failures where username in
    (select username from login_failures where blocked_until < $1 order by username limit $2)";

const DEPLOYMENTS: &str = "delete from deployments where id in
    (select id from deployments
      where created_time < $1 and (expiry < $3 or uses >= max_uses or revoked)
      order by id limit $2)";

const DEAD_JOBS: &str = "delete from jobs where id in
    (select id from jobs where dead_since < $1 order by dead_since limit $2)";

async fn keep_house(app: App) -> anyhow::Result<()> {
    let now = Timestamp::now();
    delete_in_batches(&app, SESSIONS, now, &[]).await?;
    delete_in_batches(&app, IDEMPOTENCY_KEYS, now.minus(DAY), &[]).await?;
    delete_in_batches(&app, IDEMPOTENT_REQUESTS, now.minus(DAY), &[]).await?;
    delete_in_batches(&app, LOGIN_FAILURES, now.minus(DAY), &[]).await?;
    delete_in_batches(&app, DEPLOYMENTS, now.minus(DAY * 90), &[now.into()]).await?;
    delete_in_batches(&app, DEAD_JOBS, now.minus(DAY * 30), &[]).await?;
    Ok(())
}

/// Deletes rows from before a time until none are left or the server stops;
/// what is left then is found the next time. Tells how many went.
///
/// In the statement `$1` is the time, `$2` the most rows it may delete, and
/// `$3` and the following are `more`.
pub async fn delete_in_batches(
    app: &App,
    text: &str,
    before: Timestamp,
    more: &[Value],
) -> Result<u64, DbErr> {
    let mut total = 0;
    let mut values = vec![before.into(), BATCH.into()];
    values.extend_from_slice(more);
    while !app.stopping.is_cancelled() {
        let write = app.db.begin().await?;
        let deleted = sql::execute(&write, text, values.clone()).await?;
        write.commit().await?;
        total += deleted;
        if deleted < BATCH.unsigned_abs() {
            break;
        }
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::test_work::change;
    use crate::testing::TestServer;

    #[tokio::test]
    async fn what_has_had_its_time_is_removed_and_nothing_else() {
        let server = TestServer::start().await;
        let ago = |span: Duration| Timestamp::now().minus(span).micros();
        let ahead = Timestamp::now().plus(HOUR).micros();
        add_session(&server, "expired", ago(HOUR)).await;
        add_session(&server, "good", ahead).await;
        add_failure(&server, "calm", ago(DAY + HOUR)).await;
        add_failure(&server, "fresh", ago(DAY - HOUR)).await;
        add_idempotency_keys(&server, ago(DAY + HOUR), ago(DAY - HOUR)).await;
        add_deployment(&server, "expired", ago(DAY * 91), ago(HOUR), 0).await;
        add_deployment(&server, "used up", ago(DAY * 91), ahead, 3).await;
        add_deployment(&server, "usable", ago(DAY * 91), ahead, 2).await;
        add_deployment(&server, "expired lately", ago(DAY), ago(HOUR), 0).await;

        add_dead_job(&server, "long dead", ago(DAY * 31)).await;
        add_dead_job(&server, "lately dead", ago(DAY * 29)).await;

        (HOUSEKEEPING.handler)(server.app.clone()).await.unwrap();

        let db = server.app.db.read();
        let left = async |text: &str| sql::values::<String>(db, text, []).await.unwrap();
        assert_eq!(left("select digest from sessions").await, ["good"]);
        assert_eq!(left("select username from login_failures").await, ["fresh"]);
        assert_eq!(left("select key from idempotency_keys").await, ["fresh"]);
        let deployments = left("select uid from deployments order by id").await;
        assert_eq!(deployments, ["usable", "expired lately"]);
        assert_eq!(left("select kind from jobs where dead_since > 0").await, ["lately dead"]);
    }

    async fn add_session(server: &TestServer, name: &str, expiry: i64) {
        let text = format!(
            "insert into sessions (digest, token_hash, user_id, kind, created, expiry,
                                   latest_expiry, last_used)
             select '{name}', '{name}', id, 'session', 0, {expiry}, {expiry}, 0 from users"
        );
        change(&server.app, &text).await;
    }

    async fn add_dead_job(server: &TestServer, kind: &str, dead_since: i64) {
        let text = format!(
            "insert into jobs (kind, run_at, dead_since, created_time)
             values ('{kind}', 0, {dead_since}, 0)"
        );
        change(&server.app, &text).await;
    }

    async fn add_failure(server: &TestServer, name: &str, blocked_until: i64) {
        let text = format!(
            "insert into login_failures (username, failures, blocked_until)
             values ('{name}', 3, {blocked_until})"
        );
        change(&server.app, &text).await;
    }

    async fn add_idempotency_keys(server: &TestServer, stale: i64, fresh: i64) {
        let site = server.add_place("Idempotent", "Main").await.site;
        let agent = format!(
            "insert into agents (agent_id, site_id, hostname, monitoring_type, plat,
                                 created_time, modified_time)
             values ('a', {site}, 'pc', 'server', 'linux', 0, 0)"
        );
        let run = "insert into runs (run_id, agent_id, type, status, username, time, order_name,
                                     order_body, timeout_seconds)
                   select 'r', id, 'cmd_run', 'success', 'admin', 0, 'o', 'o', 1 from agents";
        let keys = format!(
            "insert into idempotency_keys (user_id, key, run_id, created_time)
             select u.id, k.key, r.id, k.created_time
               from users u, runs r,
                    (select 'stale' as key, {stale} as created_time
                      union all select 'fresh', {fresh}) k"
        );
        for text in [&agent, run, &keys] {
            change(&server.app, text).await;
        }
    }

    async fn add_deployment(
        server: &TestServer,
        name: &str,
        created: i64,
        expires: i64,
        uses: i64,
    ) {
        let site = server.add_place(name, "Main").await.site;
        let text = format!(
            "insert into deployments (uid, kind, site_id, mon_type, plat, goarch, expiry,
                                      max_uses, uses, created_time, modified_time)
             values ('{name}', 'link', {site}, 'server', 'linux', 'amd64', {expires}, 3, {uses},
                     {created}, {created})"
        );
        change(&server.app, &text).await;
    }
}

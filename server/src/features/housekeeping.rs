//! Every hour, each feature deletes its expired rows.

use std::time::Duration;

use super::{accounts, deployments, maintenance};
use crate::app::App;
use crate::domain::{fleet, remote, runs, sms, webhooks};
use crate::idempotency;
use crate::jobs::{self, Periodic};
use crate::time::Timestamp;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Deletes expired sessions, answered idempotency keys, pauses after failed logins
/// and what was counted for them, names that nobody has any more and the audit log
/// has forgotten, deployments that are of no use any more, computers that nobody
/// approved, text messages, remote sessions and the log of webhooks of long ago, and
/// jobs that failed for good long ago. Warns when the disk is nearly full.
pub const HOUSEKEEPING: Periodic =
    Periodic { name: "housekeeping", every: HOUR, handler: |app| Box::pin(prune(app)) };

async fn prune(app: App) -> anyhow::Result<()> {
    // First: when there is no room, nothing can be deleted either.
    maintenance::warn_about_full_disk(&app).await;
    let now = Timestamp::now();
    accounts::prune_logins(&app, now).await?;
    accounts::prune_names(&app).await?;
    runs::prune_keys(&app, now).await?;
    idempotency::prune(&app, now).await?;
    deployments::prune(&app, now).await?;
    fleet::store::prune_pending(&app, now).await?;
    webhooks::prune(&app, now).await?;
    sms::prune(&app, now).await?;
    remote::prune(&app, now).await?;
    jobs::prune_dead(&app, now).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::sql;
    use crate::testing::TestServer;

    const DAY: Duration = Duration::from_secs(24 * 60 * 60);

    async fn change(app: &App, text: &str) {
        let write = app.db.begin().await.unwrap();
        sql::execute(&write, text, []).await.unwrap();
        write.commit().await.unwrap();
    }

    #[tokio::test]
    async fn expired_rows_are_deleted_and_no_others() {
        let server = TestServer::start().await;
        let ago = |span: Duration| Timestamp::now().minus(span).micros();
        let ahead = Timestamp::now().plus(HOUR).micros();
        add_session(&server, "expired", ago(HOUR)).await;
        add_session(&server, "good", ahead).await;
        add_failure(&server, "calm", ago(DAY + HOUR)).await;
        add_failure(&server, "fresh", ago(DAY - HOUR)).await;
        add_attempts(&server, "192.0.2.1", ago(DAY + HOUR)).await;
        add_attempts(&server, "192.0.2.2", ago(DAY - HOUR)).await;
        add_idempotency_keys(&server, ago(DAY + HOUR), ago(DAY - HOUR)).await;
        add_deployment(&server, "expired", ago(DAY * 91), ago(HOUR), 0).await;
        add_deployment(&server, "used up", ago(DAY * 91), ahead, 3).await;
        add_deployment(&server, "usable", ago(DAY * 91), ahead, 2).await;
        add_deployment(&server, "expired lately", ago(DAY), ago(HOUR), 0).await;

        add_pending_enrolment(&server, "forgotten", ago(DAY * 7 + HOUR)).await;
        add_pending_enrolment(&server, "waiting", ago(DAY * 7 - HOUR)).await;

        add_delivery(&server, "old", ago(DAY * 30 + HOUR)).await;
        add_delivery(&server, "recent", ago(DAY * 30 - HOUR)).await;
        add_sms(&server, "old", ago(DAY * 30 + HOUR)).await;
        add_sms(&server, "recent", ago(DAY * 30 - HOUR)).await;

        add_dead_job(&server, "long dead", ago(DAY * 31)).await;
        add_dead_job(&server, "lately dead", ago(DAY * 29)).await;

        (HOUSEKEEPING.handler)(server.app.clone()).await.unwrap();

        let db = server.app.db.read();
        let left = async |text: &str| sql::values::<String>(db, text, []).await.unwrap();
        assert_eq!(left("select digest from sessions").await, ["good"]);
        assert_eq!(left("select username from login_pauses").await, ["fresh"]);
        assert_eq!(left("select network from login_attempts").await, ["192.0.2.2"]);
        assert_eq!(left("select key from run_keys").await, ["fresh"]);
        let deployments = left("select uid from deployments order by id").await;
        assert_eq!(deployments, ["usable", "expired lately"]);
        assert_eq!(left("select agent_id from pending_enrolments").await, ["waiting"]);
        assert_eq!(left("select cause from webhook_deliveries").await, ["recent"]);
        assert_eq!(left("select message_id from sms_messages").await, ["recent"]);
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

    async fn add_delivery(server: &TestServer, cause: &str, finished: i64) {
        let action = "insert into url_actions (name, pattern, action_type, rest_method,
                                               created_time, modified_time)
                      values ('a', 'https://h/', 'rest', 'post', 0, 0)";
        let delivery = format!(
            "insert into webhook_deliveries (action_id, cause, username, created, finished)
             select max(id), '{cause}', 'system', 0, {finished} from url_actions"
        );
        for text in [action, &delivery] {
            change(&server.app, text).await;
        }
    }

    async fn add_sms(server: &TestServer, id: &str, changed: i64) {
        let text = format!(
            "insert into sms_messages (message_id, state, changed_time)
             values ('{id}', 'sent', {changed})"
        );
        change(&server.app, &text).await;
    }

    async fn add_failure(server: &TestServer, name: &str, blocked_until: i64) {
        let text = format!(
            "insert into login_pauses (username, origin, failures, blocked_until)
             values ('{name}', '192.0.2.1', 3, {blocked_until})"
        );
        change(&server.app, &text).await;
    }

    async fn add_attempts(server: &TestServer, network: &str, began: i64) {
        let text = format!(
            "insert into login_attempts
                    (network, minute_began, minute_count, day_began, day_count)
             values ('{network}', {began}, 1, {began}, 1)"
        );
        change(&server.app, &text).await;
    }

    async fn add_idempotency_keys(server: &TestServer, stale: i64, fresh: i64) {
        let site = server.add_site("Idempotent", "Main").await.site;
        let agent = format!(
            "insert into agents (agent_id, site_id, hostname, monitoring_type, plat,
                                 created_time, modified_time)
             values ('a', {site}, 'pc', 'server', 'linux', 0, 0)"
        );
        let run = "insert into runs (run_id, agent_id, type, status, username, time, order_name,
                                     order_body, timeout_seconds)
                   select 'r', id, 'cmd_run', 'passed', 'admin', 0, 'o', 'o', 1 from agents";
        let keys = format!(
            "insert into run_keys (credential, key, path, run_id, created_time)
             select 'user 1', k.key, '/', r.id, k.created_time
               from runs r,
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
        let site = server.add_site(name, "Main").await.site;
        let text = format!(
            "insert into deployments (uid, kind, site_id, mon_type, plat, goarch, expiry,
                                      max_uses, uses, created_time, modified_time)
             values ('{name}', 'link', {site}, 'server', 'linux', 'amd64', {expires}, 3, {uses},
                     {created}, {created})"
        );
        change(&server.app, &text).await;
    }

    async fn add_pending_enrolment(server: &TestServer, name: &str, created: i64) {
        let site = server.add_site(name, "Main").await.site;
        let text = format!(
            "insert into pending_enrolments (agent_id, public_key, site_id, monitoring_type,
                    hostname, plat, goarch, version, hardware_id, public_ip, created_time)
             values ('{name}', 'key', {site}, 'server', 'pc', 'linux', 'amd64', '', '', '',
                     {created})"
        );
        change(&server.app, &text).await;
    }
}

//! The health report, through the API.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::gather::gather;
use super::tls;
use crate::auth::{Right, Secret};
use crate::clock;
use crate::config::Settings;
use crate::storage::sql;
use crate::testing::{TEST_TIMEOUT, TestServer, as_time_passes, until, write_certificate};

const TOKEN: &str = "a token that the administrator chose";

/// As long as each part of the report may take: after that it counts as down.
const LIMIT: Duration = Duration::from_secs(1);

fn test_data(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "src/features/health/test_data", name].iter().collect()
}

async fn monitored(change: impl FnOnce(&mut Settings)) -> TestServer {
    TestServer::start_with(|settings| {
        settings.monitoring_token = Some(Secret::new(TOKEN));
        change(settings);
    })
    .await
}

async fn report(server: &TestServer) -> Value {
    in_time(async || slow_report(server).await).await
}

/// The report, also if something has taken too long.
async fn slow_report(server: &TestServer) -> Value {
    let monitor = server.anonymous().with_header("X-Mon-Token", TOKEN);
    monitor.get("/core/v2/status/").await.ok()
}

/// Asks until the answer comes within the limit: on a machine that stands still for longer
/// than that, parts which are up count as down.
async fn in_time<T>(mut ask: impl AsyncFnMut() -> T) -> T {
    until("an answer in time", async || {
        let began = Instant::now();
        let answer = ask().await;
        (began.elapsed() < LIMIT).then_some(answer)
    })
    .await
}

/// Removes what differs from machine to machine, after checking its bounds.
fn take_percent(report: &mut Value, name: &str) {
    let percent = report[name].take().as_i64().unwrap();
    assert!((0..=100).contains(&percent), "{name} {percent}");
}

#[tokio::test]
async fn the_report_has_every_field() {
    clock::stop(); // Or periodic work waits in the queue.
    let server = monitored(|_| {}).await;
    server.add_site("Acme", "Main").await;

    let mut report = report(&server).await;

    take_percent(&mut report, "disk_usage_percent");
    take_percent(&mut report, "mem_usage_percent");
    let (worker, scheduler) = (server.app.jobs.worker_alive(), server.app.jobs.scheduler_alive());
    assert_eq!(
        report,
        json!({
            "version": crate::VERSION, "latest_agent_version": crate::VERSION,
            "agent_count": 0, "client_count": 1, "site_count": 1,
            "disk_usage_percent": null, "mem_usage_percent": null,
            "days_until_cert_expires": 9999, "cert_expired": false,
            "cache_ping": true, "queue_len": 0, "queue_health": "healthy",
            "bus_std_ping": true, "bus_ws_ping": true, "remote_ping": true,
            "redis_ping": true, "celery_queue_len": 0, "celery_queue_health": "healthy",
            "nats_std_ping": true, "nats_ws_ping": true, "mesh_ping": true,
            "services_running": {
                "remote": true, "appserver": true, "worker": worker, "scheduler": scheduler,
                "cache": true, "bus": true, "bus-api": true,
                "mesh": true, "daphne": true, "celery": worker, "celerybeat": scheduler,
                "redis": true, "nats": true, "nats-api": true,
            },
        })
    );
}

#[tokio::test]
async fn a_relay_that_is_switched_off_does_not_run() {
    let server = monitored(|settings| settings.remote_enabled = false).await;

    let report = report(&server).await;

    let services = &report["services_running"];
    let relay =
        [&report["remote_ping"], &report["mesh_ping"], &services["remote"], &services["mesh"]];
    assert_eq!(relay, [false; 4]);
    assert_eq!(report["bus_ws_ping"], true);
}

#[tokio::test]
async fn the_report_needs_the_token_of_the_setting() {
    let server = monitored(|_| {}).await;

    for path in ["/core/v2/status/", "/core/v2/status"] {
        server.anonymous().get(path).await.refused(401, "not_authenticated");
        // An API key is no monitoring token.
        server.admin.get(path).await.refused(401, "not_authenticated");
        let wrong = server.admin.with_header("X-Mon-Token", "wrong");
        let reply = wrong.get(path).await;
        assert!(!reply.header("www-authenticate").is_empty());
        reply.refused(401, "invalid_credentials");
    }
    server.anonymous().post("/core/v2/status/", json!({})).await.refused(405, "method_not_allowed");
}

#[tokio::test]
async fn guessing_the_token_is_limited_and_keeps_nobody_from_logging_in() {
    let server = monitored(|settings| settings.login_rate_day = 2).await;
    let wrong = server.anonymous().with_header("X-Mon-Token", "wrong");
    for _ in 0..2 {
        wrong.get("/core/v2/status/").await.refused(401, "invalid_credentials");
    }

    wrong.get("/core/v2/status/").await.refused(429, "too_many_requests");

    // The right one too: otherwise it could be found nevertheless.
    let right = server.anonymous().with_header("X-Mon-Token", TOKEN);
    right.get("/core/v2/status/").await.refused(429, "too_many_requests");
    right.get("/metrics").await.refused(429, "too_many_requests");
    let old = json!({ "auth": TOKEN });
    server.anonymous().post("/core/status/", old).await.refused(429, "too_many_requests");
    let login = json!({ "username": "ann", "password": "a wrong one" });
    server.anonymous().post("/v2/checkcreds/", login).await.refused(400, "bad_credentials");
}

#[tokio::test]
async fn without_the_setting_the_paths_do_not_exist() {
    let server = TestServer::start().await;

    let monitor = server.admin.with_header("X-Mon-Token", TOKEN);
    monitor.get("/core/v2/status/").await.refused(404, "not_found");
    monitor.post("/core/status/", json!({ "auth": TOKEN })).await.refused(404, "not_found");
}

#[tokio::test]
async fn the_old_form_takes_the_token_in_the_body() {
    let server = monitored(|_| {}).await;
    let anybody = server.anonymous();

    let old = anybody.post("/core/status/", json!({ "auth": TOKEN })).await.ok();

    let keys = |report: &Value| report.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&old), keys(&report(&server).await));
    anybody.post("/core/status/", json!({})).await.refused(401, "not_authenticated");
    let wrong = json!({ "auth": "wrong" });
    anybody.post("/core/status/", wrong).await.refused(401, "invalid_credentials");
    let number = json!({ "auth": 5 });
    anybody.post("/core/status/", number).await.refused(401, "invalid_credentials");
    server.admin.get("/core/status/").await.refused(405, "method_not_allowed");
}

#[tokio::test]
async fn only_jobs_that_are_ready_and_due_are_in_the_queue() {
    clock::stop(); // Or periodic work waits in the queue.
    let server = monitored(|_| {}).await;
    let write = server.app.db.begin().await.unwrap();
    // Leased for ever, so that no worker takes them.
    let text = "insert into jobs (kind, run_at, dead_since, leased_until, created_time)
                values ('test', $1, $2, 9000000000000000, 0)";
    for (run_at, dead_since) in [(0, None), (0, Some(1)), (9_000_000_000_000_000_i64, None)] {
        sql::execute(&write, text, [run_at.into(), dead_since.map(i64::from).into()])
            .await
            .unwrap();
    }
    write.commit().await.unwrap();

    let report = report(&server).await;

    assert_eq!((&report["queue_len"], &report["queue_health"]), (&json!(1), &json!("healthy")));
}

#[tokio::test]
async fn a_database_that_is_gone_leaves_every_key_in_place() {
    let server = monitored(|_| {}).await;
    let app = server.app.clone();
    app.db.clone().close().await;

    // A machine that stands still for a second takes the cache for gone as well.
    let report = until("the cache answers", async || {
        Some(slow_report(&server).await).filter(|report| report["cache_ping"] == true)
    })
    .await;

    assert_eq!(report.as_object().unwrap().len(), 22);
    assert_eq!((&report["queue_len"], &report["queue_health"]), (&json!(-1), &json!("unhealthy")));
    assert_eq!((&report["agent_count"], &report["cache_ping"]), (&json!(-1), &json!(true)));
}

#[tokio::test]
async fn the_certificate_of_the_file_is_reported() {
    let good = monitored(|settings| settings.cert_file = Some(test_data("valid.pem"))).await;
    let good = report(&good).await;
    assert!(good["days_until_cert_expires"].as_i64().unwrap() > 30_000);
    assert_eq!(good["cert_expired"], false);

    let expired = monitored(|settings| settings.cert_file = Some(test_data("expired.pem"))).await;
    let expired = report(&expired).await;
    assert!(expired["days_until_cert_expires"].as_i64().unwrap() < 0);
    assert_eq!(expired["cert_expired"], true);

    for wrong in ["key.pem", "nothing.pem"] {
        let unknown = monitored(|settings| settings.cert_file = Some(test_data(wrong))).await;
        let unknown = report(&unknown).await;
        let fields = (&unknown["days_until_cert_expires"], &unknown["cert_expired"]);
        assert_eq!(fields, (&json!(0), &json!(false)), "{wrong}");
    }
}

#[tokio::test]
async fn a_certificate_at_an_address_is_seen_and_kept() {
    let holder = monitored(|settings| {
        settings.tls = Some((test_data("valid.pem"), test_data("key.pem")));
    })
    .await;
    // Its own report, over its own TLS: called directly, as the tests' clients do
    // not trust this certificate.
    let own = in_time(async || gather(&holder.app).await).await;
    assert!(own.days_until_cert_expires > 30_000 && own.bus_ws_ping);

    let address = holder.url.replace("http://", "https://");
    let server = monitored(|settings| settings.cert_url = Some(address)).await;
    let seen = report(&server).await;
    assert_eq!(seen["days_until_cert_expires"], own.days_until_cert_expires);
    holder.stop().await;
    let kept = report(&server).await;
    assert_eq!(kept["days_until_cert_expires"], own.days_until_cert_expires);
}

#[tokio::test]
async fn a_renewed_certificate_is_used_and_reported_without_a_restart() {
    clock::stop();
    let folder = tempfile::tempdir().unwrap();
    let files = (folder.path().join("server.pem"), folder.path().join("server.key"));
    write_certificate(&files, 2040);
    let server = monitored(|settings| settings.tls = Some(files.clone())).await;
    let before = gather(&server.app).await.days_until_cert_expires;
    let seen_before = seen(&server).await;
    write_certificate(&files, 2060);
    // Until it is used, the report is about the other one.
    assert_eq!(gather(&server.app).await.days_until_cert_expires, before);

    let renewed = until("the new certificate is reported", async || {
        let days = gather(&server.app).await.days_until_cert_expires;
        (days != before).then_some(days)
    });
    let after = as_time_passes(Duration::from_secs(10), renewed).await;

    assert!(after > before + 7000, "{before} {after}");
    assert_ne!(seen(&server).await, seen_before);
}

/// The certificate that a server shows.
async fn seen(server: &TestServer) -> Vec<u8> {
    let address = server.app.listening.get().unwrap();
    let stream = tls::connect(&address.ip().to_string(), address.port()).await.unwrap();
    let (_, session) = stream.get_ref();
    session.peer_certificates().unwrap()[0].to_vec()
}

#[tokio::test]
async fn an_address_that_does_not_answer_does_not_delay_the_report() {
    // Accepts connections and never answers.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("https://{}", silent.local_addr().unwrap());
    let server = monitored(|settings| settings.cert_url = Some(address)).await;

    let report =
        tokio::time::timeout(TEST_TIMEOUT, slow_report(&server)).await.expect("it does not wait");

    assert_eq!(report["days_until_cert_expires"], 0);
}

#[tokio::test]
async fn a_person_with_the_right_reads_the_report_without_any_token() {
    let server = TestServer::start().await;
    server.add_site("Acme", "Main").await;
    let keeper = server.caller_with(&[Right::DoServerMaint]).await;
    server.anonymous().get("/core/v2/status/").await.refused(404, "not_found");

    for path in ["/core/health/", "/core/health"] {
        let report = in_time(async || keeper.get(path).await.ok()).await;
        let counts = json!([report["client_count"], report["site_count"], report["queue_health"]]);
        assert_eq!(counts, json!([1, 1, "healthy"]));
        let other = server.caller_with(&[Right::ViewCoreSettings]).await;
        other.get(path).await.refused(403, "forbidden");
        server.anonymous().get(path).await.refused(401, "not_authenticated");
        let monitor = server.anonymous().with_header("X-Mon-Token", TOKEN);
        monitor.get(path).await.refused(401, "not_authenticated");
    }
}

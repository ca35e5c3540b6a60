//! What was missed is told later, and still once.

use super::super::{SWEEP, sweep};
use super::*;
use crate::clock;
use crate::time::Timestamp;

/// Adds watches of the administrator for everything about this agent, as if their
/// moment was missed.
async fn add_watches(server: &TestServer, events: &[&str]) {
    for event in events {
        let text = format!(
            "insert into watches (user_id, agent_id, event, created)
             select u.id, a.id, '{event}', 0 from users u, agents a where u.username = 'admin'"
        );
        change(server, &text).await;
    }
}

async fn count_jobs(server: &TestServer) -> i64 {
    let count = "select count(*) from jobs where kind = 'watch_fired'";
    sql::number(server.app.db.read(), count, []).await.unwrap()
}

#[tokio::test]
async fn a_watch_whose_moment_was_missed_fires_within_a_minute() {
    let mut stage = Stage::open().await;
    let server = &stage.server;
    server.enrol(stage.location, "pc-1").await;
    let now = Timestamp::now().micros();
    add_watches(server, &["online", "offline"]).await;
    (SWEEP.handler)(server.app.clone()).await.unwrap();
    assert_eq!(count_watches(server).await, 2, "it never connected, and nobody saw it leave");

    let online = format!("update agents set presence = 'online', last_seen = {now}");
    change(server, &online).await;
    (SWEEP.handler)(server.app.clone()).await.unwrap();
    let told = stage.page.receive_event("watch.fired").await;
    assert_eq!(told["data"]["message"], "pc-1 is online.");

    change(server, "update agents set presence = 'offline'").await;
    (SWEEP.handler)(server.app.clone()).await.unwrap();
    assert_eq!(count_watches(server).await, 1, "it was seen a moment ago");
    change(server, "update agents set last_seen = 1").await;
    (SWEEP.handler)(server.app.clone()).await.unwrap();
    let told = stage.page.receive_event("watch.fired").await;
    assert_eq!(told["data"]["message"], "pc-1 is offline.");
    assert_eq!(stage.told().await, [0, 2, 2]);
}

#[tokio::test]
async fn a_run_that_ended_while_its_server_was_killed_is_told() {
    let mut stage = Stage::open().await;
    let server = &stage.server;
    let agent = server.enrol(stage.location, "pc-1").await.agent_id;
    let script = server.add_script("Clean up").await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&format!("/agents/{agent}/runscript/"), body).await.ok();
    watch_run(&server.admin, 1).await;
    sweep(&server.app).await.unwrap();
    assert_eq!(count_watches(server).await, 1, "it waits for its agent");
    change(server, "update runs set status = 'interrupted'").await;
    sweep(&server.app).await.unwrap();
    assert_eq!(count_watches(server).await, 0);
    let told = stage.page.receive_event("watch.fired").await;
    assert_eq!(told["data"]["message"], "The script Clean up on pc-1 was interrupted.");
    assert_eq!(stage.told().await, [0, 1, 1]);
}

#[tokio::test]
async fn servers_that_sweep_at_once_fire_a_watch_once() {
    clock::stop();
    let stage = Stage::open().await;
    let server = &stage.server;
    for number in 0..20 {
        server.enrol(stage.location, &format!("pc-{number}")).await;
    }
    add_watches(server, &["online"]).await;
    let now = Timestamp::now().micros();
    change(server, &format!("update agents set last_seen = {now}")).await;
    server.admin.post("/core/freeze/", json!({})).await.ok();
    let app = &server.app;
    let (a, b, c) = tokio::join!(sweep(app), sweep(app), sweep(app));
    for swept in [a, b, c] {
        swept.unwrap();
    }
    assert_eq!(count_watches(server).await, 0);
    // Mail and browsers wait for the thaw; the events are out.
    until_equal(&40, async || count_jobs(server).await).await;
}

//! Runs that end.

use super::*;
use crate::auth::Right;
use crate::testing::Identity;

/// Starts a script that may wait for its agent; returns the key of the run.
async fn start_script(server: &TestServer, caller: &Client, agent: &Identity) -> i64 {
    let script = server.add_script("Clean up").await;
    let body = json!({ "script": script, "output": "forget" });
    caller.post(&format!("/agents/{}/runscript/", agent.agent_id), body).await.ok();
    let newest = "select max(id) from runs";
    sql::number(server.app.db.read(), newest, []).await.unwrap()
}

#[tokio::test]
async fn somebody_is_told_once_that_a_run_has_ended() {
    let mut stage = Stage::open().await;
    let mut agent = stage.server.add_agent(stage.location, "pc-1").await;
    let run = start_script(&stage.server, &stage.server.admin, &agent.identity).await;
    let watch = watch_run(&stage.server.admin, run).await;

    let order = agent.next_order().await;
    agent.finish(&order.run_id, "", "", 3).await;
    let told = stage.page.receive_event("watch.fired").await;
    let user = stage.server.admin.get("/accounts/me/").await.ok()["id"].clone();
    let message = "The script Clean up on pc-1 has ended: it failed.";
    let expected = json!({
        "id": watch["id"], "user": user, "event": "ended", "run": run, "status": "failed",
        "agent_id": agent.identity.agent_id, "hostname": "pc-1", "message": message,
    });
    assert_eq!(told["data"], expected);
    assert_eq!(stage.told().await, [0, 1, 1]);
    assert_eq!(stage.service.received()[0].content["url"], format!("/ui/runs/{run}"));
    assert_eq!(stage.server.admin.get("/accounts/watches/").await.ok(), json!([]));
}

#[tokio::test]
async fn a_run_that_is_cancelled_before_it_starts_has_ended_too() {
    let mut stage = Stage::open().await;
    let identity = stage.server.enrol(stage.location, "pc-1").await;
    let run = start_script(&stage.server, &stage.server.admin, &identity).await;
    watch_run(&stage.server.admin, run).await;
    stage.server.admin.post(&format!("/runs/{run}/cancel/"), json!({})).await.ok();
    let told = stage.page.receive_event("watch.fired").await;
    assert_eq!(told["data"]["message"], "The script Clean up on pc-1 was cancelled.");
    assert_eq!(stage.told().await, [0, 1, 1]);
}

#[tokio::test]
async fn one_s_own_run_is_watched_without_the_right_to_the_history() {
    let stage = Stage::open().await;
    let server = &stage.server;
    let caller = server.caller_with(&[Right::RunScripts]).await;
    let mut agent = server.add_agent(stage.location, "pc-1").await;
    let run = start_script(server, &caller, &agent.identity).await;
    let other = server.caller_with(&[Right::ListAgents]).await;
    let body = json!({ "run": run, "event": "ended" });
    other.post("/accounts/watches/", body).await.refused(403, "forbidden");

    let mut page = server.follow(&caller, &["watches"]).await;
    watch_run(&caller, run).await;
    let order = agent.next_order().await;
    agent.finish(&order.run_id, "", "", 0).await;
    let told = page.receive_event("watch.fired").await;
    assert_eq!(told["data"]["message"], "The script Clean up on pc-1 has ended: it passed.");
}

#[tokio::test]
async fn the_watches_of_a_deleted_run_are_deleted() {
    let stage = Stage::open().await;
    let identity = stage.server.enrol(stage.location, "pc-1").await;
    let run = start_script(&stage.server, &stage.server.admin, &identity).await;
    watch_run(&stage.server.admin, run).await;
    change(&stage.server, "delete from runs").await;
    assert_eq!(count_watches(&stage.server).await, 0);
}

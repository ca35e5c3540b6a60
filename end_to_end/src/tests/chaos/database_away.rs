//! PostgreSQL goes away and comes back.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::cluster::{Cluster, health_once};
use crate::held::{Held, assert_result};
use crate::turn;
use crate::waiting::until;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_database_a_server_says_so_and_loses_no_result() {
    let _turn = turn::shared().await;
    let Some(mut cluster) = Cluster::start().await else { return };
    let agent = cluster.join(&cluster.second, "pc-1").await;
    let held = Held::new();
    let meanwhile = held.begin(&cluster.first.api, &agent.id, "ends-meanwhile").await;
    let afterwards = held.begin(&cluster.second.api, &agent.id, "ends-afterwards").await;

    cluster.postgres.stop().await;
    held.let_end("ends-meanwhile");
    held.ended("ends-meanwhile").await;
    let report = health_once(&cluster.first, "the bus is there", |report| {
        report["services_running"]["bus"] == true
    })
    .await;
    assert_eq!((&report["agent_count"], &report["queue_len"]), (&json!(-1), &json!(-1)));
    assert_eq!(report["queue_health"], "unhealthy", "{report}");

    // At the same time: each waits a while in case the database is only restarted.
    let api = &cluster.first.api;
    let reads = ["/agents/", "/clients/", "/runs/", "/logs/audit/", "/accounts/users/"];
    let reads = join_all(reads.map(|path| api.get(path)));
    let half = json!({ "client": { "name": "Half" }, "site": { "name": "S" } });
    let (reads, write, command) = tokio::join!(
        reads,
        api.post("/clients/", half),
        api.run(&agent.id, "sh", "echo never", 10),
    );
    for refused in reads.iter().chain([&write, &command]) {
        assert_eq!((refused.status, refused.code()), (503, "unavailable"), "{}", refused.text);
        assert!(refused.detail().contains("database"), "{}", refused.text);
    }

    cluster.postgres.start().await;
    for server in [&cluster.first, &cluster.second] {
        until("the server works again", async || {
            let reply = server.api.run(&agent.id, "sh", "echo back", 10).await;
            let is_refused = matches!((reply.status, reply.code()), (503, _) | (409, _));
            assert!(is_refused || reply.status == 200, "{}", reply.text);
            (reply.json["stdout"] == "back\n").then_some(())
        })
        .await;
        let is_read = |report: &Value| report["agent_count"] != -1;
        let report = health_once(server, "the database is read", is_read).await;
        assert_eq!((&report["agent_count"], &report["client_count"]), (&json!(1), &json!(1)));
        assert_eq!(report["services_running"]["worker"], true, "{report}");
    }
    // The callers have waited all the while.
    held.let_end("ends-afterwards");
    for (waiting, name) in [(meanwhile, "ends-meanwhile"), (afterwards, "ends-afterwards")] {
        assert_result(&waiting.await.unwrap().unwrap(), name);
    }
    assert_eq!(held.lines().len(), 4, "each ran once: {:?}", held.lines());
    let runs = cluster.first.api.get("/runs/").await.json;
    let statuses = runs.as_array().unwrap().iter().filter_map(|run| run["status"].as_str());
    // Some may have come before the agent was back.
    let statuses: Vec<&str> = statuses.filter(|status| *status != "failed").collect();
    assert_eq!(statuses, ["passed"; 4], "two held, two that said back: {runs}");
}

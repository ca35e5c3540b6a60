//! NATS goes away and comes back.

use serde_json::{Value, json};

use crate::cluster::{Cluster, health_once};
use crate::held::{Held, assert_result};
use crate::turn;
use crate::waiting::until;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_bus_a_server_says_so_and_recovers_by_itself() {
    let _turn = turn::shared().await;
    let Some(mut cluster) = Cluster::start().await else { return };
    let agent = cluster.join(&cluster.second, "pc-1").await;
    let mut removed = cluster.join(&cluster.second, "pc-2").await;
    let at_once = json!({ "removal_delay_minutes": 0 });
    assert_eq!(cluster.first.api.put("/core/settings/", at_once).await.status, 200);
    let held = Held::new();
    let meanwhile = held.begin(&cluster.first.api, &agent.id, "ends-meanwhile").await;
    let afterwards = held.begin(&cluster.first.api, &agent.id, "ends-afterwards").await;

    cluster.nats.stop().await;
    for server in [&cluster.first, &cluster.second] {
        let what = "the server notices, and reads from its database";
        let is_so = |report: &Value| report["bus_std_ping"] == false && report["agent_count"] == 2;
        let report = health_once(server, what, is_so).await;
        let services = &report["services_running"];
        assert_eq!((&services["bus"], &services["appserver"]), (&json!(false), &json!(true)));
        for path in ["/agents/", "/clients/", "/scripts/", "/runs/"] {
            assert_eq!(server.api.get(path).await.status, 200, "{path}");
        }
    }
    // The server that holds the line needs no bus for it; the other one does.
    let reply = cluster.second.api.run(&agent.id, "sh", "echo here", 10).await;
    assert_eq!(reply.json["stdout"], "here\n", "{}", reply.text);
    let refused = cluster.first.api.run(&agent.id, "sh", "echo", 10).await;
    assert_eq!((refused.status, refused.code()), (503, "unavailable"), "{}", refused.text);
    assert!(refused.detail().contains("bus"), "{}", refused.text);
    // It also closes the line of an agent that is removed by itself,
    let reply = cluster.second.api.delete(&format!("/agents/{}/", removed.id)).await;
    assert_eq!((reply.status, &reply.json), (200, &json!("pc-2 was removed.")));
    removed.ended().await;
    // and brings results into the database.
    held.let_end("ends-meanwhile");
    assert_result(&meanwhile.await.unwrap().unwrap(), "ends-meanwhile");

    cluster.nats.start().await;
    for server in [&cluster.first, &cluster.second] {
        until("commands work again", async || {
            let reply = server.api.run(&agent.id, "sh", "echo back", 10).await;
            (reply.json["stdout"] == "back\n").then_some(())
        })
        .await;
        // The cache is left alone for a few seconds when JetStream is not ready yet.
        health_once(server, "the bus and the cache are back", |report| {
            report["services_running"]["bus"] == true && report["cache_ping"] == true
        })
        .await;
    }
    held.let_end("ends-afterwards");
    assert_result(&afterwards.await.unwrap().unwrap(), "ends-afterwards");
    assert_eq!(held.lines().len(), 4, "each ran once: {:?}", held.lines());
    let open = cluster.first.api.get("/runs/?status=running").await.json;
    assert_eq!(open, json!([]), "nothing is left open");
}

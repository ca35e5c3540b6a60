//! The disk of a server with SQLite is full for a while, its log's as well.

use serde_json::json;

use crate::agent::Agent;
use crate::held::{Held, assert_result};
use crate::server::Server;
use crate::small_disk::SmallDisk;
use crate::turn;
use crate::waiting::until;

#[tokio::test]
async fn a_full_disk_refuses_what_would_be_half_done_and_loses_no_result() {
    let _turn = turn::shared().await;
    let Some(disk) = SmallDisk::mount(32).await else { return };
    let mut server = Server::start_in(disk.new_folder(), &[], None).await;
    server.set_up().await;
    let agent = Agent::join(&server, "pc-1").await;
    let held = Held::new();
    let waiting = held.begin(&server.api, &agent.id, "meanwhile").await;

    disk.fill();
    let body = |name: &str| json!({ "client": { "name": name }, "site": { "name": "S" } });
    let mut added = 0;
    // What is left in files that are there already is soon used up.
    let full = until("the server has no room any more", async || {
        let reply = server.api.post("/clients/", body(&format!("Client {added}"))).await;
        added += usize::from(reply.status == 200);
        (reply.status != 200).then_some(reply)
    })
    .await;
    assert_eq!((full.status, full.code()), (503, "unavailable"), "{}", full.text);
    assert!(full.detail().contains("disk"), "{}", full.text);
    for path in ["/agents/", "/clients/", "/runs/"] {
        assert_eq!(server.api.get(path).await.status, 200, "{path}");
    }
    held.let_end("meanwhile");
    held.ended("meanwhile").await;

    disk.make_room();
    let clients = server.api.get("/clients/").await.json;
    assert_eq!(clients.as_array().map(Vec::len), Some(1 + added), "nothing is half done");
    assert_result(&waiting.await.unwrap().unwrap(), "meanwhile");
    assert_eq!(server.api.post("/clients/", body("Whole")).await.status, 200);
    assert_eq!(held.lines().len(), 2, "it ran once: {:?}", held.lines());
    // Nothing of it is in memory only.
    server.kill9().await;
    server.restart().await;
    let clients = server.api.get("/clients/").await.json;
    assert_eq!(clients.as_array().map(Vec::len), Some(2 + added), "it is all there: {clients}");
    let audit = server.muster(&["audit", "verify"]).await;
    assert_eq!(audit.code, Some(0), "{}", audit.stdout);
}

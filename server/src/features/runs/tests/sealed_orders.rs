//! Orders in the database: nobody reads secrets there.

use muster_protocol::{RunCommand, RunScript, encode};
use serde_json::json;

use crate::storage::sql;
use crate::testing::TestServer;

const SECRET: &str = "kanarienvogel";

async fn stored(server: &TestServer, query: &str) -> Vec<u8> {
    let bodies: Vec<Vec<u8>> = sql::values(server.app.db.read(), query, []).await.unwrap();
    bodies.concat()
}

fn shows(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

#[tokio::test]
async fn an_order_that_waits_is_sealed_and_arrives_as_it_was() {
    let server = TestServer::start().await;
    let away = server.enrol(server.add_site("Acme", "Main").await, "pc-1").await;
    server.admin.post("/core/keystore/", json!({ "name": "token", "value": SECRET })).await.ok();
    let body = json!({
        "script": server.add_script("look").await, "output": "forget",
        "args": ["{{global.token}}"], "env_vars": [format!("PASSWORD={SECRET}")],
    });
    server.admin.post(&format!("/agents/{}/runscript/", away.agent_id), body).await.ok();

    let bytes = stored(&server, "select order_body from runs").await;
    assert!(!bytes.is_empty() && !shows(&bytes, SECRET));
    let order = server.connect(&away).await.next_order().await;
    let script: RunScript = order.read().unwrap();
    assert_eq!(script.args, [SECRET]);
    assert_eq!(script.env_vars, [format!("PASSWORD={SECRET}")]);
}

#[tokio::test]
async fn the_order_of_a_bulk_action_is_sealed_and_arrives_as_it_was() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let away = server.enrol(location, "pc-1").await;
    let mut here = server.add_agent(location, "pc-2").await;
    let cmd = format!("echo {SECRET}");
    let body = json!({
        "target": "all", "mode": "command", "shell": "sh", "cmd": cmd, "timeout": 5,
        "offline": "queue",
    });
    server.admin.post("/agents/actions/bulk/", body).await.ok();

    let order = here.next_order().await;
    assert_eq!(order.read::<RunCommand>().unwrap().command, cmd);
    let bytes = stored(&server, "select order_body from bulk_actions").await;
    assert!(!bytes.is_empty() && !shows(&bytes, SECRET));
    let order = server.connect(&away).await.next_order().await;
    assert_eq!(order.read::<RunCommand>().unwrap().command, cmd);
}

#[tokio::test]
async fn an_order_that_an_older_release_stored_in_clear_still_arrives() {
    let server = TestServer::start().await;
    let away = server.enrol(server.add_site("Acme", "Main").await, "pc-1").await;
    let body = json!({ "script": server.add_script("look").await, "output": "forget" });
    server.admin.post(&format!("/agents/{}/runscript/", away.agent_id), body).await.ok();
    let old = RunScript {
        shell: "shell".to_owned(),
        code: "look".to_owned(),
        args: vec!["as before".to_owned()],
        env_vars: Vec::new(),
        timeout_seconds: 90,
        run_as_user: false,
        output_limit: 100,
    };
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, "update runs set order_body = $1", [encode(&old).into()]).await.unwrap();
    write.commit().await.unwrap();

    let order = server.connect(&away).await.next_order().await;
    assert_eq!(order.read::<RunScript>().unwrap(), old);
}

//! What somebody without a credential can send, and what it may cost others:
//! nothing.

use serde_json::json;

use super::hostile_http::crowd;
use super::raw::status;
use super::{TestServer, superuser_key, until_equal};
use crate::clock;

/// After so many rounds a connection is old.
const ROUNDS: usize = 6;

#[tokio::test]
async fn slow_bodies_take_no_slot_from_others() {
    let server = TestServer::start().await;
    let keyed = format!("x-api-key: {}\r\n", superuser_key(&server.app).await);
    // More of each than there are slots.
    let routes = [("/v2/checkcreds/", ""), ("/link/enroll/", ""), ("/clients/", keyed.as_str())];
    let mut waiting = Vec::new();
    for (path, more) in routes {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\n{more}expect: 100-continue\r\n\
             content-length: 500\r\n\r\n"
        );
        for mut connection in crowd(&server, &head, 50).await {
            // The server reads the body, or would, if there was one.
            assert_eq!(status(&connection.head().await), 100, "{path}");
            connection.send("{").await;
            waiting.push(connection);
        }
    }

    let wrong = json!({ "username": "nobody", "password": "wrong" });
    server.anonymous().post("/v2/checkcreds/", wrong).await.refused(400, "bad_credentials");
    let client = json!({ "client": { "name": "Acme" }, "site": { "name": "Main" } });
    server.admin.post("/clients/", client).await.ok();
    drop(waiting);
}

#[tokio::test]
async fn routes_for_strangers_take_small_bodies_only() {
    let server = TestServer::start().await;
    let body = json!({ "token": "x".repeat(16 * 1024) });
    let mut routes = Vec::new();

    let document = serde_json::to_value(crate::router::document()).unwrap();
    for (path, item) in document["paths"].as_object().unwrap() {
        // Setting up is over: there is a user.
        if item["post"]["security"] == json!([{}]) && path != "/setup/" {
            let refusal =
                server.anonymous().post(path, body.clone()).await.refused(413, "too_large");
            assert_eq!(refusal["detail"], "The request body is larger than 16384 bytes.");
            routes.push(path.as_str());
        }
    }
    let expected =
        ["/core/status/", "/link/enroll/", "/link/leave/", "/v2/checkcreds/", "/v2/login/"];
    assert_eq!(routes, expected);
}

#[tokio::test]
async fn garbage_of_strangers_waits_for_no_writer() {
    let server = TestServer::start().await;
    // On SQLite nobody else can write.
    let write = server.app.db.begin().await.unwrap();

    let enrol = json!({ "token": "x", "public_key": "0".repeat(64), "hostname": "h",
                        "plat": "linux", "goarch": "amd64", "version": "1", "hardware_id": "x" });
    server.anonymous().post("/link/enroll/", enrol).await.refused(400, "invalid");
    let leave = json!({ "agent_id": "x", "signature": "0".repeat(128) });
    server.anonymous().post("/link/leave/", leave).await.refused(401, "invalid_credentials");
    let mut line = server.dial("/ws/events/?ticket=x", &[]).await.unwrap();
    let (last, code) = line.end().await;
    assert_eq!((code, &last["code"]), (4401, &json!("invalid_credentials")), "{last}");
    let mut line = server.dial("/remote/v1/connect/", &[]).await.unwrap();
    line.send(json!({ "ticket": "x" })).await;
    let (last, code) = line.end().await;
    assert_eq!((code, &last["code"]), (4401, &json!("invalid_credentials")), "{last}");

    write.rollback().await.unwrap();
}

#[tokio::test]
async fn the_oldest_of_too_many_connections_without_a_credential_are_closed() {
    // Time passes when the test says so.
    clock::stop();
    let server = TestServer::start_with(|settings| settings.connections_per_address = 20).await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    let key = superuser_key(&server.app).await;
    let request =
        |more: &str| format!("GET /clients/ HTTP/1.1\r\nhost: x\r\nx-api-key: {key}\r\n{more}\r\n");
    let mut callers = crowd(&server, &request(""), 30).await;
    for caller in &mut callers {
        assert_eq!(status(&caller.head().await), 200);
    }
    let mut silent = crowd(&server, "GET / HTTP/1.1\r\n", 30).await;
    until_equal(&30, async || server.app.strangers.count()).await;

    for _ in 0..ROUNDS {
        server.app.strangers.end_round();
    }

    let kept = silent.split_off(10);
    for mut connection in silent {
        assert_eq!(connection.rest().await, "");
    }
    for mut connection in kept {
        connection.send("host: x\r\nconnection: close\r\n\r\n").await;
        assert_eq!(status(&connection.rest().await), 200);
    }
    // Callers who have shown a credential go on, and so does an agent.
    for mut caller in callers {
        caller.send(request("connection: close\r\n")).await;
        assert!(caller.rest().await.contains("HTTP/1.1 200 "));
    }
    let shown = server.admin.get(&format!("/agents/{}/", agent.identity.agent_id)).await.ok();
    assert_eq!(shown["status"], "online");
}

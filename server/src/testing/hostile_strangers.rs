//! What somebody without a credential can send, and what it may cost others:
//! nothing.

use serde_json::json;

use super::hostile_http::crowd;
use super::raw::status;
use super::{TestServer, superuser_key};

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

    write.rollback().await.unwrap();
}

//! `Idempotency-Key`, through the front door.

use std::time::Duration;

use serde_json::{Value, json};

use crate::clock;
use crate::storage::sql;
use crate::testing::{Client, TestServer, until, until_equal};

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn keyed(server: &TestServer, key: &str) -> Client {
    server.admin.with_header("Idempotency-Key", key)
}

fn client(name: &str) -> Value {
    json!({ "client": { "name": name } })
}

async fn names(server: &TestServer) -> Vec<String> {
    let text = "select name from clients order by name";
    sql::values(server.app.db.read(), text, []).await.unwrap()
}

async fn change(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}

#[tokio::test]
async fn the_same_key_is_answered_as_the_first_time_and_creates_nothing() {
    let server = TestServer::start().await;
    let caller = keyed(&server, "once");
    let first = caller.post("/clients/", client("Acme")).await;
    let rows = server.audit().await.len();

    let again = caller.post("/clients/", client("Acme")).await;

    assert_eq!(first.header("idempotency-replayed"), "");
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.header("content-type"), "application/json");
    assert_ne!(again.header("x-request-id"), first.header("x-request-id"));
    assert_eq!(again.ok(), first.ok());
    assert_eq!(names(&server).await, ["Acme"]);
    assert_eq!(server.audit().await.len(), rows);
}

#[tokio::test]
async fn a_key_is_for_one_path_and_one_caller() {
    let server = TestServer::start().await;
    let caller = keyed(&server, "once");
    caller.post("/clients/", client("Acme")).await.ok();

    // The answer is the same whatever is sent this time.
    assert_eq!(caller.post("/clients/?x=1", client("Other")).await.ok()["name"], "Acme");
    let refusal = caller.post("/core/clearcache/", Value::Null).await.refused(409, "conflict");
    let sentence = "This Idempotency-Key was used on another path within the last day.";
    assert_eq!(refusal["detail"], sentence);
    let other = server.caller_with(crate::auth::Right::ALL).await;
    let other = other.with_header("Idempotency-Key", "once");
    other.post("/clients/", client("Another")).await.ok();
    keyed(&server, "twice").post("/clients/", client("Third")).await.ok();
    assert_eq!(names(&server).await, ["Acme", "Another", "Third"]);
    // Reads ignore it.
    assert_eq!(caller.get("/clients/").await.ok().as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_failed_request_may_be_sent_again_with_the_same_key() {
    let server = TestServer::start().await;
    server.admin.post("/clients/", client("Acme")).await.ok();
    let caller = keyed(&server, "once");

    caller.post("/clients/", client("acme")).await.problems();
    caller.post("/clients/", client("Better")).await.ok();

    assert_eq!(names(&server).await, ["Acme", "Better"]);
    let bad = keyed(&server, &"k".repeat(256)).post("/clients/", client("Long")).await;
    let sentence = "Must be 1 to 255 printable characters.";
    assert_eq!(bad.problems(), json!({ "Idempotency-Key": [sentence] }));
    let nobody = server.anonymous().with_header("Idempotency-Key", "once");
    nobody.post("/clients/", client("Better")).await.refused(401, "not_authenticated");
}

#[tokio::test]
async fn one_of_two_concurrent_requests_is_carried_out() {
    let server = TestServer::start().await;
    let caller = keyed(&server, "once");
    let calls = (0..8).map(|_| caller.post("/clients/", client("Acme")));
    for reply in futures_util::future::join_all(calls).await {
        match reply.status {
            200 => assert_eq!(reply.json["name"], "Acme"),
            _ => drop(reply.refused(409, "conflict")),
        }
    }
    assert_eq!(names(&server).await, ["Acme"]);
}

#[tokio::test]
async fn a_request_whose_caller_hangs_up_is_carried_out_and_its_answer_stored() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    // It never answers a ping, so that the call takes its two seconds.
    let mut agent = server.add_agent(location, "pc-1").await;
    let path = format!("/agents/{}/ping/", agent.identity.agent_id);
    let caller = keyed(&server, "once");

    tokio::select! {
        answer = caller.post(&path, json!({})) => panic!("{answer:?}"),
        // Its end is the end of the call: the caller hangs up.
        _ = agent.next_question() => {}
    }

    let again = until("the call is answered", async || {
        let again = caller.post(&path, json!({})).await;
        if again.status != 200 {
            again.refused(409, "conflict");
            return None;
        }
        Some(again)
    })
    .await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.ok(), json!({ "name": "pc-1", "status": "offline" }));
}

#[tokio::test]
async fn a_secret_that_was_shown_once_is_stored_sealed() {
    let server = TestServer::start().await;
    let caller = keyed(&server, "once");
    let body = json!({ "name": "robot" });
    let first = caller.post("/accounts/apikeys/", body.clone()).await.ok();

    let again = caller.post("/accounts/apikeys/", body).await.ok();

    assert_eq!(again, first);
    let text = "select sealed_answer from idempotent_requests";
    let sealed: Vec<Vec<u8>> = sql::values(server.app.db.read(), text, []).await.unwrap();
    let key = first["key"].as_str().unwrap().as_bytes();
    assert!(!sealed[0].windows(key.len()).any(|window| window == key));
}

#[tokio::test]
async fn a_key_is_forgotten_after_a_day_and_after_its_row_is_cleaned_away() {
    clock::stop();
    let server = TestServer::start().await;
    let caller = keyed(&server, "once");
    caller.post("/clients/", client("Acme")).await.ok();
    clock::advance(DAY - HOUR);
    assert_eq!(caller.post("/clients/", client("Other")).await.ok()["name"], "Acme");
    clock::advance(HOUR);
    caller.post("/clients/", client("Other")).await.ok();
    clock::advance(DAY + HOUR);

    let count = "select count(*) from idempotent_requests";
    until_equal(&0, async || sql::number(server.app.db.read(), count, []).await.unwrap()).await;
    assert_eq!(names(&server).await, ["Acme", "Other"]);
}

#[tokio::test]
async fn a_request_whose_server_died_is_refused_for_a_day_and_never_repeated() {
    clock::stop();
    let server = TestServer::start().await;
    let caller = keyed(&server, "once");
    caller.post("/clients/", client("Acme")).await.ok();
    // As a server leaves it that dies between the change and its answer.
    change(&server, "update idempotent_requests set answered = false, sealed_answer = null").await;

    let refusal = caller.post("/clients/", client("Other")).await.refused(409, "conflict");

    let sentence = "A request with this Idempotency-Key is being carried out, or was when a \
                    server stopped: look what came of it before you send it with another key.";
    assert_eq!(refusal["detail"], sentence);
    keyed(&server, "another").post("/clients/", client("Other")).await.ok();
    clock::advance(DAY);
    caller.post("/clients/", client("Third")).await.ok();
    assert_eq!(names(&server).await, ["Acme", "Other", "Third"]);
}

#[tokio::test]
async fn a_run_stores_its_own_key_and_accepts_no_other_path() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await.obey();
    let path = format!("/agents/{}/cmd/", agent.agent_id);
    let command = |text: &str| json!({ "shell": "sh", "cmd": text, "timeout": 60 });
    let caller = keyed(&server, "once");
    assert_eq!(caller.post(&path, command("id")).await.ok(), "id");

    assert_eq!(caller.post(&path, command("id")).await.ok(), "id");
    let path = format!("/agents/{}/runscript/", agent.agent_id);
    caller.post(&path, json!({ "script": 1 })).await.refused(409, "conflict");

    let runs = server.admin.get("/runs/").await.ok();
    assert_eq!(runs.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_not_stored_and_nothing_happens_twice() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let rows: Vec<String> = (0..2000)
        .map(|n| format!("('agent-{n}', {}, 'pc-{n}', 'server', 'linux', 0, 0)", location.site))
        .collect();
    let text = format!(
        "insert into agents (agent_id, site_id, hostname, monitoring_type, plat, created_time,
                modified_time) values {}",
        rows.join(", ")
    );
    change(&server, &text).await;
    let caller = keyed(&server, "once");
    let body = json!({ "mode": "reboot", "target": "all" });
    caller.post("/agents/actions/bulk/preview/", body.clone()).await.ok();

    let refusal = caller.post("/agents/actions/bulk/preview/", body).await.refused(409, "conflict");

    let sentence = "This request was carried out, but its answer was too large to be kept.";
    assert_eq!(refusal["detail"], sentence);
}

#[tokio::test]
async fn one_caller_cannot_fill_the_memory() {
    let server = TestServer::start().await;
    let caller = keyed(&server, "first");
    caller.post("/clients/", client("Acme")).await.ok();
    change(
        &server,
        "insert into idempotent_requests (caller, key, path, created_time)
         with recursive n (n) as (select 1 union all select n + 1 from n where n < 9999)
         select r.caller, 'key ' || n.n, '', r.created_time from n, idempotent_requests r",
    )
    .await;

    let refused = keyed(&server, "one more").post("/clients/", client("Other")).await;
    assert_eq!(refused.header("retry-after"), "3600");
    refused.refused(429, "too_many_requests");
    assert_eq!(caller.post("/clients/", client("Acme")).await.ok()["name"], "Acme");
}

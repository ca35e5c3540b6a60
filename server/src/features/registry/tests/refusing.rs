//! Everything that is refused, before the agent is asked or because it cannot answer.

use serde_json::{Value, json};

use super::{KEY, in_query, server_with_agent};
use crate::auth::Right;
use crate::testing::{Client, FakeAgent, Reply, TestServer, data};

/// A call of each route: method, path and body.
fn calls(path: &str) -> Vec<(&'static str, String, Value)> {
    let key = in_query(KEY);
    let other = KEY.replace("Acme", "Other");
    let value = json!({ "path": KEY, "name": "a", "type": "REG_SZ", "data": "text" });
    let names = json!({ "path": KEY, "old_name": "a", "new_name": "b" });
    vec![
        ("GET", format!("{path}?path={key}"), Value::Null),
        ("POST", format!("{path}create-key/"), json!({ "path": KEY })),
        ("DELETE", format!("{path}delete-key/?path={key}"), Value::Null),
        ("POST", format!("{path}rename-key/"), json!({ "old_path": KEY, "new_path": other })),
        ("POST", format!("{path}create-value/"), value.clone()),
        ("POST", format!("{path}modify-value/"), value),
        ("DELETE", format!("{path}delete-value/?path={key}&name=a"), Value::Null),
        ("POST", format!("{path}rename-value/"), names),
    ]
}

async fn send(caller: &Client, (method, path, body): &(&str, String, Value)) -> Reply {
    let call = caller.call(method.parse().unwrap(), path);
    if body.is_null() { call.send().await } else { call.json(body).send().await }
}

/// The problems of a body.
async fn problems(server: &TestServer, path: &str, body: Value) -> Value {
    server.admin.post(path, body).await.problems()
}

#[tokio::test]
async fn computers_without_a_registry_refuse_at_once_also_when_they_are_offline() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    let away = server.enrol(location, "pc-2").await;
    let rows = server.audit().await.len();
    for agent_id in [&agent.identity.agent_id, &away.agent_id] {
        for call in calls(&format!("/agents/{agent_id}/registry/")) {
            let refusal = send(&server.admin, &call).await.refused(400, "unsupported_platform");
            assert_eq!(refusal["detail"], "Only Windows has a registry.", "{call:?}");
        }
    }
    assert_eq!(server.audit().await.len(), rows);
}

#[tokio::test]
async fn agents_that_do_not_know_the_registry_refuse_at_once() {
    let (server, agent, path) = server_with_agent().await;
    let mut identity = agent.identity.clone();
    drop(agent);
    identity.capabilities.retain(|name| !name.contains("registry"));
    let _agent: FakeAgent = server.connect(&identity).await;
    let rows = server.audit().await.len();
    for call in calls(&path) {
        let refusal = send(&server.admin, &call).await.refused(400, "agent_outdated");
        let sentence = refusal["detail"].as_str().unwrap();
        assert!(sentence.starts_with("This agent is version 0.1.0, which cannot "), "{sentence}");
    }
    assert_eq!(server.audit().await.len(), rows);
}

#[tokio::test]
async fn an_agent_that_is_offline_is_answered_with_409() {
    let (server, agent, path) = server_with_agent().await;
    let identity = agent.identity.clone();
    drop(agent);
    let gone = format!("/agents/{}/", identity.agent_id);
    crate::testing::until_true("the connection has ended", async || {
        server.admin.get(&format!("{gone}ping/")).await.json["status"] == "offline"
    })
    .await;
    for call in calls(&path) {
        send(&server.admin, &call).await.refused(409, "agent_offline");
    }
}

#[tokio::test]
async fn a_frozen_agent_is_read_and_not_changed() {
    let (server, mut agent, path) = server_with_agent().await;
    let owner = server.session_of("admin").await;
    owner.post("/core/freeze/", json!({})).await.ok();
    let rows = server.audit().await.len();
    let calls = calls(&path);
    for call in &calls[1..] {
        send(&server.admin, call).await.refused(409, "frozen");
    }
    assert_eq!(server.audit().await.len(), rows);
    let page = data(&super::page(super::FULL, vec![]));
    let (reply, _) = tokio::join!(send(&server.admin, &calls[0]), agent.answer_next(page));
    assert_eq!(reply.ok()["path"], super::FULL);
}

#[tokio::test]
async fn the_right_and_the_scope_of_the_caller_count() {
    let (server, _agent, path) = server_with_agent().await;
    let elsewhere = server.add_site("Other", "Main").await;
    let without = server.caller_without(Right::UseRegistry).await;
    let other = server.scoped_caller(Right::ALL, &[elsewhere.client], &[]).await;
    let rows = server.audit().await.len();
    for call in calls(&path) {
        let refusal = send(&without, &call).await.refused(403, "forbidden");
        let sentence = "Your role may not use the Windows registry (can_use_registry).";
        assert_eq!(refusal["detail"], sentence);
        send(&other, &call).await.refused(404, "not_found");
    }
    assert_eq!(server.audit().await.len(), rows);
}

#[tokio::test]
async fn a_value_that_is_not_there_is_neither_changed_nor_audited() {
    let (server, mut agent, path) = server_with_agent().await;
    let rows = server.audit().await.len();
    for call in &calls(&path)[5..] {
        let page = data(&super::page(super::FULL, vec![]));
        let (reply, _) = tokio::join!(send(&server.admin, call), agent.answer_next(page));
        let sentence = format!("the value a of {} does not exist", super::FULL);
        assert_eq!(reply.refused(400, "agent_error")["detail"], sentence);
    }
    assert_eq!(server.audit().await.len(), rows);

    let many = muster_protocol::RegistryKey { value_count: 50_000, ..Default::default() };
    let answering = async {
        for _ in 0..40 {
            agent.answer_next(data(&many)).await;
        }
    };
    let call = &calls(&path)[5];
    let (reply, ()) = tokio::join!(send(&server.admin, call), answering);
    reply.refused(409, "conflict");
}

#[tokio::test]
async fn every_problem_of_a_request_is_named_at_once() {
    let (server, _agent, path) = server_with_agent().await;
    let rows = server.audit().await.len();
    let hive = "Is a hive, which cannot be created, deleted or renamed.";
    let create = format!("{path}create-key/");
    for (key, sentence) in [
        (json!(" "), "Must not be empty."),
        (
            json!("SOFTWARE\\a"),
            "Must begin with Computer or with one of the hives \
            HKEY_LOCAL_MACHINE, HKEY_USERS, HKEY_CLASSES_ROOT, HKEY_CURRENT_USER, \
            HKEY_CURRENT_CONFIG.",
        ),
        (json!("Computer"), hive),
        (json!("HKLM"), hive),
        (
            json!("HKLM\\SOFTWARE"),
            "Is directly below HKEY_LOCAL_MACHINE or HKEY_USERS, where \
            only hives are, which cannot be created, deleted or renamed.",
        ),
        (json!("HKLM\\a\\\\b"), "Has a key without a name: two \\ in a row."),
        (json!("HKCR".to_owned() + &"\\a".repeat(513)), "Must have at most 512 keys."),
        (
            json!(format!("HKCR\\{}", "😀".repeat(128))),
            "Must have at most 255 characters in the \
            name of each key.",
        ),
        (json!("HKCR\\a\0b"), "Must not contain the character NUL."),
    ] {
        let found = problems(&server, &create, json!({ "path": key })).await;
        assert_eq!(found, json!({ "path": [sentence] }));
    }
    let body = json!({ "old_path": KEY, "new_path": "HKLM\\SYSTEM\\Acme" });
    let sentence = "Must be in the same key as old_path: a key can be renamed, not moved.";
    let found = problems(&server, &format!("{path}rename-key/"), body).await;
    assert_eq!(found, json!({ "new_path": [sentence] }));

    let body = json!({ "path": "Computer", "type": "REG_LINK", "name": "x".repeat(16_384) });
    let found = problems(&server, &format!("{path}modify-value/"), body).await;
    assert_eq!(
        found,
        json!({
            "path": ["Must be a key: Computer only holds the hives."],
            "name": ["Must have at most 16383 characters."],
            "type": ["Must be one of REG_SZ, REG_EXPAND_SZ, REG_MULTI_SZ, REG_DWORD, REG_QWORD, \
                REG_BINARY."],
        })
    );
    let body = json!({ "path": KEY, "old_name": "", "new_name": "" });
    let sentence = json!(["Must not be empty: the default value of a key cannot be renamed."]);
    let found = problems(&server, &format!("{path}rename-value/"), body).await;
    assert_eq!(found, json!({ "old_name": sentence, "new_name": sentence }));

    let page = server.admin.get(&format!("{path}?path=%5C&page=0&page_size=501")).await.problems();
    assert_eq!(
        (&page["page"], &page["page_size"]),
        (&json!(["Must be 1 to 1000000."]), &json!(["Must be 1 to 500."]))
    );
    let found = server.admin.delete(&format!("{path}delete-value/")).await.problems();
    assert_eq!(found, json!({ "path": ["This field is required."], "name": ["Enter a name."] }));
    assert_eq!(server.audit().await.len(), rows);
}

#[tokio::test]
async fn data_that_does_not_fit_its_type_is_refused() {
    let (server, _agent, path) = server_with_agent().await;
    let create = format!("{path}create-value/");
    let whole = |most: u64| format!("Must be a whole number from 0 to {most}.");
    let (dword, qword) = (whole(u64::from(u32::MAX)), whole(u64::MAX));
    let hex = "Must be hexadecimal digits, two for each byte.".to_owned();
    let stored = "Must have at most 1048576 bytes as Windows stores it.".to_owned();
    let sent = "Must have, with path and name, at most 921600 bytes as it is sent to the agent."
        .to_owned();
    let cases = [
        ("REG_SZ", json!({}), "Must be text.".to_owned()),
        ("REG_SZ", json!("a\0"), "Must not contain the character NUL.".to_owned()),
        ("REG_SZ", json!("x".repeat(524_288)), stored.clone()),
        ("REG_EXPAND_SZ", json!("語".repeat(400_000)), sent.clone()),
        ("REG_MULTI_SZ", json!("text"), "Must be a list of texts.".to_owned()),
        ("REG_MULTI_SZ", json!(vec![""; 524_288]), stored.clone()),
        ("REG_DWORD", json!(4_294_967_296_u64), dword.clone()),
        ("REG_DWORD", json!(-1), dword.clone()),
        ("REG_DWORD", json!("+1"), dword.clone()),
        ("REG_DWORD", json!("0x"), dword.clone()),
        ("REG_DWORD", json!("ff"), dword.clone()),
        ("REG_DWORD", json!(1.5), dword.clone()),
        ("REG_DWORD", json!([1]), dword),
        ("REG_QWORD", json!("18446744073709551616"), qword),
        ("REG_BINARY", json!("abc"), hex.clone()),
        ("REG_BINARY", json!("0x00"), hex),
        ("REG_BINARY", json!("00".repeat(1024 * 1024 + 1)), stored),
        ("REG_BINARY", json!("00".repeat(1024 * 1024)), sent.clone()),
    ];
    for (kind, data, sentence) in cases {
        let body = json!({ "path": KEY, "name": "a", "type": kind, "data": data });
        let found = problems(&server, &create, body).await;
        assert_eq!(found, json!({ "data": [sentence] }), "{kind}");
    }
    // Data that could be sent with a short path.
    let body = json!({
        "path": format!("HKCR{}", "\\key".repeat(500)), "name": "a", "type": "REG_BINARY",
        "data": "00".repeat(920_000),
    });
    assert_eq!(problems(&server, &create, body).await, json!({ "data": [sent] }));
}

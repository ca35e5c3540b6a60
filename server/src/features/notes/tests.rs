//! Notes, through the API.

use serde_json::{Value, json};

use crate::auth::Right;
use crate::testing::{Identity, TestServer};

async fn server_with_agent() -> (TestServer, Identity, String) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let path = format!("/agents/{}/notes/", identity.agent_id);
    (server, identity, path)
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|row| row["note"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_note_is_created_read_changed_and_deleted() {
    let (server, identity, path) = server_with_agent().await;

    let note = server.admin.post(&path, json!({ "note": " as sent " })).await.ok();
    let expected = json!({
        "id": 1, "pk": 1, "note": " as sent ", "entry_time": note["entry_time"],
        "username": "admin", "agent_id": identity.agent_id, "modified_by": "admin",
        "modified_time": note["entry_time"],
    });
    assert_eq!(note, expected);
    assert_eq!(server.admin.get("/agents/notes/1/").await.ok(), expected);

    let mut changed = expected.clone();
    changed["note"] = json!("other words");
    for body in [json!({ "note": "other words" }), json!({})] {
        let answer = server.admin.put("/agents/notes/1/", body).await.ok();
        changed["modified_time"] = answer["modified_time"].clone();
        assert_eq!(answer, changed);
    }
    let answer = server.admin.delete("/agents/notes/1/").await.ok();
    assert_eq!(answer, "The note on pc-1 was deleted.");
    server.admin.get("/agents/notes/1/").await.refused(404, "not_found");

    let lines = server.audit_lines().await;
    assert_eq!(
        lines[lines.len() - 4..],
        [
            "admin add note admin left a note on pc-1",
            "admin modify note admin changed a note on pc-1",
            "admin modify note admin changed a note on pc-1",
            "admin delete note admin deleted a note on pc-1",
        ]
    );
}

#[tokio::test]
async fn notes_are_listed_newest_first_for_one_agent_and_for_all() {
    let (server, identity, path) = server_with_agent().await;
    let location = server.add_site("Other", "Main").await;
    let other = server.enrol(location, "pc-2").await;
    server.admin.post(&path, json!({ "note": "one" })).await.ok();
    let body = json!({ "agent_id": other.agent_id, "note": "two" });
    assert_eq!(server.admin.post("/agents/notes/", body).await.ok()["agent_id"], other.agent_id);
    let body = json!({ "agent_id": identity.agent_id, "note": "three" });
    server.admin.post("/agents/notes/", body).await.ok();

    let all = server.admin.get("/agents/notes/").await;
    assert_eq!(all.header("x-total-count"), "3");
    assert_eq!(texts(&all.ok()), ["three", "two", "one"]);
    assert_eq!(texts(&server.admin.get(&path).await.ok()), ["three", "one"]);
    let found = server.admin.get("/agents/notes/?search=note:t&ordering=note").await.ok();
    assert_eq!(texts(&found), ["three", "two"]);

    let stranger = server.scoped_caller(&[Right::ListNotes], &[location.client], &[]).await;
    assert_eq!(texts(&stranger.get("/agents/notes/").await.ok()), ["two"]);
    stranger.get("/agents/notes/1/").await.refused(404, "not_found");
    stranger.get(&path).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_note_needs_text_and_an_agent_in_scope() {
    let (server, identity, path) = server_with_agent().await;
    let elsewhere = server.add_site("Other", "Main").await;

    let problems = server.admin.post(&path, json!({ "note": " \n" })).await.problems();
    assert_eq!(problems, json!({ "note": ["Enter a note."] }));
    let long = json!({ "note": "x".repeat(100_001) });
    let problems = server.admin.post(&path, long).await.problems();
    assert_eq!(problems, json!({ "note": ["Must have at most 100000 characters."] }));
    let problems = server.admin.post("/agents/notes/", json!({})).await.problems();
    assert_eq!(problems, json!({ "agent_id": ["Choose an agent."], "note": ["Enter a note."] }));
    let body = json!({ "agent_id": "nobody", "note": "x" });
    let problems = server.admin.post("/agents/notes/", body).await.problems();
    assert_eq!(problems, json!({ "agent_id": ["Choose an agent."] }));
    server
        .admin
        .post("/agents/nobody/notes/", json!({ "note": "x" }))
        .await
        .refused(404, "not_found");

    let stranger = server.scoped_caller(&[Right::ManageNotes], &[elsewhere.client], &[]).await;
    let body = json!({ "agent_id": identity.agent_id, "note": "x" });
    let problems = stranger.post("/agents/notes/", body).await.problems();
    assert_eq!(problems, json!({ "agent_id": ["Choose an agent."] }));
    let longest = json!({ "note": "x".repeat(100_000) });
    server.admin.post(&path, longest).await.ok();
    let problems = server.admin.put("/agents/notes/1/", json!({ "note": "" })).await.problems();
    assert_eq!(problems, json!({ "note": ["Enter a note."] }));
}

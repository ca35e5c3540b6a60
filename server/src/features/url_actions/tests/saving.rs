//! Adding, changing and deleting URL actions.

use serde_json::{Value, json};

use super::{SECRET, add, audit_lines, path};
use crate::auth::Right;
use crate::storage::sql;
use crate::testing::TestServer;

/// Removes what differs from run to run.
fn timeless(mut action: Value) -> Value {
    for time in ["created_time", "modified_time"] {
        assert!(action.as_object_mut().unwrap().remove(time).is_some());
    }
    action
}

#[tokio::test]
async fn a_url_action_is_added_changed_listed_by_name_and_deleted() {
    let server = TestServer::start().await;
    let mut events = server.follow(&server.admin, &["config"]).await;
    let page =
        add(&server, json!({ "name": " Wiki ", "pattern": "https://w/{{client.name}}" })).await;
    let expected = json!({
        "id": page["id"], "name": "Wiki", "desc": "", "pattern": "https://w/{{client.name}}",
        "action_type": "web", "rest_method": "post", "rest_body": "", "rest_headers": "",
        "signing_secret": null, "created_by": "admin", "modified_by": "admin",
    });
    assert_eq!(timeless(page.clone()), expected);
    let body = json!({
        "name": "chat", "desc": "d", "pattern": "https://chat/", "action_type": "rest",
        "rest_method": "put", "rest_body": "b", "signing_secret": SECRET,
        "rest_headers": "{\"B\": \"1\",  \"A\": 2}",
    });
    let hook = add(&server, body.clone()).await;
    let mask = json!("********");
    for (key, sent) in body.as_object().unwrap() {
        let expected = if key == "signing_secret" { &mask } else { sent };
        assert_eq!(&hook[key], expected, "{key}");
    }
    assert_eq!(server.admin.get("/core/urlaction/").await.ok(), json!([hook, page]));

    let changed = server.admin.put(&path(&page), json!({ "desc": "x", "name": "A" })).await.ok();
    assert_eq!((&changed["desc"], &changed["name"]), (&json!("x"), &json!("A")));
    assert_eq!(changed["pattern"], page["pattern"]);
    assert_eq!(server.admin.delete(&path(&hook)).await.ok(), "deleted URL action chat");
    assert_eq!(server.admin.get("/core/urlaction/").await.ok(), json!([changed]));
    server.admin.delete(&path(&hook)).await.refused(404, "not_found");
    server.admin.put(&path(&hook), json!({})).await.refused(404, "not_found");

    let expected = [
        "admin add urlaction added URL action Wiki",
        "admin add urlaction added URL action chat",
        "admin modify urlaction changed URL action A",
        "admin delete urlaction deleted URL action chat",
    ];
    assert_eq!(audit_lines(&server).await, expected);
    let log = server.audit().await;
    assert_eq!((&log[2]["before_value"], &log[2]["after_value"]), (&page, &changed));
    assert_eq!(log[3]["before_value"], hook);
    let saved = events.receive_event("saved").await["data"].clone();
    assert_eq!(saved, json!({ "entity": "urlaction", "id": page["id"] }));
    let deleted = events.receive_event("deleted").await["data"].clone();
    assert_eq!(deleted, json!({ "entity": "urlaction", "id": hook["id"] }));
}

#[tokio::test]
async fn secrets_are_sealed_masked_and_kept_by_their_mask() {
    let server = TestServer::start().await;
    let headers = json!({ "Authorization": "Bearer kanarienvogel", "Accept": "a" });
    let body = json!({
        "pattern": "https://h/", "action_type": "rest", "rest_headers": headers,
        "signing_secret": "kanarienvogel-14142135",
    });
    let hook = add(&server, body).await;
    let shown = "{\n  \"Accept\": \"a\",\n  \"Authorization\": \"********\"\n}";
    assert_eq!(hook["rest_headers"], shown);
    assert_eq!(hook["signing_secret"], "********");
    let stored = async || {
        let found = crate::domain::webhooks::find_action(
            server.app.db.read(),
            &server.app.vault,
            hook["id"].as_i64().unwrap(),
        );
        let found = found.await.unwrap().unwrap();
        let header = found.template.headers.entries().iter().find(|one| one.is_secret());
        let header = header.map(|header| header.value.reveal().to_owned());
        (header, found.secret.map(|secret| secret.reveal().to_owned()))
    };
    let text = |text: &str| Some(text.to_owned());
    let both = (text("Bearer kanarienvogel"), text("kanarienvogel-14142135"));
    assert_eq!(stored().await, both);

    let same = json!({ "rest_headers": shown, "signing_secret": "********", "desc": "d" });
    server.admin.put(&path(&hook), same).await.ok();
    assert_eq!(stored().await, both);
    let other = json!({ "rest_headers": { "X-Token": "t2" }, "signing_secret": null });
    let other = server.admin.put(&path(&hook), other).await.ok();
    assert_eq!(other["signing_secret"], Value::Null);
    assert_eq!(stored().await, (text("t2"), None));
    let none = server.admin.put(&path(&hook), json!({ "rest_headers": null })).await.ok();
    assert_eq!(none["rest_headers"], "");

    let db = server.app.db.read();
    let columns = "select coalesce(before_value, '') || coalesce(after_value, '') from audit_log";
    for text in [columns, "select pattern || rest_body || description from url_actions"] {
        let found: Vec<String> = sql::values(db, text, []).await.unwrap();
        assert!(!found.iter().any(|text| text.contains("kanarienvogel")), "{found:?}");
    }
}

#[tokio::test]
async fn another_server_gets_no_secrets_of_the_one_before() {
    let server = TestServer::start().await;
    let body = json!({
        "pattern": "https://one/a", "action_type": "rest", "signing_secret": SECRET,
        "rest_headers": { "X-Token": "t", "Accept": "a" },
    });
    let hook = add(&server, body).await;
    let change = async |body: Value| server.admin.put(&path(&hook), body).await;
    change(json!({ "pattern": "https://one/b?c" })).await.ok();
    let again = "enter it again: it was for another server.";
    let expected = json!({
        "rest_headers": [format!("X-Token: {again}")],
        "signing_secret": ["Enter it again: it was for another server."],
    });
    for pattern in ["https://two/b", "http://one/b", "https://one:444/b"] {
        assert_eq!(change(json!({ "pattern": pattern })).await.problems(), expected);
    }
    let masked = json!({
        "pattern": "https://two/", "rest_headers": hook["rest_headers"], "signing_secret": null,
    });
    let mask = "X-Token: this is the mask of a value: enter the value.";
    assert_eq!(change(masked).await.problems(), json!({ "rest_headers": [mask] }));
    let all = json!({
        "pattern": "https://two/", "rest_headers": { "X-Token": "u" }, "signing_secret": SECRET,
    });
    change(all).await.ok();
}

#[tokio::test]
async fn all_problems_of_a_url_action_are_reported_at_once() {
    let server = TestServer::start().await;
    let cases = [
        (json!({}), json!({ "name": ["Enter a name."], "pattern": ["This field is required."] })),
        (
            json!({
                "name": "n".repeat(256), "pattern": "x".repeat(4097), "desc": "d".repeat(1001),
                "action_type": "mail", "rest_method": "HEAD", "rest_body": "b".repeat(65_537),
                "rest_headers": [], "signing_secret": "s".repeat(15),
            }),
            json!({
                "name": ["Must have at most 255 characters."],
                "pattern": ["Must have at most 4096 characters."],
                "desc": ["Must have at most 1000 characters."],
                "action_type": ["Must be one of web, rest."],
                "rest_method": ["Must be one of get, post, put, delete, patch."],
                "rest_body": ["Must have at most 65536 bytes."],
                "rest_headers": ["Must be a JSON object of texts."],
                "signing_secret": ["Must have at least 16 characters."],
            }),
        ),
        (
            json!({
                "name": "n", "pattern": "https://{{agent.hostname}}/", "action_type": "rest",
                "rest_headers": "{\"Host\": \"h\", \"X-Key\": \"********\"}",
                "signing_secret": "********",
            }),
            json!({
                "pattern": ["The host must not come from an agent, client, site or alert."],
                "rest_headers": ["Host: the server sets this header itself."],
                "signing_secret": ["This is the mask of a secret, not a secret."],
            }),
        ),
        (
            json!({
                "name": "n", "pattern": "javascript:alert(1)", "signing_secret": "s".repeat(256),
                "rest_headers": { "X-Key": "********" },
            }),
            json!({
                "pattern": ["Must be an address that a browser may open."],
                "rest_headers": ["X-Key: this is the mask of a value: enter the value."],
                "signing_secret": ["Must have at most 255 bytes."],
            }),
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(server.admin.post("/core/urlaction/", body).await.problems(), expected);
    }
    let page = add(&server, json!({ "pattern": "rdp://{{agent.hostname}}" })).await;
    let change = json!({ "action_type": "rest", "rest_headers": { "X-Key": "********" } });
    let expected = json!({
        "pattern": ["Must begin with https:// or http://."],
        "rest_headers": ["X-Key: this is the mask of a value: enter the value."],
    });
    assert_eq!(server.admin.put(&path(&page), change).await.problems(), expected);
    assert_eq!(audit_lines(&server).await.len(), 1);
}

#[tokio::test]
async fn values_of_the_key_store_are_written_by_people_who_may_see_it() {
    let server = TestServer::start().await;
    let editor = server.caller_with(&[Right::EditCoreSettings]).await;
    let body = json!({
        "name": "n", "pattern": "https://h/{{global.a}}", "action_type": "rest",
        "rest_body": "{{global.b}} {{agent.x}}", "rest_headers": { "X": "{{ global.c }}" },
    });
    let may_not = |name: &str| {
        json!([format!(
            "{{{{global.{name}}}}} can only be used by people who may see the key store."
        )])
    };
    let expected = json!({
        "pattern": may_not("a"), "rest_body": may_not("b"), "rest_headers": may_not("c"),
    });
    let refused = editor.post("/core/urlaction/", body.clone()).await;
    assert_eq!(refused.problems(), expected);

    let hook = add(&server, body).await;
    editor.put(&path(&hook), json!({ "name": "m", "desc": "d" })).await.ok();
    // Another address would get the values, too.
    for change in
        [json!({ "pattern": "https://evil/{{global.a}}" }), json!({ "rest_method": "put" })]
    {
        assert_eq!(editor.put(&path(&hook), change).await.problems(), expected);
    }
    editor
        .put(&path(&hook), json!({ "pattern": "https://h/", "rest_body": "", "rest_headers": "" }))
        .await
        .ok();
}

#[tokio::test]
async fn a_caller_with_a_scope_reads_but_does_not_write() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let page = add(&server, json!({ "pattern": "https://w/" })).await;
    let scoped = server.scoped_caller(Right::ALL, &[location.client], &[]).await;
    assert_eq!(scoped.get("/core/urlaction/").await.ok(), json!([page]));
    let body = json!({ "name": "b", "pattern": "https://w/" });
    scoped.post("/core/urlaction/", body.clone()).await.refused(403, "forbidden");
    scoped.put(&path(&page), body).await.refused(403, "forbidden");
    scoped.delete(&path(&page)).await.refused(403, "forbidden");
    for right in [Right::RunUrlactions, Right::EditCoreSettings] {
        let caller = server.caller_with(&[right]).await;
        assert_eq!(caller.get("/core/urlaction/").await.ok(), json!([page]));
        assert_eq!(caller.get("/core/urlaction/presets/").await.ok().as_array().unwrap().len(), 8);
    }
}

#[tokio::test]
async fn one_that_users_prefer_is_in_use_and_with_force_they_forget_it() {
    let server = TestServer::start().await;
    let (page, other) = (
        add(&server, json!({ "name": "one", "pattern": "https://w/" })).await,
        add(&server, json!({ "name": "two", "pattern": "https://w/" })).await,
    );
    let click = json!({ "agent_dblclick_action": "urlaction", "url_action": page["id"] });
    let chosen = server.admin.patch("/accounts/users/ui/", click).await.ok();
    assert_eq!(chosen["url_action"], page["id"]);
    let unknown = json!({ "url_action": 999_999 });
    let problems = server.admin.patch("/accounts/users/ui/", unknown).await.problems();
    assert_eq!(problems, json!({ "url_action": ["There is no such URL action."] }));

    let refusal = server.admin.delete(&path(&page)).await.refused(409, "in_use");
    assert_eq!(refusal["detail"], "It is in use by user admin.");
    server.admin.delete(&path(&other)).await.ok();
    let deleted = server.admin.delete(&format!("{}?force=true", path(&page))).await.ok();
    assert_eq!(deleted, "deleted URL action one, which 1 place used");
    let info = server.admin.get("/core/dashinfo/").await.ok();
    assert_eq!(
        (&info["url_action"], &info["dbl_click_action"]),
        (&Value::Null, &json!("editagent"))
    );
}

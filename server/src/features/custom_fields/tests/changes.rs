//! `PUT /core/customfields/<id>/`.

use serde_json::{Value, json};

use super::{define, entry, field_path, id_of, values};
use crate::testing::TestServer;

/// A server with a field and one agent per text, each with that text.
struct Fleet {
    server: TestServer,
    field: i64,
    agents: Vec<String>,
}

impl Fleet {
    async fn new(field: Value, texts: &[&str]) -> Self {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let field = define(&server, field).await;
        let mut agents = Vec::new();
        for text in texts {
            let identity = server.enrol(location, "pc").await;
            let path = format!("/agents/{}/", identity.agent_id);
            server.admin.put(&path, entry(field, text)).await.ok();
            agents.push(path);
        }
        Self { server, field, agents }
    }

    async fn put(&self, body: Value) -> crate::testing::Reply {
        self.server.admin.put(&field_path(self.field), body).await
    }

    /// What each agent shows as the value.
    async fn stored(&self) -> Vec<Value> {
        let mut found = Vec::new();
        for path in &self.agents {
            let agent = self.server.admin.get(path).await.ok();
            found.push(agent["custom_fields"][0]["value"].clone());
        }
        found
    }
}

fn field(kind: &str) -> Value {
    json!({ "model": "agent", "name": "F", "type": kind, "options": ["1", "2"] })
}

#[tokio::test]
async fn a_definition_is_changed_in_part() {
    let server = TestServer::start().await;
    let body = json!({ "model": "agent", "name": "Owner", "order": 4, "required": true });
    let before = server.admin.post("/core/customfields", body).await.ok();
    let path = field_path(id_of(&before));

    let change = json!({ "name": " owner ", "model": "AGENT", "order": 0, "hide_in_ui": true });
    let after = server.admin.put(&path, change).await.ok();

    let mut expected = before.clone();
    expected["name"] = json!("owner");
    expected["order"] = json!(0);
    expected["hide_in_ui"] = json!(true);
    expected["modified_time"] = after["modified_time"].clone();
    assert_eq!(after, expected);
    assert_eq!(server.admin.get(&path).await.ok(), after);
    let line = "admin modify customfield changed custom field owner of agents";
    assert_eq!(server.audit_lines().await[1], line);
    let row = &server.audit().await[1];
    assert_eq!((&row["before_value"], &row["after_value"]), (&before, &after));
}

#[tokio::test]
async fn a_wrong_change_changes_nothing() {
    let server = TestServer::start().await;
    define(&server, json!({ "model": "agent", "name": "Other" })).await;
    let id = define(&server, json!({ "model": "agent", "name": "Owner" })).await;
    let before = server.admin.get(&field_path(id)).await.ok();
    let rows = server.audit().await.len();

    let body = json!({ "name": "OTHER", "model": "site", "type": "single", "order": 1 });
    let problems = server.admin.put(&field_path(id), body).await.problems();

    assert_eq!(
        problems,
        json!({
            "name": ["This name is already used."], "model": ["This cannot be changed."],
            "options": ["This field is required for the type single."],
        })
    );
    let null = "Must not be null.";
    for (name, sentence) in [("name", "Enter a name."), ("type", null), ("model", null)] {
        let body = json!({ name: null });
        let problems = server.admin.put(&field_path(id), body).await.problems();
        assert_eq!(problems, json!({ name: [sentence] }));
    }
    assert_eq!(server.admin.get(&field_path(id)).await.ok(), before);
    assert_eq!(server.audit().await.len(), rows);
}

#[tokio::test]
async fn a_new_type_converts_all_stored_values() {
    let cases: &[(&str, &[&str], &str, Value)] = &[
        ("text", &[" 1", "2.50 "], "number", json!(["1", "2.50"])),
        ("text", &["yes", "0", "true"], "checkbox", json!([true, false, true])),
        ("text", &["1, 2", ""], "multiple", json!([["1", "2"], []])),
        ("text", &[" 2"], "single", json!(["2"])),
        (
            "text",
            &["2026-01-31T13:30", "2026-01-31T13:30:00+01:00", "2026-01-31T12:30:00Z"],
            "datetime",
            json!(["2026-01-31T13:30", "2026-01-31T12:30:00Z", "2026-01-31T12:30:00Z"]),
        ),
        ("number", &["1", "0"], "checkbox", json!([true, false])),
        ("single", &["1"], "multiple", json!([["1"]])),
        ("multiple", &["1"], "single", json!(["1"])),
        ("multiple", &["2,1", ""], "text", json!(["2,1", ""])),
        ("checkbox", &["yes", "no"], "text", json!(["true", "false"])),
        ("datetime", &["2026-01-31T13:30"], "text", json!(["2026-01-31T13:30"])),
    ];
    for (old, texts, new, expected) in cases {
        let fleet = Fleet::new(field(old), texts).await;
        fleet.put(json!({ "type": new })).await.ok();
        assert_eq!(json!(fleet.stored().await), *expected, "{old} → {new}");
    }
}

#[tokio::test]
async fn a_type_that_a_stored_value_does_not_fit_is_refused_whole() {
    let long = "x".repeat(50);
    let cases: &[(&str, &[&str], &str, &str)] = &[
        ("text", &["1", "many", ""], "number", r#""", "many""#),
        ("text", &["3", "1"], "single", r#""3""#),
        ("multiple", &["1,2", "1"], "single", r#""1,2""#),
        ("number", &["5", "1"], "checkbox", r#""5""#),
        ("checkbox", &["yes"], "datetime", r#""true""#),
        ("text", &[&long], "number", &format!("\"{}…\"", "x".repeat(40))),
    ];
    for (old, texts, new, named) in cases {
        let fleet = Fleet::new(field(old), texts).await;
        let before = fleet.stored().await;
        let problems = fleet.put(json!({ "type": new, "name": "New" })).await.problems();
        let sentence = format!("Stored values do not fit {new}: {named}.");
        assert_eq!(problems, json!({ "type": [sentence] }), "{old} → {new}");
        assert_eq!(fleet.stored().await, before);
        let field = fleet.server.admin.get(&field_path(fleet.field)).await.ok();
        assert_eq!((&field["type"], &field["name"]), (&json!(old), &json!("F")));
    }
}

#[tokio::test]
async fn only_ten_values_are_named() {
    let texts: Vec<String> = (0..12).map(|number| format!("v{number:02}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let fleet = Fleet::new(field("text"), &texts).await;

    let problems = fleet.put(json!({ "type": "number" })).await.problems();

    let sentence = problems["type"][0].as_str().unwrap();
    assert!(sentence.ends_with(r#""v08", "v09" and 2 more."#), "{sentence}");
}

#[tokio::test]
async fn an_option_in_use_cannot_be_removed_and_others_can() {
    for (kind, texts) in [("multiple", ["red,green"]), ("single", ["green"])] {
        let body = json!({
            "model": "agent", "name": "Colors", "type": kind, "options": ["red", "green", "blue"],
        });
        let fleet = Fleet::new(body, &texts).await;

        let problems = fleet.put(json!({ "options": ["red", "Green"] })).await.problems();
        assert_eq!(
            problems,
            json!({ "options": ["These options are in use and cannot be removed: \"green\"."] })
        );
        let before = fleet.stored().await;
        let changed = fleet.put(json!({ "options": ["green", "new", "red"] })).await.ok();
        assert_eq!(changed["options"], json!(["green", "new", "red"]));
        assert_eq!(fleet.stored().await, before);
    }
}

#[tokio::test]
async fn a_default_must_fit_the_new_options_and_the_new_type() {
    let server = TestServer::start().await;
    let body = json!({
        "model": "agent", "name": "Color", "type": "single", "options": ["red", "green"],
        "default_value_string": "green",
    });
    let path = field_path(define(&server, body).await);
    let put = async |body: Value| server.admin.put(&path, body).await;

    let problems = put(json!({ "options": ["red"] })).await.problems();
    assert_eq!(problems, json!({ "default_value_string": ["Must be one of red."] }));
    let problems = put(json!({ "type": "number" })).await.problems();
    assert_eq!(problems, json!({ "default_value_string": ["Must be a number."] }));
    put(json!({ "options": ["red"], "default_value_string": null })).await.ok();
    let changed = put(json!({ "type": "number", "default_value_string": "5" })).await.ok();
    assert_eq!(
        (&changed["type"], &changed["default_value_string"]),
        (&json!("number"), &json!("5"))
    );
}

#[tokio::test]
async fn a_new_default_changes_no_value_and_sets_none() {
    let fleet = Fleet::new(field("text"), &["kept"]).await;
    let location = fleet.server.add_site("Other", "Main").await;
    let identity = fleet.server.enrol(location, "empty").await;

    fleet.put(json!({ "default_value_string": "new" })).await.ok();

    assert_eq!(fleet.stored().await, [json!("kept")]);
    let path = format!("/agents/{}/", identity.agent_id);
    let empty = fleet.server.admin.get(&path).await.ok();
    assert_eq!(values(&empty), json!({}));
}

//! Custom fields in `PUT /agents/<agent_id>/` and what agents show.

use serde_json::{Value, json};

use super::{define, entry, values};
use crate::testing::{Location, TestServer};

struct Desk {
    server: TestServer,
    location: Location,
    agent: i64,
    path: String,
}

impl Desk {
    async fn new() -> Self {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let identity = server.enrol(location, "pc-1").await;
        let path = format!("/agents/{}/", identity.agent_id);
        let agent = super::id_of(&server.admin.get(&path).await.ok());
        Self { server, location, agent, path }
    }

    async fn define(&self, kind: &str) -> i64 {
        let body = json!({
            "model": "agent", "name": kind, "type": kind, "options": ["red", "green"],
        });
        define(&self.server, body).await
    }

    async fn put(&self, body: Value) -> crate::testing::Reply {
        self.server.admin.put(&self.path, body).await
    }

    async fn read(&self) -> Value {
        self.server.admin.get(&self.path).await.ok()
    }
}

#[tokio::test]
async fn the_example_of_the_specification_is_stored() {
    let desk = Desk::new().await;
    let field = desk.define("multiple").await;

    let answer = desk.put(entry(field, "red,green")).await.ok();

    let shown = answer["custom_fields"].clone();
    assert_eq!(
        shown,
        json!([{
            "id": shown[0]["id"], "field": field, "agent": desk.agent, "name": "multiple",
            "type": "multiple", "value": ["red", "green"], "string_value": "red,green",
            "bool_value": null, "multiple_value": ["red", "green"],
        }])
    );
    assert!(shown[0]["id"].is_i64());
    assert_eq!(desk.read().await, answer);
    let list = desk.server.admin.get("/agents/").await.ok();
    assert_eq!(list[0]["custom_fields"], shown);
}

#[tokio::test]
async fn values_come_in_the_order_of_their_definitions_and_only_those_that_are_set() {
    let desk = Desk::new().await;
    let field = async |name: &str, more: Value| {
        let mut body = json!({ "model": "agent", "name": name, "options": ["red", "green"] });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        define(&desk.server, body).await
    };
    let multiple = json!({ "type": "multiple", "default_values_multiple": ["red"] });
    let second = field("second", multiple).await;
    let third = field("third", json!({ "type": "checkbox", "default_value_bool": true })).await;
    let last = field("also last", json!({ "order": 1 })).await;
    field("First", json!({ "default_value_string": "x" })).await;
    define(&desk.server, json!({ "model": "site", "name": "of sites" })).await;
    assert_eq!(desk.read().await["custom_fields"], json!([]));

    let entries = json!([
        { "field": last, "string_value": "" }, { "field": third, "bool_value": false },
        { "field": second, "multiple_value": [] },
    ]);
    let shown = desk.put(json!({ "custom_fields": entries })).await.ok()["custom_fields"].clone();

    let value = |index: usize, field: i64, name: &str, kind: &str, value: Value, text: &str| {
        let flag = if kind == "checkbox" { value.clone() } else { Value::Null };
        let list = if kind == "multiple" { value.clone() } else { Value::Null };
        json!({
            "id": shown[index]["id"], "field": field, "agent": desk.agent, "name": name,
            "type": kind, "value": value, "string_value": text, "bool_value": flag,
            "multiple_value": list,
        })
    };
    assert_eq!(
        shown,
        json!([
            value(0, second, "second", "multiple", json!([]), ""),
            value(1, third, "third", "checkbox", json!(false), "false"),
            value(2, last, "also last", "text", json!(""), ""),
        ])
    );
    assert_eq!(desk.server.admin.get("/agents/").await.ok()[0]["custom_fields"], shown);
}

#[tokio::test]
async fn every_type_takes_its_text_form_and_its_own() {
    let desk = Desk::new().await;
    let cases = [
        ("text", json!({"string_value": " kept, as sent "}), json!(" kept, as sent ")),
        ("text", json!({"string_value": ""}), json!("")),
        ("number", json!({"string_value": " 0.10 "}), json!("0.10")),
        ("single", json!({"string_value": "green"}), json!("green")),
        ("multiple", json!({"string_value": " green, ,red"}), json!(["green", "red"])),
        ("multiple", json!({"string_value": ""}), json!([])),
        ("multiple", json!({"multiple_value": ["green", "red"]}), json!(["green", "red"])),
        ("multiple", json!({"multiple_value": []}), json!([])),
        ("checkbox", json!({"string_value": "Yes"}), json!(true)),
        ("checkbox", json!({"bool_value": false}), json!(false)),
        ("checkbox", json!({"string_value": "1"}), json!(true)),
        ("datetime", json!({"string_value": "2026-01-31T13:30"}), json!("2026-01-31T13:30")),
        (
            "datetime",
            json!({"string_value": "2026-01-31T13:30:00+01:00"}),
            json!("2026-01-31T12:30:00Z"),
        ),
        // As read before, with the forms that do not count null.
        (
            "multiple",
            json!({"string_value": "red", "multiple_value": [" red"], "bool_value": null,
                   "value": ["red"], "id": 5, "name": "x"}),
            json!(["red"]),
        ),
        (
            "checkbox",
            json!({"string_value": null, "bool_value": true, "multiple_value": null}),
            json!(true),
        ),
    ];
    let mut fields = std::collections::HashMap::new();
    for kind in ["text", "number", "single", "multiple", "checkbox", "datetime"] {
        fields.insert(kind, desk.define(kind).await);
    }
    for (kind, mut sent, expected) in cases {
        sent["field"] = json!(fields[kind]);
        let answer = desk.put(json!({ "custom_fields": [sent] })).await.ok();
        assert_eq!(values(&answer)[kind], expected, "{sent}");
    }
}

#[tokio::test]
async fn null_clears_and_fields_not_named_stay() {
    let desk = Desk::new().await;
    let body = json!({ "model": "agent", "name": "A", "default_value_string": "default" });
    let (a, b) = (define(&desk.server, body).await, desk.define("number").await);
    let both = json!({ "custom_fields": [{ "field": a, "string_value": "x" },
                                         { "field": b, "string_value": "5" }] });
    desk.put(both).await.ok();

    for name in ["string_value", "bool_value", "multiple_value"] {
        desk.put(entry(a, "x")).await.ok();
        let answer = desk.put(json!({ "custom_fields": [{ "field": a, name: null }] })).await.ok();
        assert_eq!(values(&answer), json!({ "number": "5" }));
    }
    for untouched in [json!({}), json!({ "custom_fields": [] }), json!({ "custom_fields": null })] {
        let answer = desk.put(untouched).await.ok();
        assert_eq!(values(&answer), json!({ "number": "5" }));
    }
}

#[tokio::test]
async fn a_wrong_entry_changes_nothing_at_all() {
    let desk = Desk::new().await;
    let (text, number) = (desk.define("text").await, desk.define("number").await);
    let (single, multiple) = (desk.define("single").await, desk.define("multiple").await);
    let (checkbox, datetime) = (desk.define("checkbox").await, desk.define("datetime").await);
    let foreign = define(&desk.server, json!({ "model": "client", "name": "x" })).await;
    desk.put(entry(text, "before")).await.ok();
    let (before, rows) = (desk.read().await, desk.server.audit().await.len());
    let none = "There is no such custom field here.";
    let unfit = |kind: &str| format!("This does not fit a field of type {kind}.");
    let cases = [
        (json!({"field": 999, "string_value": "x"}), "field", none.to_owned()),
        (json!({"field": foreign, "string_value": "x"}), "field", none.to_owned()),
        (
            json!({"field": text, "string_value": "y"}),
            "field",
            "This custom field has more than one entry.".to_owned(),
        ),
        (json!({"string_value": "x"}), "field", "This field is required.".to_owned()),
        (json!({"field": null}), "field", "Must not be null.".to_owned()),
        (json!({"field": "one"}), "field", "Must be a whole number.".to_owned()),
        (json!({"field": number, "string_value": [5]}), "string_value", "Must be text.".to_owned()),
        (
            json!({"field": number, "string_value": "a\0"}),
            "string_value",
            "Must not contain the character NUL.".to_owned(),
        ),
        (
            json!({"field": number, "string_value": ""}),
            "string_value",
            "Must be a number.".to_owned(),
        ),
        (
            json!({"field": single, "string_value": "blue"}),
            "string_value",
            "Must be one of red, green.".to_owned(),
        ),
        (
            json!({"field": multiple, "string_value": "red,blue"}),
            "string_value",
            "Must be one of red, green.".to_owned(),
        ),
        (
            json!({"field": multiple, "multiple_value": ["red,green"]}),
            "multiple_value",
            "Must be one of red, green.".to_owned(),
        ),
        (
            json!({"field": multiple, "multiple_value": "red"}),
            "multiple_value",
            "Must be a list of texts.".to_owned(),
        ),
        (
            json!({"field": checkbox, "string_value": "maybe"}),
            "string_value",
            "Must be true or false, yes or no, 1 or 0.".to_owned(),
        ),
        (
            json!({"field": checkbox, "bool_value": "maybe"}),
            "bool_value",
            "Must be true or false.".to_owned(),
        ),
        (
            json!({"field": datetime, "string_value": "2026-13-01T00:00"}),
            "string_value",
            "Must be a time such as 2026-01-31T13:30:00Z or 2026-01-31T13:30.".to_owned(),
        ),
        (json!({"field": number, "bool_value": true}), "bool_value", unfit("number")),
        (json!({"field": single, "multiple_value": ["red"]}), "multiple_value", unfit("single")),
        (
            json!({"field": checkbox, "string_value": "yes", "bool_value": false}),
            "bool_value",
            "This contradicts the other form of the value.".to_owned(),
        ),
    ];
    for (wrong, name, sentence) in cases {
        let good = json!({ "field": text, "string_value": "after" });
        let body = json!({ "description": "after", "custom_fields": [good, wrong] });
        let problems = desk.put(body).await.problems();
        assert_eq!(problems, json!({ format!("custom_fields[1].{name}"): [sentence] }), "{wrong}");
    }
    for (list, path, sentence) in [
        (json!({}), "custom_fields", "Must be a list."),
        (json!(["x"]), "custom_fields[0]", "Must be an object."),
    ] {
        let problems = desk.put(json!({ "custom_fields": list })).await.problems();
        assert_eq!(problems, json!({ path: [sentence] }));
    }
    assert_eq!(desk.read().await, before);
    assert_eq!(desk.server.audit().await.len(), rows);
}

#[tokio::test]
async fn all_wrong_entries_are_named_at_once() {
    let desk = Desk::new().await;
    let number = desk.define("number").await;
    let body = json!({
        "site": 999,
        "custom_fields": [{ "field": number, "string_value": "x" },
                          { "field": 999, "string_value": "x" }],
    });

    let problems = desk.put(body).await.problems();

    assert_eq!(
        problems,
        json!({
            "site": ["There is no such site."],
            "custom_fields[0].string_value": ["Must be a number."],
            "custom_fields[1].field": ["There is no such custom field here."],
        })
    );
}

#[tokio::test]
async fn a_change_is_audited_once_with_the_values_before_and_after() {
    let desk = Desk::new().await;
    let field = desk.define("number").await;
    desk.put(entry(field, "1")).await.ok();
    let rows = desk.server.audit().await.len();

    desk.put(entry(field, "2")).await.ok();

    let audit = desk.server.audit().await;
    assert_eq!(audit.len(), rows + 1);
    let row = &audit[rows];
    assert_eq!((&row["action"], &row["object_type"]), (&json!("modify"), &json!("agent")));
    let text = |side: &str| row[side]["custom_fields"][0]["string_value"].clone();
    assert_eq!((text("before_value"), text("after_value")), (json!("1"), json!("2")));
}

#[tokio::test]
async fn a_search_finds_values_and_not_the_names_of_fields() {
    let desk = Desk::new().await;
    let field = desk.define("multiple").await;
    desk.put(entry(field, "green")).await.ok();
    desk.server.enrol(desk.location, "pc-2").await;
    let found = async |query: &str| {
        let list = desk.server.admin.get(&format!("/agents/?search={query}")).await;
        list.header("x-total-count").to_owned()
    };

    assert_eq!(found("GREEN").await, "1");
    assert_eq!(found("custom_fields:green").await, "1");
    assert_eq!(found("green&detail=false").await, "1");
    assert_eq!(found("-green").await, "1");
    assert_eq!(found("multiple").await, "0");
    let list = desk.server.admin.get("/agents/?search=green").await.ok();
    assert_eq!(list[0]["custom_fields"], desk.read().await["custom_fields"]);
}

//! `/core/customfields` and `/core/customfields/<id>/`.

use serde_json::{Value, json};

use super::{define, field_path, id_of};
use crate::testing::TestServer;

fn colors() -> Value {
    json!({ "model": "agent", "name": "Colors", "type": "multiple", "options": ["red", "green"] })
}

/// A definition as it is answered, without what differs from run to run.
fn plain(mut field: Value) -> Value {
    for stamp in ["created_time", "modified_time"] {
        let time = field.as_object_mut().unwrap().remove(stamp).unwrap();
        assert!(time.as_str().unwrap().ends_with('Z'), "{time}");
    }
    field
}

#[tokio::test]
async fn the_example_of_the_specification_is_created() {
    let server = TestServer::start().await;

    let field = server.admin.post("/core/customfields", colors()).await.ok();

    let id = id_of(&field);
    assert_eq!(server.admin.get("/core/customfields").await.ok(), json!([field]));
    assert_eq!(server.admin.get(&field_path(id)).await.ok(), field);
    assert_eq!(
        plain(field),
        json!({
            "id": id, "model": "agent", "name": "Colors", "type": "multiple",
            "options": ["red", "green"], "required": false, "default_value_string": "",
            "default_value_bool": false, "default_values_multiple": [], "order": 0,
            "hide_in_ui": false, "hide_in_summary": false, "created_by": "admin",
            "modified_by": "admin",
        })
    );
    let line = "admin add customfield added custom field Colors of agents";
    assert_eq!(server.audit_lines().await, [line]);
    let row = &server.audit().await[0];
    assert_eq!((&row["object_id"], &row["before_value"]), (&json!(id.to_string()), &Value::Null));
    assert_eq!(row["after_value"]["options"], json!(["red", "green"]));
}

#[tokio::test]
async fn everything_that_is_sent_is_kept() {
    let server = TestServer::start().await;
    let body = json!({
        "model": "Client", "name": "  Größe ", "type": "number", "options": [" a ", "b"],
        "required": true, "default_value_string": " 0.10 ", "default_value_bool": true,
        "default_values_multiple": ["x"], "order": 3, "hide_in_ui": true,
        "hide_in_summary": true, "id": 99, "created_by": "me", "anything": {},
    });

    let field = server.admin.post("/core/customfields", body).await.ok();

    assert_eq!(
        plain(field.clone()),
        json!({
            "id": id_of(&field), "model": "client", "name": "Größe", "type": "number",
            "options": ["a", "b"], "required": true, "default_value_string": "0.10",
            "default_value_bool": true, "default_values_multiple": ["x"], "order": 3,
            "hide_in_ui": true, "hide_in_summary": true, "created_by": "admin",
            "modified_by": "admin",
        })
    );
}

#[tokio::test]
async fn a_field_is_a_text_by_default_and_null_counts_as_not_sent() {
    let server = TestServer::start().await;
    let body = json!({
        "model": "SITE", "name": "x".repeat(100), "options": null, "required": null,
        "default_value_string": null, "default_value_bool": null,
        "default_values_multiple": null, "order": null, "hide_in_ui": null,
    });

    let field = server.admin.post("/core/customfields", body).await.ok();

    assert_eq!((&field["model"], &field["type"]), (&json!("site"), &json!("text")));
    assert_eq!((&field["options"], &field["order"]), (&json!([]), &json!(0)));
}

#[tokio::test]
async fn every_problem_of_a_definition_is_named() {
    let server = TestServer::start().await;
    define(&server, json!({ "model": "agent", "name": "Straße" })).await;
    let base = |name: &str, value: Value| {
        let mut body = json!({ "model": "agent", "name": "New" });
        body[name] = value;
        body
    };
    let of_kind = |kind: &str, name: &str, value: Value| {
        let mut body = base("type", json!(kind));
        body["options"] = json!(["red", "green"]);
        body[name] = value;
        body
    };
    let many: Vec<String> = (0..1001).map(|number| number.to_string()).collect();
    let cases = [
        (json!({}), json!({"model": ["This field is required."], "name": ["Enter a name."]})),
        (base("model", json!("user")), json!({"model": ["Must be one of agent, client, site."]})),
        (base("name", json!(" ")), json!({"name": ["Enter a name."]})),
        (
            base("name", json!("x".repeat(101))),
            json!({"name": ["Must have at most 100 characters."]}),
        ),
        (base("name", json!("STRAßE")), json!({"name": ["This name is already used."]})),
        (
            json!({"model": {}, "name": null, "type": "Text", "options": "red", "required": 2,
                   "default_value_string": [5], "default_value_bool": "yes",
                   "default_values_multiple": [[1]], "order": -1, "hide_in_ui": -1,
                   "hide_in_summary": "no"}),
            json!({
                "model": ["Must be text."], "name": ["Enter a name."],
                "type": ["Must be one of text, number, single, multiple, checkbox, datetime."],
                "options": ["Must be a list of texts."], "required": ["Must be true or false."],
                "default_value_string": ["Must be text."],
                "default_value_bool": ["Must be true or false."],
                "default_values_multiple[0]": ["Must be a list of texts."],
                "order": ["Must be 0 to 1000000."], "hide_in_ui": ["Must be true or false."],
                "hide_in_summary": ["Must be true or false."],
            }),
        ),
        (
            base("type", json!("single")),
            json!({"options": ["This field is required for the type single."]}),
        ),
        (
            of_kind("multiple", "options", json!([])),
            json!({"options": ["This field is required for the type multiple."]}),
        ),
        (
            of_kind("multiple", "options", json!(["red", " red ", " ", "a,b", "x".repeat(256)])),
            json!({
                "options[1]": ["This option is listed twice."], "options[2]": ["Must not be empty."],
                "options[3]": ["Must not contain a comma, which is between the options of a value."],
                "options[4]": ["Must have at most 255 characters."],
            }),
        ),
        (
            of_kind("single", "options", json!(many)),
            json!({"options": ["Must have at most 1000 items."]}),
        ),
        (
            of_kind("single", "default_value_string", json!("blue")),
            json!({"default_value_string": ["Must be one of red, green."]}),
        ),
        (
            of_kind("multiple", "default_values_multiple", json!(["red", "blue"])),
            json!({"default_values_multiple": ["Must be one of red, green."]}),
        ),
        (
            of_kind("number", "default_value_string", json!("many")),
            json!({"default_value_string": ["Must be a number."]}),
        ),
        (
            of_kind("datetime", "default_value_string", json!("now")),
            json!({"default_value_string":
                ["Must be a time such as 2026-01-31T13:30:00Z or 2026-01-31T13:30."]}),
        ),
    ];
    let rows = server.audit().await.len();
    for (body, expected) in cases {
        let problems = server.admin.post("/core/customfields", body.clone()).await.problems();
        assert_eq!(problems, expected, "{body}");
    }
    assert_eq!(server.audit().await.len(), rows);
    let list = server.admin.get("/core/customfields").await;
    assert_eq!(list.header("x-total-count"), "1");
}

#[tokio::test]
async fn one_name_may_be_used_once_per_model() {
    let server = TestServer::start().await;
    for model in ["agent", "client", "site"] {
        define(&server, json!({ "model": model, "name": "Owner" })).await;
        let again = json!({ "model": model.to_uppercase(), "name": " OWNER" });
        let problems = server.admin.post("/core/customfields", again).await.problems();
        assert_eq!(problems, json!({ "name": ["This name is already used."] }));
    }
}

#[tokio::test]
async fn definitions_are_listed_by_name_and_by_model() {
    let server = TestServer::start().await;
    for (model, name) in [("agent", "b"), ("site", "a"), ("agent", "A"), ("client", "c")] {
        define(&server, json!({ "model": model, "name": name, "order": 7 })).await;
    }
    let names = async |reply: crate::testing::Reply| {
        let list = reply.ok();
        let name = |field: &Value| field["name"].as_str().unwrap().to_owned();
        list.as_array().unwrap().iter().map(name).collect::<Vec<_>>().join(" ")
    };
    let get = async |query: &str| {
        names(server.admin.get(&format!("/core/customfields{query}")).await).await
    };
    let patch =
        async |body: Value| names(server.admin.patch("/core/customfields", body).await).await;

    assert_eq!(get("").await, "a A b c");
    assert_eq!(get("?model=agent").await, "A b");
    assert_eq!(get("?model=AGENT&ordering=-name").await, "b A");
    assert_eq!(get("?search=client").await, "c");
    assert_eq!(patch(json!({ "model": "agent" })).await, "A b");
    assert_eq!(patch(json!({ "model": "Site" })).await, "a");
    let page = server.admin.get("/core/customfields?page_size=1&page=2").await.ok();
    assert_eq!((&page["count"], &page["results"][0]["name"]), (&json!(4), &json!("A")));

    let wrong = json!({ "model": ["Must be one of agent, client, site."] });
    assert_eq!(server.admin.get("/core/customfields?model=x").await.problems(), wrong);
    let body = json!({ "model": "x" });
    assert_eq!(server.admin.patch("/core/customfields", body).await.problems(), wrong);
    let missing = server.admin.patch("/core/customfields", json!({})).await.problems();
    assert_eq!(missing, json!({ "model": ["This field is required."] }));
}

#[tokio::test]
async fn the_path_answers_in_both_spellings() {
    let server = TestServer::start().await;

    for path in ["/core/customfields", "/core/customfields/", "//core/customfields//"] {
        let body = json!({ "model": "agent", "name": path });
        let field = server.admin.post(path, body).await.ok();
        assert_eq!(field["name"], path);
        let listed = server.admin.get(&format!("{path}?search={path}")).await.ok();
        assert!(listed.as_array().unwrap().contains(&field), "{path}");
        server.admin.patch(path, json!({ "model": "agent" })).await.ok();
        let open = field_path(id_of(&field));
        assert_eq!(server.admin.get(open.trim_end_matches('/')).await.ok(), field);
    }
    let reply = server.admin.delete("/core/customfields/").await;
    reply.refused(405, "method_not_allowed");
}

#[tokio::test]
async fn unknown_definitions_are_not_found() {
    let server = TestServer::start().await;
    for path in ["/core/customfields/999/", "/core/customfields/abc/"] {
        server.admin.get(path).await.refused(404, "not_found");
        server.admin.put(path, json!({})).await.refused(404, "not_found");
        server.admin.delete(path).await.refused(404, "not_found");
    }
}

//! The cached items of the list of agents are never out of date.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use tempfile::tempdir;

use super::super::fleet_columns::FIXED;
use super::super::fleet_queries::INTERNAL_COLUMNS;
use crate::domain::custom_fields;
use crate::listing::Search;
use crate::storage::sql;
use crate::testing::{Client, TestServer};

async fn change(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}

/// The only agent in the list, after checking that the list and the agent's own
/// resource say the same.
async fn item(caller: &Client, path: &str) -> Value {
    let list = caller.get("/agents/").await.ok();
    let single = caller.get(path).await.ok();
    for (name, value) in list[0].as_object().unwrap() {
        // `client` is a key in the list and a name there; `last_seen` changes.
        if name != "client" && name != "last_seen" {
            assert_eq!(value, &single[name], "{name}");
        }
    }
    list[0].clone()
}

#[tokio::test]
async fn every_column_that_the_list_shows_is_watched() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.enrol(location, "pc-1").await;
    let revision = async || {
        let text = "select revision from agents";
        sql::number(server.app.db.read(), text, []).await.unwrap()
    };
    let shown = INTERNAL_COLUMNS.iter().copied().chain(FIXED.iter().map(|column| column.sql));
    let columns: Vec<String> = shown
        .flat_map(|sql| sql.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.'))
        .filter_map(|part| part.strip_prefix("a.").map(str::to_owned))
        .filter(|column| !["id", "revision"].contains(&column.as_str()))
        .collect();
    assert!(columns.len() > 30, "{columns:?}");
    for column in columns {
        let before = revision().await;
        change(&server, &format!("update agents set {column} = {column}")).await;
        assert_eq!(revision().await, before + 1, "a migration must watch {column}");
    }
    let before = revision().await;
    change(&server, "update agents set last_seen = 1").await;
    assert_eq!(revision().await, before, "being seen is not a change");
}

#[tokio::test]
async fn the_next_list_shows_every_change_by_any_writer() {
    let server = TestServer::start().await;
    let other = TestServer::start_on(server.app.settings.clone(), tempdir().unwrap()).await;
    let (from, to) = (server.add_site("From", "A").await, server.add_site("To", "B").await);
    let agent = server.add_agent(from, "pc-1").await;
    let path = format!("/agents/{}/", agent.identity.agent_id);
    let both = async |of: &dyn Fn(&Value) -> Value| {
        let items = [item(&server.admin, &path).await, item(&other.admin, &path).await];
        assert_eq!(of(&items[0]), of(&items[1]));
        of(&items[0])
    };
    let field = |item: &Value| item["custom_fields"][0]["value"].clone();
    assert_eq!(both(&|item: &Value| item["custom_fields"].clone()).await, json!([]));

    let definition = json!({ "model": "agent", "name": "Room", "default_value_string": "attic" });
    let definition = server.admin.post("/core/customfields", definition).await.ok();
    assert_eq!(both(&field).await, Value::Null);
    let cellar = json!([{ "field": definition["id"], "string_value": "cellar" }]);
    server.admin.put(&path, json!({ "custom_fields": cellar })).await.ok();
    assert_eq!(both(&field).await, "cellar");
    let definitions = format!("/core/customfields/{}/", definition["id"]);
    server.admin.put(&definitions, json!({ "name": "Place" })).await.ok();
    assert_eq!(both(&|item: &Value| item["custom_fields"][0]["name"].clone()).await, "Place");
    let nothing = json!([{ "field": definition["id"], "string_value": null }]);
    server.admin.put(&path, json!({ "custom_fields": nothing })).await.ok();
    assert_eq!(both(&field).await, Value::Null);
    server.admin.put(&path, json!({ "custom_fields": cellar })).await.ok();
    server.admin.delete(&format!("{definitions}?force=true")).await.ok();
    assert_eq!(both(&|item: &Value| item["custom_fields"].clone()).await, json!([]));

    server.admin.put(&path, json!({ "description": "kiosk", "site": to.site })).await.ok();
    let location =
        |item: &Value| json!([item["description"], item["site_name"], item["client_name"]]);
    assert_eq!(both(&location).await, json!(["kiosk", "B", "To"]));
    server.admin.put(&format!("/clients/{}/", to.client), json!({ "name": "There" })).await.ok();
    assert_eq!(both(&location).await, json!(["kiosk", "B", "There"]));
    let policy = server.admin.post("/automation/policies/", json!({ "name": "P" })).await.ok();
    server.admin.put(&path, json!({ "policy": policy["id"] })).await.ok();
    assert_eq!(both(&|item: &Value| item["policy"].clone()).await, policy["id"]);
    let policies = format!("/automation/policies/{}/?force=true", policy["id"]);
    server.admin.delete(&policies).await.ok();
    assert_eq!(both(&|item: &Value| item["policy"].clone()).await, Value::Null);

    server.admin.delete(&path).await.ok();
    assert_eq!(other.admin.get("/agents/").await.ok(), json!([]));
}

#[tokio::test]
async fn a_definition_that_is_deleted_directly_is_noticed() {
    // Without the functions that touch agents: as another program would do it.
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    let path = format!("/agents/{}/", agent.identity.agent_id);
    let definition = json!({ "model": "agent", "name": "Room" });
    let definition = server.admin.post("/core/customfields", definition).await.ok();
    let other = json!({ "model": "agent", "name": "Shelf", "default_value_string": "top" });
    let other = server.admin.post("/core/customfields", other).await.ok();
    let entries: Vec<Value> = [&definition, &other]
        .iter()
        .map(|field| json!({ "field": field["id"], "string_value": "x" }))
        .collect();
    server.admin.put(&path, json!({ "custom_fields": entries })).await.ok();
    item(&server.admin, &path).await;

    change(&server, &format!("delete from custom_fields where id = {}", definition["id"])).await;
    let fields = item(&server.admin, &path).await["custom_fields"].clone();
    assert_eq!((&fields[0]["name"], &fields[0]["value"]), (&json!("Shelf"), &json!("x")));
    change(&server, "delete from custom_field_values").await;
    assert_eq!(item(&server.admin, &path).await["custom_fields"], json!([]));
}

#[tokio::test]
async fn a_search_finds_the_same_as_a_scan_of_every_value() {
    let server = TestServer::start().await;
    let (acme, other) = (server.add_site("Acme", "Main").await, server.add_site("B", "b").await);
    let field = json!({ "model": "agent", "name": "true", "default_value_string": "Attic 7" });
    server.admin.post("/core/customfields", field).await.ok();
    let _here = server.add_agent(acme, "Web-1").await;
    for (location, name) in [(acme, "web 2"), (other, "Käse"), (other, "db-true")] {
        server.enrol(location, name).await;
    }
    change(&server, "update agents set needs_reboot = true, total_ram = 512 where id = 2").await;
    change(
        &server,
        "update agents set cpu_model = '[\"Chip\", true, {\"a\": 99.5}]', description = 'a\"b\\c'
          where id = 3",
    )
    .await;
    let mut rows = server.admin.get("/agents/").await.ok();
    let rows = rows.as_array_mut().unwrap();
    for row in rows.iter_mut() {
        let status = row["status"].clone();
        row["is"] = match row["needs_reboot"] == true {
            true => json!([status, "rebootneeded"]),
            false => json!([status]),
        };
    }
    let searches = [
        "",
        "web",
        "WEB -2",
        "\"web 2\"",
        "k\u{e4}se",
        "true",
        "false",
        "tru",
        "is:online",
        "is:rebootneeded",
        "reboot",
        "-is:offline",
        "status:off",
        "hostname:web",
        "cpu_model:chip",
        "cpu_model:true",
        "cpu_model:false",
        "needs_reboot:true",
        "total_ram:51",
        "99.5",
        "512",
        "site_name:main",
        "client:1",
        "site:2",
        "custom_fields:attic",
        "-custom_fields:attic",
        "attic",
        "room",
        "a\"b",
        "b\\c",
        "last_seen:20",
        "-last_seen:20",
        "nothing:x",
        "-nothing:x",
        "has_patches_pending:false",
        "pending_actions_count:0",
        "0",
        "web-1acme",
        "linux amd64 -acme",
        "description:a",
        "policy:1",
        "id:3",
        "windows",
    ];
    for text in searches {
        let search = Search::parse(text);
        let found = rows.iter().filter(|row| custom_fields::matches(&search, row));
        let expected: Vec<&Value> = found.map(|row| &row["id"]).collect();
        let encoded = utf8_percent_encode(text, NON_ALPHANUMERIC);
        let path = format!("/agents/?detail=false&search={encoded}");
        let list = server.admin.get(&path).await.ok();
        let ids: Vec<&Value> = list.as_array().unwrap().iter().map(|row| &row["id"]).collect();
        assert_eq!(ids, expected, "{text}");
    }
}

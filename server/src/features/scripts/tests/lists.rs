//! Lists of scripts: filters, order, search, pages.

use serde_json::{Value, json};

use super::{add, bodiless, names};
use crate::testing::TestServer;

async fn add_with(server: &TestServer, name: &str, shell: &str, more: Value) -> Value {
    let script = add(server, name, shell, "true").await;
    server.admin.put(&format!("/scripts/{}/", script["id"]), more).await.ok()
}

const OWN: &str = "/scripts/?showCommunityScripts=false";

#[tokio::test]
async fn scripts_are_listed_by_category_and_name_without_their_bodies() {
    let server = TestServer::start().await;
    let c = add_with(&server, "alpha", "shell", json!({ "category": "zoo" })).await;
    let b = add_with(&server, "beta", "shell", json!({ "category": "Apes" })).await;
    let a = add_with(&server, "Alpha", "shell", json!({ "category": "apes" })).await;
    let none = add(&server, "zzz", "shell", "true").await;

    let list = server.admin.get(OWN).await.ok();

    assert_eq!(list, json!([none, a, b, c].map(bodiless)));
}

#[tokio::test]
async fn built_in_scripts_are_listed_unless_they_are_not_wanted() {
    let server = TestServer::start().await;
    let own = add(&server, "Own", "shell", "true").await;
    let is_own = |item: &Value| item["script_type"] == "userdefined";

    let all = server.admin.get("/scripts/").await.ok();
    let all = all.as_array().unwrap();
    assert_eq!(all.iter().filter(|item| is_own(item)).count(), 1);
    assert!(all.len() > 25);
    let same = server.admin.get("/scripts/?showCommunityScripts=true").await.ok();
    assert_eq!(same.as_array().unwrap(), all);
    assert_eq!(server.admin.get(OWN).await.ok(), json!([bodiless(own)]));
}

#[tokio::test]
async fn hidden_scripts_are_listed_only_when_asked_for() {
    let server = TestServer::start().await;
    add_with(&server, "Hidden", "shell", json!({ "hidden": true })).await;
    add(&server, "Shown", "shell", "true").await;

    assert_eq!(names(&server.admin.get(OWN).await.ok()), ["Shown"]);
    let all = server.admin.get(&format!("{OWN}&showHiddenScripts=true")).await.ok();
    assert_eq!(names(&all), ["Hidden", "Shown"]);
    let shown = server.admin.get(&format!("{OWN}&showHiddenScripts=false")).await.ok();
    assert_eq!(names(&shown), ["Shown"]);
}

#[tokio::test]
async fn scripts_are_filtered_by_shell_and_platform() {
    let server = TestServer::start().await;
    add(&server, "everywhere", "python", "1").await;
    add_with(&server, "unix", "shell", json!({ "supported_platforms": ["linux", "darwin"] })).await;
    add_with(&server, "windows", "cmd", json!({ "supported_platforms": ["windows"] })).await;
    let filtered = async |query: &str| server.admin.get(&format!("{OWN}&{query}")).await.ok();

    assert_eq!(names(&filtered("shell=python").await), ["everywhere"]);
    assert_eq!(names(&filtered("plat=linux").await), ["everywhere", "unix"]);
    assert_eq!(names(&filtered("plat=darwin").await), ["everywhere", "unix"]);
    assert_eq!(names(&filtered("plat=windows").await), ["everywhere", "windows"]);
    assert_eq!(names(&filtered("plat=windows&shell=cmd").await), ["windows"]);
    let wrong = "/scripts/?shell=bash&plat=bsd&showCommunityScripts=x&showHiddenScripts=x";
    assert_eq!(
        server.admin.get(wrong).await.problems(),
        json!({
            "shell": ["Must be one of powershell, cmd, python, shell, nushell, deno."],
            "plat": ["Must be one of windows, linux, darwin."],
            "showCommunityScripts": ["Must be true or false."],
            "showHiddenScripts": ["Must be true or false."],
        })
    );
}

#[tokio::test]
async fn lists_are_searched_ordered_and_paged() {
    let server = TestServer::start().await;
    for name in ["one", "two", "three"] {
        add(&server, name, "shell", "true").await;
    }
    let found = server.admin.get(&format!("{OWN}&search=-two&ordering=-name")).await;
    assert_eq!(found.header("x-total-count"), "2");
    assert_eq!(names(&found.ok()), ["three", "one"]);
    let page = server.admin.get(&format!("{OWN}&page_size=2&page=2")).await.ok();
    assert_eq!((&page["count"], names(&page["results"])), (&json!(3), vec!["two"]));
    server.admin.get(&format!("{OWN}&ordering=script_body")).await.refused(400, "invalid");
}

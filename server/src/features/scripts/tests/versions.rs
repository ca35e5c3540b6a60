//! Former bodies of scripts.

use serde_json::{Value, json};

use super::{add, path, with};
use crate::features::scripts::script::hash;
use crate::testing::TestServer;

/// Versions without their times.
fn timeless(mut versions: Value) -> Value {
    for version in versions.as_array_mut().unwrap() {
        let time = version.as_object_mut().unwrap().remove("time").unwrap();
        assert!(time.as_str().unwrap().ends_with('Z'));
    }
    versions
}

fn version(n: i64, body: &str, author: &str) -> Value {
    json!({ "n": n, "body": body, "script_hash": hash(body), "author": author })
}

#[tokio::test]
async fn a_new_body_keeps_the_former_one_with_its_author() {
    let server = TestServer::start().await;
    let script = add(&server, "S", "shell", "one").await;
    let versions = format!("{}versions/", path(&script));
    assert_eq!(server.admin.get(&versions).await.ok(), json!([]));
    let other = server.caller_with(&[crate::auth::Right::ManageScripts]).await;

    let changed = other.put(&path(&script), json!({ "script_body": "two" })).await.ok();
    let author = changed["modified_by"].as_str().unwrap().to_owned();
    assert_ne!(author, "admin");
    assert_eq!((&changed["version"], &changed["script_hash"]), (&json!(2), &json!(hash("two"))));
    let list = server.admin.get(&versions).await.ok();
    assert_eq!(list[0]["time"], script["created_time"]);
    assert_eq!(timeless(list), json!([version(1, "one", "admin")]));

    // The same body again, or changes to other fields, make no version.
    server.admin.put(&path(&script), json!({ "script_body": "two" })).await.ok();
    server.admin.put(&path(&script), json!({ "favorite": true })).await.ok();
    server.admin.put(&path(&script), json!({ "script_body": "three" })).await.ok();
    let list = timeless(server.admin.get(&versions).await.ok());
    assert_eq!(list, json!([version(2, "two", &author), version(1, "one", "admin")]));
}

#[tokio::test]
async fn a_restored_body_is_a_new_version() {
    let server = TestServer::start().await;
    let script = add(&server, "S", "shell", "one").await;
    let changes = json!({ "script_body": "two", "name": "Renamed" });
    let before = server.admin.put(&path(&script), changes).await.ok();
    let restore = format!("{}versions/1/restore/", path(&script));

    let mut restored = server.admin.post(&restore, Value::Null).await.ok();

    restored["modified_time"] = before["modified_time"].clone();
    let expected = json!({ "version": 3, "script_body": "one", "script_hash": hash("one") });
    assert_eq!(restored, with(before, expected));
    let versions = format!("{}versions/", path(&script));
    let list = timeless(server.admin.get(&versions).await.ok());
    assert_eq!(list, json!([version(2, "two", "admin"), version(1, "one", "admin")]));
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["message"], "restored version 1 of script Renamed");
    assert_eq!(
        (&row["before_value"]["version"], &row["after_value"]["version"]),
        (&json!(2), &json!(3))
    );
}

#[tokio::test]
async fn only_a_former_version_of_the_same_script_can_be_restored() {
    let server = TestServer::start().await;
    let script = add(&server, "S", "shell", "one").await;
    let other = add(&server, "T", "shell", "one").await;
    server.admin.put(&path(&script), json!({ "script_body": "two" })).await.ok();
    let restore = |script: &Value, n: &str| format!("{}versions/{n}/restore/", path(script));

    for path in [restore(&script, "2"), restore(&script, "x"), restore(&other, "1")] {
        server.admin.post(&path, Value::Null).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn the_last_fifty_bodies_are_stored() {
    let server = TestServer::start().await;
    let script = add(&server, "S", "shell", "1").await;
    for n in 2..=53 {
        server.admin.put(&path(&script), json!({ "script_body": n.to_string() })).await.ok();
    }
    let list = server.admin.get(&format!("{}versions/", path(&script))).await;
    assert_eq!(list.header("x-total-count"), "50");
    let list = list.ok();
    assert_eq!((&list[0]["n"], &list[49]["n"]), (&json!(52), &json!(3)));
    let first = format!("{}versions/?ordering=n&page_size=1", path(&script));
    assert_eq!(server.admin.get(&first).await.ok()["results"][0]["n"], 3);
}

#[tokio::test]
async fn two_bodies_at_the_same_moment_both_get_a_number() {
    let server = TestServer::start().await;
    let script = add(&server, "S", "shell", "one").await;
    let put = async |body: &str| {
        server.admin.put(&path(&script), json!({ "script_body": body })).await.ok()
    };
    let (a, b, c) = tokio::join!(put("a"), put("b"), put("c"));
    let mut numbers = [&a, &b, &c].map(|script| script["version"].as_i64().unwrap());
    numbers.sort_unstable();
    assert_eq!(numbers, [2, 3, 4]);
}

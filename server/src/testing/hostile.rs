//! Whatever is sent, no route fails with an internal error: bad queries and
//! paths are refused.

use serde_json::json;

use super::endpoints::{Effect, all};
use super::examples::World;
use super::walk::server;
use super::{Reply, TestServer};

/// Texts that are strange in a query or a path, as they travel.
const HOSTILE_TEXTS: &[&str] = &[
    "%00",
    "%FF%FE",
    "-1",
    "99999999999999999999",
    "1e9",
    "%27%3B%20drop%20table%20agents%3B--",
    "..%2F..%2Fetc%2Fpasswd",
    "%E2%80%AE",
    "null",
    "%25%5F%5C",
    "2026-13-45T99:99:99Z",
    "1,2,,%20,x",
    "%5B%5D",
];

/// An error of the caller, never one of the server.
fn assert_handled(reply: &Reply, what: &str) {
    assert_ne!(reply.status, 500, "{what}: {}", reply.text);
    if reply.status >= 400 {
        let (code, detail) = (&reply.json["code"], &reply.json["detail"]);
        assert!(code.is_string() && detail.is_string(), "{what}: {}", reply.text);
    }
}

async fn assert_alive(server: &TestServer) {
    server.admin.get("/agents/").await.ok();
}

#[tokio::test]
async fn no_filter_page_or_order_makes_a_list_fail_inside() {
    let server = server().await;
    let world = World::new(&server, "tenant").await;
    let names = [
        "page",
        "page_size",
        "search",
        "ordering",
        "client",
        "site",
        "status",
        "plat",
        "detail",
        "agent",
        "since",
        "format",
        "model",
        "last_seen_range_after",
        "total_ram_range_min",
        "cursor",
    ];
    let mut turn = 0;
    for endpoint in all().iter().filter(|endpoint| endpoint.effect == Effect::Reads) {
        if endpoint.method != "GET" {
            continue;
        }
        let example = world.example(&server, endpoint).await;
        let joint = if example.path.contains('?') { '&' } else { '?' };
        // The whole document is a megabyte, and no list.
        let is_document = endpoint.path == "/api/schema/";
        for name in names.iter().filter(|name| !is_document || **name == "format") {
            turn += 1;
            let text = HOSTILE_TEXTS[turn * 5 % HOSTILE_TEXTS.len()];
            let path = format!("{}{joint}{name}={text}", example.path);
            let reply = example.caller.call(endpoint.http_method(), &path).send().await;
            assert_handled(&reply, &path);
        }
    }
    assert_alive(&server).await;
}

#[tokio::test]
async fn a_search_has_a_number_of_words_that_every_list_can_carry_out() {
    let server = server().await;
    for path in ["/logs/audit/", "/runs/", "/agents/", "/clients/", "/agents/actions/bulk/"] {
        let search = async |words: usize| {
            let text = vec!["a"; words].join("%20");
            server.admin.get(&format!("{path}?search={text}")).await
        };
        assert_eq!(search(50).await.status, 200, "{path}");
        let problems = search(2000).await.problems();
        assert_eq!(problems, json!({ "search": ["Must have at most 1000 characters."] }), "{path}");
        let problems = search(51).await.problems();
        assert_eq!(problems, json!({ "search": ["Must have at most 50 words."] }), "{path}");
    }
}

#[tokio::test]
async fn no_text_in_a_path_makes_a_route_fail_inside() {
    let server = server().await;
    for (number, endpoint) in all().iter().enumerate() {
        let Some((before, after)) = endpoint.path.split_once('{') else { continue };
        let (_, after) = after.split_once('}').expect("the brace is closed");
        let long = "x".repeat(3000);
        let strange = HOSTILE_TEXTS[number % HOSTILE_TEXTS.len()];
        for text in [strange, "%00", "%2F", "0", long.as_str()] {
            let rest = after.replace(['{', '}'], "");
            let path = format!("{before}{text}{rest}");
            let call = server.admin.call(endpoint.http_method(), &path);
            let reply = match endpoint.method {
                "GET" | "DELETE" => call.send().await,
                _ => call.json(&json!({})).send().await,
            };
            assert_handled(&reply, &format!("{} {path}", endpoint.method));
        }
    }
    assert_alive(&server).await;
}

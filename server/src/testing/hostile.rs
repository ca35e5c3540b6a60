//! Whatever is sent, no route fails inside: bad bodies, queries and paths are
//! answered in the form of a refusal.

use serde_json::{Value, json};

use super::endpoints::{Effect, all};
use super::examples::World;
use super::walk::{send, server};
use super::{Reply, TestServer};

/// What a field may be given by somebody who means harm, or by a program with
/// a mistake in it.
fn hostile_values() -> Vec<Value> {
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(1e308),
        json!(0.5),
        json!(""),
        json!("\0"),
        json!("a\0b"),
        json!("'; drop table agents; --"),
        json!("{{agent.hostname}}{{"),
        json!("\u{202e}\u{feff}\u{10ffff}"),
        json!("../../etc/passwd"),
        json!("x".repeat(70_000)),
        json!([]),
        json!([null]),
        json!([-1, "a", {}]),
        json!(vec![i64::MIN; 2000]),
        json!({}),
        json!({ "": { "\0": [] } }),
        deep,
    ]
}

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

/// A mistake of the caller, never one of the server.
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
async fn no_value_of_any_field_of_any_body_makes_a_route_fail_inside() {
    let server = server().await;
    let world = World::new(&server, "tenant").await;
    let values = hostile_values();
    let mut turn = 0;
    for endpoint in all().iter().filter(|endpoint| endpoint.effect == Effect::Writes) {
        let mut example = world.example(&server, endpoint).await;
        let Value::Object(fields) = example.body.clone() else { continue };
        for name in fields.keys() {
            // Each field meets some of the values; over all routes, each value
            // is met often.
            for _ in 0..4 {
                turn += 1;
                let value = &values[turn * 7 % values.len()];
                example.body[name] = value.clone();
                let reply = send(&example.caller, endpoint, &example).await;
                let shown: String = value.to_string().chars().take(60).collect();
                assert_handled(
                    &reply,
                    &format!("{} {} {name}={shown}", endpoint.method, endpoint.path),
                );
            }
            example.body[name] = fields[name].clone();
        }
    }
    assert!(turn > 300, "{turn} requests");
    assert_alive(&server).await;
}

#[tokio::test]
async fn no_body_that_is_no_object_makes_a_route_fail_inside() {
    let server = server().await;
    let world = World::new(&server, "tenant").await;
    let bodies: &[&[u8]] =
        &[b"[]", b"7", b"\"x\"", b"{", b"{\"a\":", b"\xff\xfe", b"{\"a\":1,\"a\":2}", b"nul", b" "];
    for (number, endpoint) in
        all().iter().filter(|endpoint| endpoint.effect == Effect::Writes).enumerate()
    {
        let example = world.example(&server, endpoint).await;
        if example.body.is_null() {
            continue;
        }
        let body = bodies[number % bodies.len()];
        let call = example.caller.call(endpoint.http_method(), &example.path);
        let reply = call.header("Content-Type", "application/json").body(body).send().await;
        assert_handled(&reply, &format!("{} {} {body:?}", endpoint.method, endpoint.path));
    }
    assert_alive(&server).await;
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
        for name in names {
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
async fn no_text_in_a_path_makes_a_route_fail_inside() {
    let server = server().await;
    for (number, endpoint) in all().iter().enumerate() {
        let Some((before, after)) = endpoint.path.split_once('{') else { continue };
        let (_, after) = after.split_once('}').expect("the brace is closed");
        let long = "x".repeat(3000);
        for text in [HOSTILE_TEXTS[number % HOSTILE_TEXTS.len()], "%2F", "0", long.as_str()] {
            let rest = after.replace('{', "").replace('}', "");
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

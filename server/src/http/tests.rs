//! The behaviour of every request, whatever its handler.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request};
use axum::routing::get;
use reqwest::Method;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::{Admission, KnownPaths, framed};
use crate::auth::{Right, Secret};
use crate::idempotency::Idempotency;
use crate::testing::TestServer;

const JSON: &str = "application/json";

#[tokio::test]
async fn an_unknown_path_is_answered_in_the_one_shape() {
    let server = TestServer::start().await;

    let reply = server.anonymous().get("/nothing/here/").await;

    assert_eq!((reply.status, reply.header("content-type")), (404, JSON));
    let id = reply.header("x-request-id").to_owned();
    assert_eq!(
        reply.json,
        json!({ "detail": "Path not found.", "code": "not_found", "request_id": id })
    );
}

#[tokio::test]
async fn a_wrong_method_is_answered_with_the_allowed_ones() {
    let server = TestServer::start().await;

    let reply = server.admin.delete("/clients/").await;

    let mut allowed: Vec<&str> = reply.header("allow").split(',').map(str::trim).collect();
    allowed.sort_unstable();
    assert_eq!(allowed, ["GET", "HEAD", "POST"]);
    assert_eq!(reply.header("content-type"), JSON);
    reply.refused(405, "method_not_allowed");
}

#[tokio::test]
async fn a_body_above_the_limit_is_refused() {
    let server = TestServer::start_with(|settings| settings.body_limit = 1024).await;
    let with_name = |length: usize| json!({ "name": "x", "extra": "x".repeat(length) });
    let fits = 1024 - with_name(0).to_string().len();

    server.admin.post("/clients/", with_name(fits)).await.ok();
    let reply = server.admin.post("/clients/", with_name(fits + 1)).await;

    assert_eq!(reply.header("content-type"), JSON);
    let refusal = reply.refused(413, "too_large");
    assert_eq!(refusal["detail"], "The request body is larger than 1024 bytes.");
}

#[tokio::test]
async fn a_body_far_above_the_limit_still_gets_its_answer() {
    let server = TestServer::start_with(|settings| settings.body_limit = 1024).await;

    let body = json!({ "name": "x".repeat(8 * 1024 * 1024) });

    server.admin.post("/clients/", body).await.refused(413, "too_large");
}

#[tokio::test]
async fn a_body_that_is_not_json_is_refused() {
    let server = TestServer::start().await;
    let post = |kind: &'static str, body: &'static str| {
        server.admin.call(Method::POST, "/clients/").header("content-type", kind).body(body).send()
    };

    post("text/plain", "{}").await.refused(415, "unsupported_media_type");
    let form = "application/x-www-form-urlencoded";
    post(form, "name=x").await.refused(415, "unsupported_media_type");
    for malformed in ["{", "{\"name\": }", "\u{feff}{}", "[1]", "\"text\"", "null"] {
        let refusal = post(JSON, malformed).await.refused(400, "invalid");
        assert_eq!(refusal.get("errors"), None, "{malformed}");
    }
    post("application/json; charset=utf-8", r#"{"name": "One"}"#).await.ok();
    post("Application/Problem+JSON", r#"{"name": "Two"}"#).await.ok();
}

#[tokio::test]
async fn no_body_at_all_is_an_empty_one() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let path = format!("/clients/{}/", location.client);

    let put = server.admin.call(Method::PUT, &path).header("content-type", JSON);
    put.send().await.ok();
    server.admin.call(Method::PUT, &path).send().await.ok();
    let post = server.admin.call(Method::POST, "/clients/").header("content-type", JSON);
    assert_eq!(post.send().await.problems(), json!({ "name": ["Enter a name."] }));
}

#[tokio::test]
async fn the_body_of_a_get_is_ignored() {
    let server = TestServer::start().await;
    for (kind, body) in [(JSON, ""), (JSON, "{broken"), ("text/plain", "hello")] {
        let call = server.admin.call(Method::GET, "/clients/").header("content-type", kind);
        assert_eq!(call.body(body).send().await.ok(), json!([]));
    }
}

#[tokio::test]
async fn every_problem_of_a_body_is_reported_under_its_path() {
    let server = TestServer::start().await;
    let body = json!({ "client": { "name": [5], "server_policy": "x" }, "site": { "name": "" } });

    let refusal = server.admin.post("/clients/", body).await.refused(400, "invalid");

    assert_eq!(refusal["detail"], "client.name: Must be text (and 2 more).");
    assert_eq!(
        refusal["errors"],
        json!({
            "client.name": ["Must be text."],
            "client.server_policy": ["Must be a whole number."],
            "site.name": ["Enter a name."],
        })
    );
}

#[tokio::test]
async fn doubled_and_missing_slashes_lose_neither_body_nor_query() {
    let server = TestServer::start().await;

    for (path, name) in [("/clients", "One"), ("//clients/", "Two"), ("//clients", "Three")] {
        let client = server.admin.post(path, json!({ "name": name })).await.ok();
        assert_eq!(client["name"], name, "{path}");
    }
    let found = server.admin.get("//clients?search=two").await.ok();
    assert_eq!(found.as_array().unwrap().len(), 1);
    let log = server.admin.patch("//logs//audit", json!({ "actionFilter": ["add"] })).await.ok();
    assert_eq!(log["total"], 3);
    server.admin.get("/clients/x/y").await.refused(404, "not_found");
}

#[tokio::test]
async fn every_answer_carries_a_request_id() {
    let server = TestServer::start().await;
    let anybody = server.anonymous();

    for path in ["/", "/clients/", "/nothing"] {
        let (one, two) = (anybody.get(path).await, anybody.get(path).await);
        assert_eq!(one.header("x-request-id").len(), 16, "{path}");
        assert_ne!(one.header("x-request-id"), two.header("x-request-id"), "{path}");
    }
    let own = anybody.with_header("X-Request-Id", "my-id_7").get("/nothing").await;
    assert_eq!(own.header("x-request-id"), "my-id_7");
    assert_eq!(own.refused(404, "not_found")["request_id"], "my-id_7");
    for strange in ["a b", "<script>", "", &"x".repeat(65)] {
        let reply = anybody.with_header("X-Request-Id", strange).get("/").await;
        assert_eq!(reply.header("x-request-id").len(), 16, "{strange}");
    }
}

async fn preflight(server: &TestServer, origin: &str) -> crate::testing::Reply {
    let call = server.anonymous().call(Method::OPTIONS, "/clients/").header("origin", origin);
    call.header("access-control-request-method", "POST")
        .header("access-control-request-headers", "x-api-key,content-type")
        .send()
        .await
}

#[tokio::test]
async fn only_configured_origins_may_call_from_a_browser() {
    let ours = "https://rmm.example.com";
    let server =
        TestServer::start_with(|settings| settings.web_origins = vec![ours.to_owned()]).await;

    let reply = preflight(&server, ours).await;
    assert_eq!((reply.status, reply.header("access-control-allow-origin")), (200, ours));
    assert_eq!(reply.header("access-control-allow-credentials"), "true");
    assert!(reply.header("access-control-allow-headers").contains("x-api-key"));
    assert!(reply.header("access-control-allow-methods").contains("PATCH"));
    assert_eq!(reply.header("x-request-id").len(), 16);
    let reply = preflight(&server, "https://evil.example.com").await;
    assert_eq!(reply.header("access-control-allow-origin"), "");

    let reply = server.admin.with_header("Origin", ours).get("/clients/").await;
    assert_eq!(reply.header("access-control-allow-origin"), ours);
    assert_eq!(reply.header("access-control-allow-credentials"), "true");
    assert!(reply.header("access-control-expose-headers").contains("x-total-count"));
    let refused = server.anonymous().with_header("Origin", ours).get("/clients/").await;
    assert_eq!(refused.header("access-control-allow-origin"), ours, "errors are readable too");
}

#[tokio::test]
async fn large_answers_are_compressed_and_small_ones_are_not() {
    let server = TestServer::start().await;
    for number in 0..20 {
        server.add_site(&format!("Client {number}"), "Main").await;
    }
    let caller = server.admin.with_header("Accept-Encoding", "gzip");

    assert_eq!(caller.get("/clients/").await.header("content-encoding"), "gzip");
    assert_eq!(server.admin.get("/clients/").await.header("content-encoding"), "");
    assert_eq!(caller.get("/").await.header("content-encoding"), "");
}

#[tokio::test]
async fn a_panic_is_answered_like_any_other_fault_of_ours() {
    let server = TestServer::start().await;
    let boom = || async {
        if true {
            panic!("the secret cause");
        }
    };
    let routes = Router::new().route("/boom/", get(boom));
    let idempotency = Idempotency::new(&server.app, Default::default());
    let known = KnownPaths::new(["/boom/"]);
    let service = framed(routes, &server.app, known, idempotency, Admission::default());

    let request = Request::get("/boom").body(Body::empty()).unwrap();
    let response = service.oneshot(request).await.unwrap();

    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let bytes = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
    let body: Value = serde_json::from_slice(&bytes).unwrap();
    let text = |headers: &HeaderMap, name: &str| headers[name].to_str().unwrap().to_owned();
    assert_eq!((status, text(&headers, "content-type").as_str()), (500, JSON));
    assert_eq!(
        body,
        json!({
            "detail": "Something went wrong on the server; its log has the details under this request id.",
            "code": "internal", "request_id": text(&headers, "x-request-id"),
        })
    );
}

#[tokio::test]
async fn metrics_are_for_the_monitoring_token_or_the_right() {
    let server = TestServer::start_with(|settings| {
        settings.monitoring_token = Some(Secret::new("monitoring"));
    })
    .await;
    let anybody = server.anonymous();

    anybody.get("/metrics").await.refused(401, "not_authenticated");
    let wrong = server.admin.with_header("X-Mon-Token", "wrong");
    wrong.get("/metrics").await.refused(401, "invalid_credentials");
    let somebody = server.caller_with(&[Right::ListClients]).await;
    somebody.get("/metrics").await.refused(403, "forbidden");
    let viewer = server.caller_with(&[Right::ViewCoreSettings]).await;
    for caller in [anybody.with_header("X-Mon-Token", "monitoring"), viewer] {
        let reply = caller.get("/metrics").await;
        assert_eq!(reply.status, 200);
        assert!(reply.header("content-type").starts_with("text/plain"));
        assert!(reply.text.contains("muster_http_requests_total{"), "{}", reply.text);
        assert!(!reply.text.contains("monitoring\""));
    }
}

#[tokio::test]
async fn metrics_without_the_setting_take_no_token() {
    let server = TestServer::start().await;
    let caller = server.admin.with_header("X-Mon-Token", "");
    caller.get("/metrics").await.refused(401, "invalid_credentials");
    assert_eq!(server.admin.get("/metrics").await.status, 200);
}

#[tokio::test]
async fn programs_and_browsers_are_distinguished_at_the_root() {
    let server = TestServer::start().await;
    assert_eq!(server.anonymous().get("/").await.ok(), json!({ "status": "ok" }));
    let browser = server.anonymous().with_header("Accept", "text/html,*/*").get("/").await;
    assert_eq!((browser.status, browser.header("location")), (303, "/ui/"));
}

#[test]
fn every_page_of_the_world_is_no_configured_origin() {
    let read = |origins: &'static str| {
        let get = move |name: &str| (name == "WEB_ORIGINS").then(|| origins.to_owned());
        crate::config::Settings::from_source(&get)
    };
    let sentence = "WEB_ORIGINS has \"*\": it should name origins such as \
                    https://pages.example.com";
    assert_eq!(read("https://a.example.com, *").unwrap_err().to_string(), sentence);
    let settings = read("https://a.example.com").unwrap();
    assert_eq!(settings.web_origins, ["https://a.example.com"]);
    assert!(!settings.web_socket_url_tokens, "off unless it is switched on");
}

//! The document and its browsers, through the front door.

use std::path::Path;

use serde_json::Value;

use crate::router;
use crate::testing::TestServer;

const PATHS: &[&str] = &[
    "/api/schema/",
    "/api/schema/swagger-ui/",
    "/api/schema/swagger-ui/page.js",
    "/api/schema/redoc/",
    "/api/schema/redoc/redoc.standalone.js",
];

async fn browsable() -> TestServer {
    TestServer::start_with(|settings| settings.swagger_enabled = true).await
}

#[tokio::test]
async fn without_the_setting_nothing_of_it_exists() {
    let server = TestServer::start().await;
    for path in PATHS {
        server.admin.get(path).await.refused(404, "not_found");
        server.anonymous().get(path).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn the_document_needs_a_login_or_key_and_no_right() {
    let server = browsable().await;
    let document: Value = serde_json::from_str(&router::document_text()).unwrap();

    server.anonymous().get("/api/schema/").await.refused(401, "not_authenticated");
    let somebody = server.caller_with(&[]).await;
    assert_eq!(somebody.get("/api/schema/").await.ok(), document);
    assert_eq!(document["openapi"], "3.1.0");
}

#[tokio::test]
async fn the_document_comes_as_json_or_yaml() {
    let server = browsable().await;
    let kind = |query: &'static str, accept: &'static str| {
        let caller = server.admin.with_header("Accept", accept);
        async move {
            let reply = caller.get(&format!("/api/schema/{query}")).await;
            let is_yaml = reply.text.starts_with("openapi: 3.1.0");
            assert_eq!((reply.status, is_yaml), (200, reply.json == Value::Null));
            reply.header("content-type").to_owned()
        }
    };
    assert_eq!(kind("", "*/*").await, "application/json");
    assert_eq!(kind("?format=json", "application/yaml").await, "application/json");
    assert_eq!(kind("?format=yaml", "*/*").await, "application/yaml");
    assert_eq!(kind("", "application/vnd.oai.openapi+yaml").await, "application/yaml");
    let yaml = server.admin.get("/api/schema/?format=yaml").await.text;
    let read: Value = yaml_serde::from_str(&yaml).unwrap();
    assert_eq!(read, server.admin.get("/api/schema/").await.ok());
    let problems = server.admin.get("/api/schema/?format=xml").await.problems();
    assert_eq!(problems, serde_json::json!({ "format": ["Must be one of json, yaml."] }));
}

#[tokio::test]
async fn the_pages_load_only_files_of_this_server() {
    let server = browsable().await;
    for page in ["/api/schema/swagger-ui/", "/api/schema/redoc/"] {
        let reply = server.anonymous().get(page).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, "text/html; charset=utf-8"));
        assert!(reply.header("content-security-policy").starts_with("default-src 'none'"));
        assert!(!reply.text.contains("http"), "{page} names another address");
        for part in
            reply.text.split(['"']).filter(|part| part.ends_with(".js") || part.ends_with(".css"))
        {
            let file = server.anonymous().get(&format!("{page}{part}")).await;
            assert_eq!(file.status, 200, "{page}{part}");
            assert!(!file.text.contains("cdn.redoc.ly"), "{page}{part} fetches from elsewhere");
            assert!(file.text.len() > 100 && file.header("content-type").starts_with("text/"));
        }
        server.anonymous().get(&format!("{page}nothing.js")).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn a_page_is_found_without_its_last_slash() {
    let server = browsable().await;
    assert_eq!(server.anonymous().get("/api/schema/redoc").await.status, 200);
    assert_eq!(server.admin.get("/api/schema").await.status, 200);
}

#[test]
fn the_file_openapi_json_matches_the_router() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../openapi.json");
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(&path, router::document_text()).unwrap();
    }
    let file = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        file == router::document_text(),
        "openapi.json is out of date: run this test with UPDATE_OPENAPI=1"
    );
}

#[test]
fn every_operation_of_the_document_describes_its_errors() {
    let document: Value = serde_json::from_str(&router::document_text()).unwrap();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let error = &call["responses"]["default"]["content"]["application/json"]["schema"];
            assert_eq!(error["$ref"], "#/components/schemas/ErrorBody", "{method} {path}");
            assert!(call["summary"].is_string(), "{method} {path}");
        }
    }
}

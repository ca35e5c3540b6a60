//! The interface as a browser sees it, from a folder of the test.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use reqwest::Method;
use serde_json::Value;

use super::WebFiles;
use crate::testing::{Reply, TestServer};

const PAGE: &str = "<!doctype html><title>Muster</title>";
const SCRIPT: &str = "console.log('plain')";

async fn server() -> TestServer {
    TestServer::start_with(|settings| {
        let folder = settings.data.join("web");
        std::fs::create_dir_all(folder.join("assets")).unwrap();
        std::fs::write(folder.join("index.html"), PAGE).unwrap();
        std::fs::write(folder.join("favicon.svg"), "<svg/>").unwrap();
        std::fs::write(folder.join("assets/main-1a2b.js"), SCRIPT).unwrap();
        std::fs::write(folder.join("assets/main-1a2b.js.br"), "as brotli").unwrap();
        std::fs::write(folder.join("assets/main-1a2b.js.gz"), "as gzip").unwrap();
        std::fs::write(folder.join("assets/only-3c4d.css.gz"), gzip("only compressed")).unwrap();
        settings.web_files = WebFiles::Folder(folder);
    })
    .await
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

async fn read(server: &TestServer, path: &str, encodings: &str) -> Reply {
    let call = server.anonymous().call(Method::GET, path);
    call.header("accept-encoding", encodings).send().await
}

#[tokio::test]
async fn the_page_comes_with_a_strict_policy_and_is_asked_for_each_time() {
    let server = server().await;
    for path in ["/ui/", "/ui", "/ui/index.html"] {
        let reply = read(&server, path, "").await;
        assert_eq!((reply.status, reply.text.as_str()), (200, PAGE), "{path}");
        assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(reply.header("cache-control"), "no-cache");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        let policy = reply.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    }
}

#[tokio::test]
async fn every_path_of_the_interface_gets_its_page_and_no_other_path_does() {
    let server = server().await;
    for path in ["/ui/agents", "/ui/agents/abc/checks/", "/ui/settings/a.b"] {
        let reply = read(&server, path, "").await;
        assert_eq!((reply.status, reply.text.as_str()), (200, PAGE), "{path}");
    }
    for path in ["/ui/assets/gone-9z.js", "/ui/gone.png", "/uix/", "/nothing/"] {
        let refusal = read(&server, path, "").await.refused(404, "not_found");
        assert_eq!(refusal["errors"], Value::Null, "{path}");
    }
}

#[tokio::test]
async fn a_file_named_after_its_content_is_cached_for_ever_and_sent_as_small_as_possible() {
    let server = server().await;
    let cases = [("gzip, br", "br", "as brotli"), ("gzip", "gzip", "as gzip"), ("", "", SCRIPT)];
    for (encodings, sent, body) in cases {
        let reply = read(&server, "/ui/assets/main-1a2b.js", encodings).await;
        assert_eq!((reply.header("content-encoding"), reply.text.as_str()), (sent, body));
        assert_eq!(reply.header("content-type"), "text/javascript; charset=utf-8");
        assert_eq!(reply.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(reply.header("vary"), "accept-encoding");
    }
}

#[tokio::test]
async fn a_file_that_is_there_only_compressed_is_unpacked_for_those_who_take_no_compression() {
    let server = server().await;
    let path = "/ui/assets/only-3c4d.css";

    let plain = read(&server, path, "identity").await;
    let packed = read(&server, path, "gzip").await;

    assert_eq!((plain.status, plain.text.as_str()), (200, "only compressed"));
    assert_eq!(plain.header("content-type"), "text/css; charset=utf-8");
    assert_eq!((plain.header("content-encoding"), packed.header("content-encoding")), ("", "gzip"));
    assert_eq!(plain.header("etag"), packed.header("etag"));
    let length: usize = packed.header("content-length").parse().unwrap();
    assert_eq!(length, gzip("only compressed").len());
}

#[tokio::test]
async fn a_file_that_the_browser_has_is_not_sent_again() {
    let server = server().await;
    let tag = read(&server, "/ui/", "").await.header("etag").to_owned();
    let again = |tag: &str| {
        server.anonymous().call(Method::GET, "/ui/").header("if-none-match", tag).send()
    };
    let reply = again(&format!("\"other\", {tag}")).await;
    assert_eq!((reply.status, reply.text.as_str()), (304, ""));
    assert_eq!(reply.header("etag"), tag);
    assert!(!reply.header("content-security-policy").is_empty());
    assert_eq!(again("\"other\"").await.status, 200);
}

#[tokio::test]
async fn no_path_leaves_the_folder() {
    let server = server().await;
    std::fs::write(server.folder.path().join("secret.txt"), "secret").unwrap();
    for path in
        ["/ui/..%2Fsecret.txt", "/ui/%2e%2e%2fsecret.txt", "/ui/assets/..%2f..%2fsecret.txt"]
    {
        let reply = read(&server, path, "").await;
        assert!(!reply.text.contains("secret"), "{path}: {}", reply.text);
    }
    assert_eq!(server.anonymous().call(Method::HEAD, "/ui/").send().await.status, 200);
    server.anonymous().call(Method::POST, "/ui/").send().await.refused(405, "method_not_allowed");
}

#[tokio::test]
async fn without_an_interface_a_page_explains_what_to_do() {
    let server = TestServer::start_with(|settings| {
        settings.web_files = WebFiles::Folder(settings.data.join("nothing here"));
    })
    .await;
    for path in ["/ui/", "/ui/agents/"] {
        let reply = read(&server, path, "").await;
        assert_eq!(reply.status, 200);
        assert!(reply.text.contains("make web"), "{}", reply.text);
        assert_eq!(reply.header("cache-control"), "no-store");
    }
}

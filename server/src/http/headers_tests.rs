//! The headers of every answer, whatever its handler.

use reqwest::Method;
use serde_json::json;

use crate::testing::{Reply, TestServer};

/// Answers of every kind: data, refusals, a preflight request.
async fn answers(server: &TestServer) -> Vec<Reply> {
    let anybody = server.anonymous();
    let preflight = anybody
        .call(Method::OPTIONS, "/clients/")
        .header("Origin", "https://pages.example.com")
        .header("Access-Control-Request-Method", "GET");
    vec![
        server.admin.get("/clients/").await,
        anybody.get("/clients/").await,
        anybody.get("/nothing/here/").await,
        anybody.post("/v2/checkcreds/", json!({})).await,
        server.admin.delete("/clients/").await,
        anybody.get("/").await,
        preflight.send().await,
    ]
}

#[tokio::test]
async fn no_answer_is_guessed_at_or_kept_by_others() {
    let server = TestServer::start().await;
    for (number, reply) in answers(&server).await.iter().enumerate() {
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "answer {number}");
        assert_eq!(reply.header("cache-control"), "no-store", "answer {number}");
        assert_eq!(reply.header("strict-transport-security"), "", "answer {number}");
    }
}

#[tokio::test]
async fn browsers_are_asked_to_use_tls_from_then_on() {
    let url = "https://rmm.example.com".to_owned();
    let server = TestServer::start_with(|settings| settings.public_url = Some(url)).await;
    for (number, reply) in answers(&server).await.iter().enumerate() {
        let header = reply.header("strict-transport-security");
        assert_eq!(header, "max-age=31536000", "answer {number}");
    }
}

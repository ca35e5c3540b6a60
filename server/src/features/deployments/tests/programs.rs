//! The agent programs a server hands out.

use serde_json::json;

use super::{fetch, make};
use crate::testing::TestServer;

#[tokio::test]
async fn a_program_is_handed_out_as_it_is_to_anybody() {
    let server = TestServer::start().await;
    let sha256 = server.add_program();

    let reply = server.anonymous().get("/link/agent/linux/amd64/").await;

    assert_eq!((reply.status, reply.text.as_str()), (200, "an agent\n"));
    assert_eq!(reply.header("content-type"), "application/octet-stream");
    assert_eq!(reply.header("content-length"), "9");
    assert_eq!(reply.header("etag"), format!("\"{sha256}\""));
}

#[tokio::test]
async fn only_programs_of_known_platforms_can_be_downloaded() {
    let server = TestServer::start().await;
    server.add_program();
    for path in ["linux/386", "amiga/amd64", "linux/..%2Flinux-amd64", "..%2Fagents%2Flinux/amd64"]
    {
        let reply = server.anonymous().get(&format!("/link/agent/{path}/")).await;
        assert_eq!(reply.refused(404, "not_found")["detail"], "Agent program not found.", "{path}");
    }
}

#[tokio::test]
async fn a_replaced_program_has_its_new_hash() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let sha256 = server.add_program();
    let made = make(&server, location, json!({})).await;
    assert!(fetch(&server, &made, "").await.text.contains(sha256));

    let path = server.folder.path().join("agents/linux-amd64/muster-agent");
    std::fs::write(path, "another agent\n").unwrap();

    assert!(!fetch(&server, &made, "").await.text.contains(sha256));
}

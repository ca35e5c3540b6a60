//! Maintenance, through the front door.

use std::time::Duration;

use serde_json::json;

use crate::testing::TestServer;

#[tokio::test]
async fn clearing_the_caches_forgets_what_was_cached_and_is_a_post() {
    let server = TestServer::start().await;
    server.app.cache.put("a", "b", Duration::from_secs(600)).await;
    assert!(server.app.cache.get("a").await.is_some());

    let reply = server.admin.get("/core/clearcache/").await;
    assert_eq!(reply.header("allow"), "POST");
    reply.refused(405, "method_not_allowed");
    assert!(server.app.cache.get("a").await.is_some());

    let answer = server.admin.post("/core/clearcache/", json!({})).await.ok();
    assert_eq!(answer, "the caches were cleared");
    assert_eq!(server.app.cache.get("a").await, None);
    assert_eq!(server.audit_lines().await, ["admin modify coresettings cleared the caches"]);
}

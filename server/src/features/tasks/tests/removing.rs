//! Tasks that delete themselves.

use std::time::Duration;

use serde_json::json;

use super::{daily_with, path, server_with_absent_agent, until_count};
use crate::clock;
use crate::time::Timestamp;

const HOUR: Duration = Duration::from_secs(60 * 60);

#[tokio::test]
async fn a_task_is_deleted_at_its_expire_date_if_configured() {
    let (server, agent) = server_with_absent_agent().await;
    let soon = Timestamp::now().plus(HOUR).to_string();
    let expiring = json!({ "expire_date": soon, "remove_if_not_scheduled": true, "name": "Gone" });
    let gone = server.admin.post("/tasks/", daily_with(&agent.agent_id, expiring)).await.ok();
    let expiring = json!({ "expire_date": soon, "name": "Stays" });
    let stays = server.admin.post("/tasks/", daily_with(&agent.agent_id, expiring)).await.ok();

    clock::advance(HOUR * 2);
    until_count(&server, "select count(*) from tasks where not deleted", 1).await;

    server.admin.get(&path(&gone)).await.refused(404, "not_found");
    server.admin.get(&path(&stays)).await.ok();
    let last = server.audit_lines().await.pop().unwrap();
    assert_eq!(last, "system delete automatedtask task Gone expired and was deleted");
}

#[tokio::test]
async fn a_task_that_is_to_stay_longer_is_not_deleted_at_its_former_date() {
    let (server, agent) = server_with_absent_agent().await;
    let soon = Timestamp::now().plus(HOUR).to_string();
    let expiring = json!({ "expire_date": soon, "remove_if_not_scheduled": true });
    let task = server.admin.post("/tasks/", daily_with(&agent.agent_id, expiring)).await.ok();
    server.admin.put(&path(&task), json!({ "expire_date": "2090-01-01T00:00:00Z" })).await.ok();

    clock::advance(HOUR * 2);
    let jobs = "select count(*) from jobs where kind = 'task_removal'";
    until_count(&server, jobs, 1).await;

    server.admin.get(&path(&task)).await.ok();
}

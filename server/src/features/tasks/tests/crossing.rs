//! Changes that run concurrently with the job that makes documents. On SQLite
//! there is one writer, which never waits for another.

use axum::response::IntoResponse;
use serde_json::json;

use super::{daily, path, server_with_absent_agent, server_with_agent, until, until_pushed};
use crate::error::ApiError;
use crate::storage::{lift_limits, sql};
use crate::testing::{TestServer, until_true};

const WAITING: &str = "select count(*) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'";

/// Runs something while a transaction locks the agent's documents and then
/// records what the agent has, as the job does.
async fn meet<T>(server: &TestServer, happens: impl Future<Output = T>) {
    let write = server.app.db.begin().await.unwrap();
    let hold = "select agent_id from agent_definitions for update";
    sql::execute(&write, hold, []).await.unwrap();
    let job = async {
        until_true("somebody waits for a lock", async || {
            sql::number(server.app.db.read(), WAITING, []).await.unwrap() > 0
        })
        .await;
        sql::execute(&write, "update task_results set problem = ''", []).await.unwrap();
        write.commit().await.unwrap();
    };
    tokio::join!(happens, job);
}

#[tokio::test]
async fn a_change_of_a_task_waits_for_documents_before_it_locks_what_they_need() {
    let (server, identity) = server_with_absent_agent().await;
    if !server.app.db.is_shared() {
        return;
    }
    let task = server.admin.post("/tasks/", daily(&identity.agent_id)).await.ok();
    until_pushed(&server).await;
    let body = json!({ "name": "Changed" });
    meet(&server, async { server.admin.put(&path(&task), body).await.ok() }).await;
    until_pushed(&server).await;
    meet(&server, async { server.admin.delete(&path(&task)).await.ok() }).await;

    let policy = json!({ "name": "All", "active": true });
    let policy = server.admin.post("/automation/policies/", policy).await.ok()["id"].clone();
    let everywhere = json!({ "server_policy": policy, "workstation_policy": policy });
    server.admin.put("/core/settings/", everywhere).await.ok();
    let mut body = daily("");
    body.as_object_mut().unwrap().remove("agent");
    body["policy"] = policy.clone();
    server.admin.post("/tasks/", body).await.ok();
    until_pushed(&server).await;
    let path = format!("/automation/policies/{policy}/?force=true");
    meet(&server, async { server.admin.delete(&path).await.ok() }).await;
}

#[tokio::test]
async fn when_two_changes_deadlock_one_is_asked_to_retry() {
    let (server, _) = server_with_absent_agent().await;
    if !server.app.db.is_shared() {
        return;
    }
    let (one, other) = (server.app.db.begin().await.unwrap(), server.app.db.begin().await.unwrap());
    for transaction in [&one, &other] {
        // It waits until the refused one is undone, and that is up to us.
        lift_limits(transaction).await.unwrap();
    }
    let (clients, sites) = ("update clients set name = name", "update sites set name = name");
    sql::execute(&one, clients, []).await.unwrap();
    sql::execute(&other, sites, []).await.unwrap();
    let first = async {
        let done = sql::execute(&one, sites, []).await;
        one.rollback().await.unwrap();
        done
    };
    let second = async {
        let done = sql::execute(&other, clients, []).await;
        other.rollback().await.unwrap();
        done
    };

    let (first, second) = tokio::join!(first, second);

    let refused: Vec<_> = [first, second].into_iter().filter_map(Result::err).collect();
    assert_eq!(refused.len(), 1, "{refused:?}");
    for error in refused {
        let answer = ApiError::from(error).into_response();
        assert_eq!(
            (answer.status().as_u16(), answer.headers().contains_key("retry-after")),
            (503, true)
        );
    }
}

#[tokio::test]
async fn an_agent_that_connects_waits_for_documents_before_it_locks_what_they_need() {
    let (server, mut agent) = server_with_agent().await;
    if !server.app.db.is_shared() {
        return;
    }
    server.admin.post("/tasks/", daily(&agent.identity.agent_id)).await.ok();
    agent.keep_definitions().await;
    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
    until_pushed(&server).await;
    let identity = agent.identity.clone();
    drop(agent);

    // It comes back with nothing, so what it has must be recorded again.
    meet(&server, server.connect(&identity)).await;
}

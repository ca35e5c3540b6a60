//! Results of checks, through the front door.

use muster_protocol::{CheckReport, RunChecks, question_name};
use serde_json::{Value, json};

use crate::auth::Right;
use crate::clock;
use crate::storage::sql;
use crate::testing::checks::{disk_check, free, report};
use crate::testing::{FakeAgent, TestServer, data, until_equal, until_true};
use crate::time::Timestamp;

/// A server with an agent, one check of which fails.
async fn failing_server() -> (TestServer, FakeAgent, i64) {
    clock::stop();
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let check = server.add_check(&agent.identity.agent_id, &disk_check()).await;
    agent.report_checks(vec![report(1, check, Timestamp::now(), free(10.0))]).await;
    (server, agent, check)
}

async fn status(server: &TestServer, check: i64) -> String {
    let text = "select status from check_results where check_id = $1";
    sql::value(server.app.db.read(), text, [check.into()]).await.unwrap().unwrap()
}

async fn counts(server: &TestServer) -> Value {
    server.admin.get("/agents/").await.ok()[0]["checks"].clone()
}

#[tokio::test]
async fn a_failing_check_passes_once_it_is_reset_and_fails_again_with_its_next_result() {
    let (server, mut agent, check) = failing_server().await;
    let id = agent.identity.agent_id.clone();
    let result = server.result_of(check).await;

    for path in [format!("/checks/{result}/reset/"), format!("/agents/{id}/checks/{check}/reset/")]
    {
        let reply = server.admin.post(&path, json!({})).await;
        assert_eq!(reply.ok(), "The check root on pc-1 was reset.");
        assert_eq!(status(&server, check).await, "passing");
        assert_eq!(counts(&server).await["has_failing_checks"], false);
    }
    let last = server.audit_lines().await.pop().unwrap();
    assert_eq!(last, "admin modify check admin reset the check root on pc-1");
    let later = Timestamp::now().plus(std::time::Duration::from_secs(60));
    agent.report_checks(vec![report(2, check, later, free(10.0))]).await;
    assert_eq!(status(&server, check).await, "failing");
}

#[tokio::test]
async fn all_failing_checks_of_an_agent_are_reset_at_once() {
    let (server, agent, check) = failing_server().await;
    let id = agent.identity.agent_id.clone();
    let mut other = disk_check();
    other["disk"] = json!("/data");
    let pending = server.add_check(&id, &other).await;

    let reply = server.admin.post(&format!("/checks/{id}/resetall/"), json!({})).await;

    assert_eq!(reply.ok(), "1 failing check on pc-1 was reset.");
    assert_eq!(status(&server, check).await, "passing");
    assert_eq!(status(&server, pending).await, "pending");
    let expected = json!({
        "total": 2, "passing": 1, "failing": 0, "warning": 0, "info": 0,
        "has_failing_checks": false,
    });
    assert_eq!(counts(&server).await, expected);
}

#[tokio::test]
async fn the_checks_of_an_agent_are_run_by_a_question() {
    let (server, mut agent, _) = failing_server().await;
    let id = agent.identity.agent_id.clone();
    let path = format!("/checks/{id}/run/");
    let admin = server.admin.clone();
    for (answer, expected) in [
        (Some(3_u32), "3 checks run on pc-1 now."),
        (None, "the checks of pc-1 are being run by hand already"),
    ] {
        let (admin, path) = (admin.clone(), path.clone());
        let asking = tokio::spawn(async move { admin.post(&path, json!({})).await });
        let question = agent.answer_next(data(&answer)).await;
        assert_eq!(question.name, question_name::RUN_CHECKS);
        assert_eq!(question.read::<RunChecks>().unwrap(), RunChecks::default());
        let reply = asking.await.unwrap();
        match answer {
            Some(_) => assert_eq!(reply.ok(), expected),
            None => {
                assert_eq!(reply.status, 409);
                assert_eq!(reply.json["code"], "conflict");
            }
        }
    }
    let last = server.audit_lines().await.pop().unwrap();
    assert_eq!(last, "admin check_run agent admin ran the checks of pc-1");
}

#[tokio::test]
async fn the_checks_of_a_site_and_of_a_client_are_run_as_bulk_actions() {
    let (server, mut agent, _) = failing_server().await;
    let site = server.admin.get("/clients/sites/").await.ok()[0].clone();
    for path in [
        format!("/checks/site/{}/csbulkrun/", site["id"]),
        format!("/checks/client/{}/csbulkrun/", site["client"]),
    ] {
        let reply = server.admin.post(&path, json!({})).await;
        let bulk = reply.header("x-bulk-id").to_owned();
        agent.answer_next(data(&Some(1_u32))).await;
        let path = format!("/agents/actions/bulk/{bulk}/");
        until_true("the bulk action ends", async || {
            server.admin.get(&path).await.ok()["status"] == "finished"
        })
        .await;
    }
    let missing = server.admin.post("/checks/site/999999/csbulkrun/", json!({})).await;
    assert_eq!(missing.status, 404);
}

#[tokio::test]
async fn results_out_of_scope_do_not_exist() {
    let (server, agent, check) = failing_server().await;
    let other = server.add_site("Other", "Main").await;
    let rights = [Right::ListChecks, Right::ManageChecks, Right::RunChecks];
    let caller = server.scoped_caller(&rights, &[other.client], &[]).await;
    let (id, result) = (&agent.identity.agent_id, server.result_of(check).await);

    assert_eq!(caller.get(&format!("/agents/{id}/checks/{check}/history/")).await.status, 404);
    assert_eq!(caller.patch(&format!("/checks/{result}/history/"), json!({})).await.status, 404);
    for path in [
        format!("/checks/{result}/reset/"),
        format!("/agents/{id}/checks/{check}/reset/"),
        format!("/checks/{id}/resetall/"),
        format!("/checks/{id}/run/"),
    ] {
        assert_eq!(caller.post(&path, json!({})).await.status, 404, "{path}");
    }
    assert_eq!(status(&server, check).await, "failing");
}

#[tokio::test]
async fn tasks_of_a_failing_check_start_unless_they_run_or_the_agent_is_in_maintenance() {
    let (server, mut agent, check) = failing_server().await;
    let id = agent.identity.agent_id.clone();
    let body = json!({
        "agent": id, "name": "Clean up", "task_type": "checkfailure", "assigned_check": check,
        "actions": [{ "type": "cmd", "shell": "sh", "command": "id", "timeout": 5 }],
    });
    server.admin.post("/tasks/", body).await.ok();
    server.expect_test_version(check).await;
    let seconds = |number: u64| Timestamp::now().plus(std::time::Duration::from_secs(number));
    let fails = |number: u64| -> Vec<CheckReport> {
        vec![report(number, check, seconds(number), free(10.0))]
    };

    agent.report_checks(fails(2)).await;
    let order = agent.next_order().await;
    assert_eq!(order.name, muster_protocol::order_name::RUN_TASK);
    // It still runs.
    agent.report_checks(fails(3)).await;
    until_jobs_are_done(&server).await;
    agent.finish(&order.run_id, "", "", 0).await;
    until_runs_end(&server).await;
    assert_eq!(count_runs(&server).await, 1);
    let maintenance = json!({ "maintenance_mode": true });
    server.admin.put(&format!("/agents/{id}/"), maintenance).await.ok();
    server.expect_test_version(check).await;
    agent.report_checks(fails(4)).await;
    until_jobs_are_done(&server).await;
    assert_eq!(count_runs(&server).await, 1);
}

async fn count_runs(server: &TestServer) -> i64 {
    let text = "select count(*) from runs where type = 'task_run'";
    sql::number(server.app.db.read(), text, []).await.unwrap()
}

async fn until_runs_end(server: &TestServer) {
    let text = "select count(*) from runs where status in ('queued', 'running')";
    until_equal(&0, async || sql::number(server.app.db.read(), text, []).await.unwrap()).await;
}

async fn until_jobs_are_done(server: &TestServer) {
    let text = "select count(*) from jobs where kind = 'check_failure_tasks'";
    until_equal(&0, async || sql::number(server.app.db.read(), text, []).await.unwrap()).await;
}

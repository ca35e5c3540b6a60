//! Self-tests, through the API.

use muster_protocol::{Answer, SelfTestReport, SelfTestStatus, SelfTestStep, question_name};
use serde_json::{Value, json};

use crate::auth::Right;
use crate::testing::{FakeAgent, TestServer, data};

fn step(status: SelfTestStatus) -> SelfTestStep {
    SelfTestStep {
        name: "shell_bash".to_owned(),
        title: "Commands in bash".to_owned(),
        status,
        detail: "both streams and the exit code arrived".to_owned(),
        milliseconds: 12,
    }
}

fn shown(status: &str) -> Value {
    json!({
        "name": "shell_bash", "title": "Commands in bash", "status": status,
        "detail": "both streams and the exit code arrived", "milliseconds": 12,
    })
}

fn report(steps: Vec<SelfTestStep>) -> SelfTestReport {
    SelfTestReport {
        version: "0.4.0".to_owned(),
        plat: "linux".to_owned(),
        goarch: "amd64".to_owned(),
        account: "root".to_owned(),
        has_full_rights: true,
        is_enrolled: true,
        started: 1_700_000_000_000_000,
        milliseconds: 4321,
        steps,
    }
}

async fn server_with_agent() -> (TestServer, FakeAgent, String) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    let path = format!("/agents/{}/self-test/", agent.identity.agent_id);
    (server, agent, path)
}

#[tokio::test]
async fn an_agent_tests_itself_and_the_whole_report_is_shown() {
    let (server, mut agent, path) = server_with_agent().await;
    let rows = server.audit().await.len();
    let statuses = [
        (SelfTestStatus::Works, "works"),
        (SelfTestStatus::Failed, "failed"),
        (SelfTestStatus::TimedOut, "timed_out"),
        (SelfTestStatus::Refused, "refused"),
        (SelfTestStatus::NotThere, "not_there"),
        (SelfTestStatus::NotTried, "not_tried"),
        (SelfTestStatus::Unknown, "unknown"),
    ];
    let reported = data(&report(statuses.map(|(status, _)| step(status)).to_vec()));

    let (reply, question) = tokio::join!(server.admin.get(&path), agent.answer_next(reported));

    assert_eq!(question.name, question_name::SELF_TEST);
    question.read::<()>().unwrap();
    let expected = json!({
        "version": "0.4.0", "plat": "linux", "goarch": "amd64", "account": "root",
        "has_full_rights": true, "started": "2023-11-14T22:13:20Z", "milliseconds": 4321,
        "problems": 2, "steps": statuses.map(|(_, name)| shown(name)),
    });
    assert_eq!(reply.ok(), expected);
    assert_eq!(server.audit().await.len(), rows, "nothing was changed");
}

#[tokio::test]
async fn a_report_of_endless_steps_and_texts_is_cut() {
    let (server, mut agent, path) = server_with_agent().await;
    let long = || "x".repeat(2001);
    let step = SelfTestStep { title: long(), detail: long(), ..step(SelfTestStatus::Failed) };
    let endless = SelfTestReport { account: long(), ..report(vec![step; 501]) };
    let (reply, _) = tokio::join!(server.admin.get(&path), agent.answer_next(data(&endless)));
    let body = reply.ok();
    assert_eq!(body["steps"].as_array().unwrap().len(), 500);
    assert_eq!(body["problems"], 500);
    let length = |text: &Value| text.as_str().unwrap().len();
    let step = &body["steps"][0];
    let lengths = [&body["account"], &step["title"], &step["detail"]].map(length);
    assert_eq!(lengths, [255, 255, 2000]);
}

#[tokio::test]
async fn what_the_agent_refuses_is_said_in_its_words() {
    let (server, mut agent, path) = server_with_agent().await;
    let busy = "a self-test runs on this computer already: wait for its result";
    let answer = Answer::Failed(busy.to_owned());
    let (reply, _) = tokio::join!(server.admin.get(&path), agent.answer_next(answer));
    assert_eq!(reply.refused(400, "agent_error")["detail"], busy);

    let (reply, _) = tokio::join!(server.admin.get(&path), agent.answer_next(data(&7)));
    let unreadable = "the agent's answer is not readable";
    assert_eq!(reply.refused(400, "agent_error")["detail"], unreadable);
}

#[tokio::test]
async fn an_agent_without_a_self_test_is_named_and_not_waited_for() {
    let (server, agent, path) = server_with_agent().await;
    let mut identity = agent.identity.clone();
    drop(agent);
    identity.capabilities.retain(|name| name != question_name::SELF_TEST);
    let _agent = server.connect(&identity).await;
    let refusal = server.admin.get(&path).await.refused(400, "agent_outdated");
    let sentence = "This agent is version 0.1.0, which cannot test itself: update it.";
    assert_eq!(refusal["detail"], sentence);
}

#[tokio::test]
async fn frozen_and_offline_agents_are_not_tested() {
    let (server, _agent, path) = server_with_agent().await;
    server.admin.post("/core/freeze/", json!({})).await.ok();
    server.admin.get(&path).await.refused(409, "frozen");

    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let away = server.enrol(location, "pc-2").await.agent_id;
    server.admin.get(&format!("/agents/{away}/self-test/")).await.refused(409, "agent_offline");
}

#[tokio::test]
async fn those_who_may_only_list_agents_cannot_make_one_test_itself() {
    let (server, mut agent, path) = server_with_agent().await;
    let lister = server.caller_with(&[Right::ListAgents]).await;
    lister.get(&path).await.refused(403, "forbidden");
    let repairer = server.caller_with(&[Right::RecoverAgents]).await;
    let reported = data(&report(Vec::new()));
    let (reply, _) = tokio::join!(repairer.get(&path), agent.answer_next(reported));
    assert_eq!(reply.ok()["steps"], json!([]));
}

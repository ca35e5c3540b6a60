//! Services, through the front door.

use muster_protocol::{Answer, ControlService, Service, question_name};
use serde_json::{Value, json};

use crate::testing::{FakeAgent, TestServer, data};

fn service(name: &str) -> Service {
    Service {
        name: name.to_owned(),
        display_name: format!("The {name}"),
        status: "running".to_owned(),
        start_type: "auto".to_owned(),
        autodelay: false,
        pid: 7,
        username: "root".to_owned(),
        binpath: format!("/usr/sbin/{name}"),
        description: "does something".to_owned(),
    }
}

fn shown(name: &str) -> Value {
    json!({
        "name": name, "display_name": format!("The {name}"), "status": "running",
        "start_type": "auto", "autodelay": false, "pid": 7, "username": "root",
        "binpath": format!("/usr/sbin/{name}"), "description": "does something",
    })
}

async fn server_with_agent() -> (TestServer, FakeAgent, String) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    let path = format!("/services/{}/", agent.identity.agent_id);
    (server, agent, path)
}

#[tokio::test]
async fn services_are_listed_by_name_and_read_one_by_one() {
    let (server, mut agent, path) = server_with_agent().await;

    let reported = data(&[service("ssh"), service("Cron")]);
    let (reply, _) = tokio::join!(server.admin.get(&path), agent.answer_next(reported));
    assert_eq!(reply.header("x-total-count"), "2");
    assert_eq!(reply.ok(), json!([shown("Cron"), shown("ssh")]));

    // A name may contain characters that a path may not.
    let one = format!("{path}getty@tty1%2Fx/");
    let (reply, question) =
        tokio::join!(server.admin.get(&one), agent.answer_next(data(&service("ssh"))));
    assert_eq!(reply.ok(), shown("ssh"));
    assert_eq!(question.name, question_name::READ_SERVICE);
    assert_eq!(question.read::<String>().unwrap(), "getty@tty1/x");
}

#[tokio::test]
async fn a_service_is_controlled_and_the_call_is_audited() {
    let (server, mut agent, path) = server_with_agent().await;
    let path = format!("{path}cron/");
    let cases = [
        (json!({ "sv_action": "start" }), "start", "was started", "started service cron on pc-1"),
        (json!({ "action": "stop" }), "stop", "was stopped", "stopped service cron on pc-1"),
        (
            json!({ "sv_action": "restart", "action": "?" }),
            "restart",
            "was restarted",
            "restarted service cron on pc-1",
        ),
    ];
    for (body, action, done, audited) in cases {
        let (reply, question) =
            tokio::join!(server.admin.post(&path, body), agent.answer_next(data(&())));
        assert_eq!(reply.ok(), json!(format!("Service cron on pc-1 {done}.")));
        let expected = ControlService { name: "cron".to_owned(), action: action.to_owned() };
        assert_eq!(question.read::<ControlService>().unwrap(), expected);
        let row = server.audit().await.pop().unwrap();
        assert_eq!(row["message"], format!("admin {audited}"));
    }

    let body = json!({ "startType": "disabled" });
    let (reply, question) =
        tokio::join!(server.admin.put(&path, body), agent.answer_next(data(&())));
    assert_eq!(reply.ok(), json!("Service cron on pc-1 has start type disabled now."));
    let expected = ControlService { name: "cron".to_owned(), action: "disabled".to_owned() };
    assert_eq!(question.read::<ControlService>().unwrap(), expected);
}

#[tokio::test]
async fn wrong_actions_are_refused_before_the_agent_is_asked() {
    let (server, mut agent, path) = server_with_agent().await;
    let path = format!("{path}cron/");
    let rows = server.audit().await.len();

    let words = json!(["Must be one of start, stop, restart."]);
    let problems = server.admin.post(&path, json!({ "sv_action": "kill" })).await.problems();
    assert_eq!(problems, json!({ "sv_action": words }));
    let problems = server.admin.post(&path, json!({ "action": "kill" })).await.problems();
    assert_eq!(problems, json!({ "action": words }));
    let problems = server.admin.put(&path, json!({})).await.problems();
    assert_eq!(problems, json!({ "startType": ["This field is required."] }));
    assert_eq!(server.audit().await.len(), rows);

    let refusal = Answer::UnsupportedPlatform("Only Windows delays.".to_owned());
    let body = json!({ "startType": "autodelay" });
    let (reply, _) = tokio::join!(server.admin.put(&path, body), agent.answer_next(refusal));
    assert_eq!(reply.refused(400, "unsupported_platform")["detail"], "Only Windows delays.");
    assert_eq!(server.audit().await.len(), rows + 1);
}

#[tokio::test]
async fn an_offline_agent_is_answered_with_409() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent_id = server.enrol(location, "pc-1").await.agent_id;

    server.admin.get(&format!("/services/{agent_id}/")).await.refused(409, "agent_offline");
    let path = format!("/services/{agent_id}/cron/");
    server.admin.get(&path).await.refused(409, "agent_offline");
    let body = json!({ "sv_action": "stop" });
    server.admin.post(&path, body).await.refused(409, "agent_offline");
}

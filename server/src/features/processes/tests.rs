//! Processes, through the front door.

use muster_protocol::{Answer, EndProcess, Process, question_name};
use serde_json::{Value, json};

use crate::testing::{FakeAgent, TestServer, data};

fn process(pid: u32, name: &str) -> Process {
    Process {
        pid,
        ppid: 1,
        name: name.to_owned(),
        cpu_percent: 12.34,
        memory_bytes: 4096,
        username: "root".to_owned(),
        command_line: format!("/bin/{name} -x"),
    }
}

fn shown(pid: u32, name: &str) -> Value {
    json!({
        "id": pid, "name": name, "pid": pid, "ppid": 1, "cpu_percent": "12.3", "membytes": 4096,
        "username": "root", "cmdline": format!("/bin/{name} -x"),
    })
}

async fn server_with_agent() -> (TestServer, FakeAgent, String) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    let path = format!("/agents/{}/processes/", agent.identity.agent_id);
    (server, agent, path)
}

#[tokio::test]
async fn processes_are_listed_by_name_searched_ordered_and_paged() {
    let (server, mut agent, path) = server_with_agent().await;
    let reported = [process(9, "vim"), process(7, "Bash"), process(8, "bash")];
    let cases = [
        ("", json!([shown(7, "Bash"), shown(8, "bash"), shown(9, "vim")])),
        ("?search=VIM", json!([shown(9, "vim")])),
        ("?ordering=-pid&search=bash", json!([shown(8, "bash"), shown(7, "Bash")])),
    ];
    for (query, expected) in cases {
        let path = format!("{path}{query}");
        let (reply, _) = tokio::join!(server.admin.get(&path), agent.answer_next(data(&reported)));
        assert_eq!(reply.ok(), expected, "{query}");
    }
    let path = format!("{path}?page=2&page_size=2");
    let (reply, _) = tokio::join!(server.admin.get(&path), agent.answer_next(data(&reported)));
    let page = reply.ok();
    assert_eq!((&page["count"], &page["results"]), (&json!(3), &json!([shown(9, "vim")])));
}

#[tokio::test]
async fn one_process_is_read_or_does_not_exist() {
    let (server, mut agent, path) = server_with_agent().await;
    let reported = [process(7, "bash")];

    let known = format!("{path}7/");
    let (reply, _) = tokio::join!(server.admin.get(&known), agent.answer_next(data(&reported)));
    assert_eq!(reply.ok(), shown(7, "bash"));
    let unknown = format!("{path}8/");
    let (reply, _) = tokio::join!(server.admin.get(&unknown), agent.answer_next(data(&reported)));
    assert_eq!(reply.refused(404, "not_found")["detail"], "Process not found.");
    server.admin.get(&format!("{path}x/")).await.refused(404, "not_found");
}

#[tokio::test]
async fn ending_a_process_is_audited_also_when_the_agent_refuses() {
    let (server, mut agent, path) = server_with_agent().await;
    let path = format!("{path}7/");

    let (reply, question) = tokio::join!(server.admin.delete(&path), agent.answer_next(data(&())));
    assert_eq!(reply.ok(), json!("Process 7 on pc-1 was ended."));
    assert_eq!(question.name, question_name::END_PROCESS);
    assert_eq!(question.read::<EndProcess>().unwrap(), EndProcess { pid: 7 });
    let rows = server.audit().await;
    assert_eq!(rows.last().unwrap()["message"], "admin ended process 7 on pc-1");

    let refusal = Answer::Failed("there is no process 7".to_owned());
    let (reply, _) = tokio::join!(server.admin.delete(&path), agent.answer_next(refusal));
    assert_eq!(reply.refused(400, "agent_error")["detail"], "there is no process 7");
    assert_eq!(server.audit().await.len(), rows.len() + 1);
}

#[tokio::test]
async fn a_process_is_asked_to_end_without_force() {
    let (server, mut agent, path) = server_with_agent().await;
    let asking = format!("{path}7/?signal=terminate");

    let (reply, question) =
        tokio::join!(server.admin.delete(&asking), agent.answer_next(data(&())));

    assert_eq!(reply.ok(), json!("Process 7 on pc-1 was asked to end."));
    assert_eq!(question.name, question_name::TERMINATE_PROCESS);
    assert_eq!(question.read::<EndProcess>().unwrap(), EndProcess { pid: 7 });
    let rows = server.audit().await;
    assert_eq!(rows.last().unwrap()["message"], "admin asked process 7 to end on pc-1");
    let wrong = server.admin.delete(&format!("{path}7/?signal=hangup")).await.problems();
    assert_eq!(wrong, json!({ "signal": ["Must be one of kill, terminate."] }));
    assert_eq!(server.audit().await.len(), rows.len());
}

#[tokio::test]
async fn an_offline_agent_is_answered_with_409() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent_id = server.enrol(location, "pc-1").await.agent_id;
    let path = format!("/agents/{agent_id}/processes/");

    server.admin.get(&path).await.refused(409, "agent_offline");
    server.admin.delete(&format!("{path}7/")).await.refused(409, "agent_offline");
}

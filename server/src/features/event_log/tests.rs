//! The system log, through the API.

use muster_protocol::{LogEntry, ReadEventLog};
use serde_json::{Value, json};

use crate::testing::{FakeAgent, TestServer, data};

fn entry(record: u64) -> LogEntry {
    LogEntry {
        record,
        time: 1_700_000_000_000_000,
        source: "cron".to_owned(),
        event_type: "INFO".to_owned(),
        event_id: 4,
        category: "jobs".to_owned(),
        computer: "pc-1".to_owned(),
        message: format!("entry {record}"),
    }
}

fn shown(uid: u64, record: u64) -> Value {
    json!({
        "uid": uid, "record": record, "time": "2023-11-14T22:13:20Z", "source": "cron",
        "eventType": "INFO", "eventID": 4, "eventCategory": "jobs", "computer": "pc-1",
        "message": format!("entry {record}"),
    })
}

async fn server_with_agent() -> (TestServer, FakeAgent, String) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    let path = format!("/agents/{}/eventlog", agent.identity.agent_id);
    (server, agent, path)
}

#[tokio::test]
async fn entries_are_filtered_by_the_agent() {
    let (server, mut agent, path) = server_with_agent().await;

    let plain = format!("{path}/System/7/");
    let answer = data(&[entry(9), entry(8)]);
    let (reply, question) = tokio::join!(server.admin.get(&plain), agent.answer_next(answer));
    assert_eq!(reply.header("x-total-count"), "2");
    assert_eq!(reply.ok(), json!([shown(0, 9), shown(1, 8)]));
    let expected =
        ReadEventLog { log: "System".to_owned(), days: 7, limit: 5000, ..ReadEventLog::default() };
    assert_eq!(question.read::<ReadEventLog>().unwrap(), expected);

    let filtered = format!(
        "{path}/Microsoft-Windows-X%2FOperational/1/?type=ERROR&source=a&event_id=4&search=b c"
    );
    let none: [LogEntry; 0] = [];
    let (reply, question) =
        tokio::join!(server.admin.get(&filtered), agent.answer_next(data(&none)));
    assert_eq!(reply.ok(), json!([]));
    let expected = ReadEventLog {
        log: "Microsoft-Windows-X/Operational".to_owned(),
        days: 1,
        event_type: "ERROR".to_owned(),
        source: "a".to_owned(),
        event_id: Some(4),
        search: "b c".to_owned(),
        offset: 0,
        limit: 5000,
    };
    assert_eq!(question.read::<ReadEventLog>().unwrap(), expected);
}

#[tokio::test]
async fn pages_are_cut_by_the_agent_and_show_whether_there_is_a_next_one() {
    let (server, mut agent, path) = server_with_agent().await;

    let page = format!("{path}/System/7/?page=2&page_size=1");
    let answer = data(&[entry(8), entry(7)]);
    let (reply, question) = tokio::join!(server.admin.get(&page), agent.answer_next(answer));
    let question: ReadEventLog = question.read().unwrap();
    assert_eq!((question.offset, question.limit), (1, 2));
    let body = reply.ok();
    assert_eq!((&body["count"], &body["results"]), (&json!(3), &json!([shown(1, 8)])));
    assert!(body["next"].as_str().unwrap().contains("page=3"));

    let last = data(&[entry(8)]);
    let (reply, _) = tokio::join!(server.admin.get(&page), agent.answer_next(last));
    let body = reply.ok();
    assert_eq!((&body["count"], &body["next"]), (&json!(2), &json!(null)));
}

#[tokio::test]
async fn invalid_requests_are_refused_before_the_agent_is_asked() {
    let (server, agent, path) = server_with_agent().await;

    for days in ["0", "10000"] {
        let problems = server.admin.get(&format!("{path}/System/{days}/")).await.problems();
        assert_eq!(problems, json!({ "days": ["Must be 1 to 9999."] }));
    }
    let wrong = format!("{path}/System/1/?type=LOUD&event_id=-1&page_size=0");
    assert_eq!(
        server.admin.get(&wrong).await.problems(),
        json!({
            "type": ["Must be one of INFO, WARNING, ERROR, AUDIT_SUCCESS, AUDIT_FAILURE."],
            "event_id": ["Must be 0 to 9223372036854775807."],
            "page_size": ["Must be 1 to 1000."],
        })
    );
    drop(agent);
    let offline = server.enrol(server.add_site("Other", "Main").await, "pc-2").await.agent_id;
    let path = format!("/agents/{offline}/eventlog/System/1/");
    server.admin.get(&path).await.refused(409, "agent_offline");
}

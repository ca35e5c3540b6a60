//! What is not stored, whatever an agent sends.

use muster_protocol::FromAgent;

use super::*;
use crate::domain::recordings::leave_for_today;
use crate::ids::AgentKey;
use crate::testing::until_equal;

async fn nothing_is_stored(server: &TestServer) {
    assert_eq!(number(server, "select count(*) from remote_recordings").await, 0);
    assert_eq!(number(server, "select count(*) from recording_parts").await, 0);
}

#[tokio::test]
async fn what_is_no_part_or_of_no_such_session_is_refused_and_logged() {
    let (server, mut agent) = server_with_agent().await;
    let session = session(&server, &mut agent, Kind::Terminal, "on").await;
    let identity = agent.identity.clone();
    let part_of = |session: &str, kind| {
        TestRecording::begin(&server, &identity, session, kind).heading().part()
    };
    for part in [Vec::new(), b"MREC2".to_vec(), vec![0; 300 * 1024]] {
        assert_eq!(agent.record(part).await, "unreadable");
    }
    let unknown = "0198a4b2-7c3d-4e5f-8a9b-0c1d2e3f4a5b";
    assert_eq!(agent.record(part_of(unknown, Kind::Terminal)).await, "no_session");
    assert_eq!(agent.record(part_of(&session, Kind::Screen)).await, "not_recorded");
    nothing_is_stored(&server).await;
    let expected = [
        "it is not a part that this server can read",
        "there is no such session of this agent",
        "the session was not to be recorded",
    ];
    let expected = expected.map(|reason| {
        format!("warning agent_issues pc-1 a part of a recording was refused: {reason}")
    });
    until_equal(&expected, async || server.debug_lines().await).await;
}

#[tokio::test]
async fn an_agent_records_neither_what_it_was_not_to_nor_sessions_of_others() {
    let (server, mut agent) = server_with_agent().await;
    let unrecorded = open(&server, &mut agent, Kind::Terminal).await;
    let identity = agent.identity.clone();
    let mut recording = TestRecording::begin(&server, &identity, &unrecorded, Kind::Terminal);
    assert_eq!(agent.record(recording.heading().part()).await, "not_recorded");

    let session = session(&server, &mut agent, Kind::Terminal, "on").await;
    let other = server.add_site("Other", "Main").await;
    let mut stranger = server.add_agent(other, "pc-2").await;
    let own = stranger.identity.clone();
    let mut forged = TestRecording::begin(&server, &own, &session, Kind::Terminal);
    assert_eq!(stranger.record(forged.heading().part()).await, "no_session");
    // What the right agent has signed is not the stranger's to bring either.
    let mut stolen = TestRecording::begin(&server, &identity, &session, Kind::Terminal);
    assert_eq!(stranger.record(stolen.heading().part()).await, "no_session");
    nothing_is_stored(&server).await;
}

#[tokio::test]
async fn a_part_that_another_key_has_signed_is_refused() {
    let (server, mut agent) = server_with_agent().await;
    let session = session(&server, &mut agent, Kind::Terminal, "on").await;
    let thief = agent.identity.with_another_key();
    let mut recording = TestRecording::begin(&server, &thief, &session, Kind::Terminal);
    assert_eq!(agent.record(recording.heading().part()).await, "bad_signature");
    nothing_is_stored(&server).await;
}

#[tokio::test]
async fn a_part_that_does_not_follow_ends_the_recording_with_an_audit_row() {
    let (server, mut agent) = server_with_agent().await;
    let mut recording = terminal(&server, &mut agent).await;
    let first = recording.heading().part();
    let (_, third) = (recording.print(5, "a").part(), recording.print(6, "b").part());
    assert_eq!(agent.record(first).await, "");

    assert_eq!(agent.record(third).await, "out_of_order");

    let shown = newest(&server.admin).await;
    assert_eq!((&shown["state"], &shown["parts"]), (&json!("incomplete"), &json!(1)));
    assert_eq!(agent.record(recording.print(7, "c").part()).await, "ended");
    let id = shown["id"].as_i64().unwrap();
    let expected = format!(
        "system modify recording the rest of recording {id} of the terminal session of admin on \
         pc-1 was refused: it does not follow the part before it"
    );
    let rows = audited(&server).await;
    assert_eq!(
        rows.iter().filter(|row| row.contains("was refused")).collect::<Vec<_>>(),
        [&expected]
    );
}

#[tokio::test]
async fn what_is_stored_is_not_replaced_and_a_complete_recording_not_continued() {
    let (server, mut agent) = server_with_agent().await;
    let session = session(&server, &mut agent, Kind::Terminal, "on").await;
    let identity = agent.identity.clone();
    let begin = || TestRecording::begin_at(&server, &identity, &session, Kind::Terminal, 1_000_000);
    let mut recording = begin();
    let (first, last) = (recording.heading().part(), recording.print(3, "true").last_part());
    for part in [first, last] {
        assert_eq!(agent.record(part).await, "");
    }
    let other = begin().heading().print(1, "false").part();
    assert_eq!(agent.record(other).await, "changed");
    assert_eq!(agent.record(recording.print(9, "more").part()).await, "ended");
    assert_eq!(newest(&server.admin).await["state"], "complete");
    assert_eq!(number(&server, "select count(*) from recording_parts").await, 2);
}

#[tokio::test]
async fn times_and_recordings_of_a_session_are_bounded() {
    let (server, mut agent) = server_with_agent().await;
    let session = session(&server, &mut agent, Kind::Terminal, "on").await;
    let identity = agent.identity.clone();
    let begin =
        |began| TestRecording::begin_at(&server, &identity, &session, Kind::Terminal, began);
    let month = 30 * 24 * 3600 * 1000;
    assert_eq!(agent.record(begin(0).print(month + 1, "a").part()).await, "bad_time");
    assert_eq!(agent.record(begin(0).print(month, "a").part()).await, "");
    for began in 1..50 {
        assert_eq!(agent.record(begin(began).heading().part()).await, "", "{began}");
    }
    assert_eq!(agent.record(begin(50).heading().part()).await, "too_many");
}

#[tokio::test]
async fn an_agent_sends_four_gib_a_day_and_each_part_counts() {
    let (server, mut agent) = server_with_agent().await;
    let mut recording = terminal(&server, &mut agent).await;
    let key = AgentKey(number(&server, "select id from agents").await);
    leave_for_today(&server.app, key, 16 * 1024);
    assert_eq!(agent.record(recording.heading().part()).await, "");
    assert_eq!(agent.record(recording.print(1, "a").part()).await, "too_much");
    assert_eq!(newest(&server.admin).await["state"], "incomplete");
}

#[tokio::test]
async fn a_session_that_must_be_recorded_ends_when_its_recording_is_refused() {
    let (server, mut agent) = server_with_agent().await;
    for (mode, status) in [("on", "opening"), ("strict", "ended")] {
        let session = session(&server, &mut agent, Kind::Terminal, mode).await;
        let identity = agent.identity.clone();
        let mut recording = TestRecording::begin(&server, &identity, &session, Kind::Terminal);
        recording.heading().part();
        let part = recording.print(1, "a").part();
        assert_eq!(agent.record(part).await, "out_of_order");
        let shown = server.admin.get(&format!("{SESSIONS}{session}/")).await.ok();
        assert_eq!(shown["status"], status, "{mode}");
        if mode == "strict" {
            assert_eq!(shown["end_code"], "recording_refused");
        }
    }
}

#[tokio::test]
async fn an_agent_that_does_not_wait_for_the_answer_is_disconnected() {
    let (server, mut agent) = server_with_agent().await;
    let mut recording = terminal(&server, &mut agent).await;
    let (first, second) = (recording.heading().part(), recording.print(1, "a").part());
    let _turns = server.app.agent_link.storing.all_turns(!server.app.db.is_shared()).await;
    agent.send(FromAgent::RecordingPart { part: first }).await;
    agent.send(FromAgent::RecordingPart { part: second }).await;
    while agent.receive().await.is_some() {}
}

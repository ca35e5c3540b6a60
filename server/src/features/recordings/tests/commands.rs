//! `muster recordings` on a server's data.

use super::damaged::replace;
use super::*;
use crate::cli::recordings::{RecordingsCommand, answer};

async fn verify(server: &TestServer, id: Option<i64>) -> (Vec<String>, bool) {
    answer(&server.app, RecordingsCommand::Verify { id }).await.unwrap()
}

/// What is wrong, without the line about the audit log.
async fn wrong(server: &TestServer) -> Vec<String> {
    let (mut lines, is_good) = verify(server, None).await;
    assert!(!is_good, "{lines:?}");
    assert!(lines.pop().unwrap().starts_with("The audit log is intact"));
    lines
}

#[tokio::test]
async fn recordings_are_listed_and_good_ones_pass() {
    let (server, mut agent) = server_with_agent().await;
    let first = recorded(&server, &mut agent, "a").await;
    let mut growing = terminal(&server, &mut agent).await;
    assert_eq!(agent.record(growing.heading().part()).await, "");
    let (lines, _) = answer(&server.app, RecordingsCommand::List).await.unwrap();
    let shown = read(&server, first).await;
    assert_eq!(lines.len(), 2);
    assert_eq!(
        lines[0],
        format!(
            "{first}, {}, terminal session of admin on pc-1, complete, 2 s, 1 part, {} bytes",
            shown["began"].as_str().unwrap(),
            shown["bytes"]
        )
    );

    let (lines, is_good) = verify(&server, None).await;
    assert!(is_good, "{lines:?}");
    assert_eq!(lines[0], "2 recordings checked, nothing is wrong");
    let shown = read(&server, first).await;
    assert!(shown["verified"].is_string(), "{shown}");
    assert_eq!((&shown["problem"], &shown["state"]), (&json!(""), &json!("complete")));
    let unknown = answer(&server.app, RecordingsCommand::Verify { id: Some(99) }).await;
    assert_eq!(unknown.unwrap_err().to_string(), "there is no recording 99");
}

#[tokio::test]
async fn a_changed_part_is_named_and_the_recording_shown_as_damaged_until_it_is_good_again() {
    let (server, mut agent) = server_with_agent().await;
    let mut recording = terminal(&server, &mut agent).await;
    let part = recording.heading().print(5, "hello").last_part();
    agent.record(part.clone()).await;
    let id = newest(&server.admin).await["id"].as_i64().unwrap();
    let mut changed = part.clone();
    changed[200] ^= 1;
    replace(&server, &changed).await;

    let expected = [
        format!("recording {id}: part 0: it is not what the agent sent"),
        "1 recording checked, something is wrong with 1".to_owned(),
    ];
    assert_eq!(wrong(&server).await, expected);
    let shown = read(&server, id).await;
    assert_eq!(shown["state"], "damaged");
    assert_eq!(shown["problem"], "part 0: it is not what the agent sent");

    replace(&server, &part).await;
    assert!(verify(&server, Some(id)).await.1);
    assert_eq!(read(&server, id).await["state"], "complete");
}

#[tokio::test]
async fn a_recording_that_was_cut_off_or_forged_in_the_database_is_found() {
    let (server, mut agent) = server_with_agent().await;
    let mut recording = terminal(&server, &mut agent).await;
    for part in [
        recording.heading().part(),
        recording.print(5, "evil").part(),
        recording.print(6, "end").last_part(),
    ] {
        assert_eq!(agent.record(part).await, "");
    }
    let id = newest(&server.admin).await["id"].as_i64().unwrap();
    assert!(verify(&server, None).await.1);

    // Somebody removes the end, and makes the rest look whole.
    change(&server, "delete from recording_parts where part > 0").await;
    let forged = "update remote_recordings set parts = 1, digest =
                  (select digest from recording_parts where part = 0)";
    change(&server, forged).await;
    let found = wrong(&server).await.join("\n");
    assert!(
        found.contains(&format!("recording {id}: it is not as complete as it is said")),
        "{found}"
    );
    assert!(found.contains("its digest is not the one in the audit log"), "{found}");
}

#[tokio::test]
async fn a_recording_that_somebody_removed_beside_the_server_is_missed() {
    let (server, mut agent) = server_with_agent().await;
    let deleted = recorded(&server, &mut agent, "a").await;
    let removed = recorded(&server, &mut agent, "b").await;
    server.admin.delete(&format!("{RECORDINGS}{deleted}/")).await.ok();
    assert!(verify(&server, None).await.1, "it was deleted through the server");
    change(&server, "delete from remote_recordings").await;

    let expected = [
        format!(
            "recording {removed} is gone: recording {removed} of the terminal session of admin on \
             pc-1 is complete: 1 part"
        ),
        "0 recordings checked, something is wrong with 1".to_owned(),
    ];
    assert_eq!(wrong(&server).await, expected);
}

#[tokio::test]
async fn a_recording_is_exported_into_a_new_file_and_that_is_logged() {
    let (server, mut agent) = server_with_agent().await;
    let id = recorded(&server, &mut agent, "hello").await;
    let file = server.folder.path().join("out.cast");
    let export = || answer(&server.app, RecordingsCommand::Export { id, file: file.clone() });

    let (lines, _) = export().await.unwrap();

    let name = format!("recording {id} of the terminal session of admin on pc-1");
    assert_eq!(lines, [format!("wrote {name} to {}", file.display())]);
    let downloaded = server.admin.get(&format!("{RECORDINGS}{id}/file/")).await;
    assert_eq!(std::fs::read(&file).unwrap(), downloaded.bytes);
    let rows = audited(&server).await;
    assert!(rows.contains(&format!("console view recording console exported {name}")), "{rows:?}");
    let refused = export().await.unwrap_err().to_string();
    assert!(refused.starts_with("cannot make the file"), "{refused}");
    assert_eq!(audited(&server).await.len(), rows.len());
}

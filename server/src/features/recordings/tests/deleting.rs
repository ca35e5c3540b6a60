//! Recordings are deleted by people, by age and by size, each with an audit row and with
//! their files.

use super::*;
use crate::auth::Right;
use crate::domain::recordings::RETENTION;
use crate::testing::until_true;

const DAY: i64 = 24 * 3600 * 1_000_000;

async fn until_no_file(server: &TestServer) {
    let folder = server.app.settings.data.join("recordings");
    until_true("the files are deleted", async || {
        !folder.exists() || std::fs::read_dir(&folder).unwrap().next().is_none()
    })
    .await;
}

async fn prune(server: &TestServer) {
    (RETENTION.handler)(server.app.clone()).await.unwrap();
}

async fn ids(server: &TestServer) -> Vec<i64> {
    let rows = server.admin.get(&format!("{RECORDINGS}?ordering=id")).await.ok();
    rows.as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn deleting_takes_two_rights_leaves_a_row_and_ends_what_still_comes() {
    let (server, mut agent) = server_with_agent().await;
    let mut recording = terminal(&server, &mut agent).await;
    assert_eq!(agent.record(recording.heading().part()).await, "");
    let id = newest(&server.admin).await["id"].as_i64().unwrap();
    let path = format!("{RECORDINGS}{id}/");
    for missing in [Right::DoServerMaint, Right::ViewRecordings] {
        server.caller_without(missing).await.delete(&path).await.refused(403, "forbidden");
    }
    let mut events = server.follow(&server.admin, &["recordings"]).await;

    let said = server.admin.delete(&path).await.ok();

    let name = format!("recording {id} of the terminal session of admin on pc-1");
    assert_eq!(
        said,
        format!("Recording {id} of the terminal session of admin on pc-1 was deleted.")
    );
    let event = events.receive_event("recording.changed").await;
    assert_eq!(event["data"]["state"], "deleted");
    let row = audited(&server).await.pop().unwrap();
    assert_eq!(row, format!("admin delete recording {name} was deleted by admin"));
    server.admin.get(&path).await.refused(404, "not_found");
    server.admin.delete(&path).await.refused(404, "not_found");
    assert_eq!(number(&server, "select count(*) from recording_parts").await, 0);
    until_no_file(&server).await;
    assert_eq!(agent.record(recording.print(1, "more").part()).await, "out_of_order");
}

#[tokio::test]
async fn old_recordings_are_deleted_after_the_days_of_the_settings() {
    let (server, mut agent) = server_with_agent().await;
    let (old, young) =
        (recorded(&server, &mut agent, "a").await, recorded(&server, &mut agent, "b").await);
    let age = |id: i64, days: i64| {
        let ago = days * DAY - 600_000_000;
        format!("update remote_recordings set last_stored = last_stored - {ago} where id = {id}")
    };
    change(&server, &age(old, 90)).await;
    prune(&server).await;
    assert_eq!(ids(&server).await, [old, young], "ten minutes are missing");
    change(&server, "update remote_recordings set last_stored = last_stored - 601000000").await;
    prune(&server).await;
    assert_eq!(ids(&server).await, [young]);
    let row = audited(&server).await.pop().unwrap();
    assert_eq!(
        row,
        format!(
            "system delete recording recording {old} of the terminal session of admin on pc-1 was \
         deleted: nothing was added to it for 90 days"
        )
    );
    server.admin.put("/core/settings/", json!({ "recordings_prune_days": 0 })).await.ok();
    change(&server, &age(young, 9000)).await;
    prune(&server).await;
    assert_eq!(ids(&server).await, [young], "0 is for ever");
}

#[tokio::test]
async fn the_oldest_are_deleted_where_all_take_too_much_room_but_none_that_grows() {
    let (server, mut agent) = server_with_agent().await;
    let mut made = Vec::new();
    for _ in 0..3 {
        made.push(recorded(&server, &mut agent, "a").await);
    }
    server.admin.put("/core/settings/", json!({ "recordings_prune_gib": 1 })).await.ok();
    let half = (1_i64 << 29) + 1;
    change(&server, &format!("update remote_recordings set bytes = {half}")).await;
    prune(&server).await;
    assert_eq!(ids(&server).await, made, "all of them were added to within the hour");

    change(&server, "update remote_recordings set last_stored = last_stored - 3601000000").await;
    prune(&server).await;
    assert_eq!(ids(&server).await, made[2..], "two of them are more than 1 GiB");
    until_true("two jobs have run", async || {
        number(&server, "select count(*) from jobs where kind = 'delete_recording_files'").await
            == 0
    })
    .await;
    assert_eq!(server.admin.get(&format!("{RECORDINGS}{}/parts/0/", made[2])).await.status, 200);
}

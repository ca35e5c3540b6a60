//! What happens when an agent connects for the first time.

use std::time::Duration;

use serde_json::json;

use super::{HOUR, answer_all, answer_scan, asked, round, wait_for_scans, wait_for_software};
use crate::storage::sql;
use crate::testing::{TestServer, until_true};
use crate::time::Timestamp;

#[tokio::test]
async fn a_new_agent_is_asked_for_software_and_updates_and_its_scan_is_not_listed() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let path = format!("/software/{}/", agent.identity.agent_id);
    assert_eq!(server.admin.get(&path).await.ok()["collected_at"], json!(null));
    let audited = server.audit_lines().await;

    round(&server, Timestamp::now()).await;
    answer_all(&mut agent, &["vim"]).await;
    wait_for_software(&server, &agent, &["vim"]).await;
    wait_for_scans(&server, 1).await;

    assert_eq!(server.admin.get("/runs/").await.ok(), json!([]));
    let history = format!("/agents/{}/history/", agent.identity.agent_id);
    assert_eq!(server.admin.get(&history).await.ok(), json!([]));
    let scans = server.admin.get("/runs/?type=patch_scan").await.ok();
    assert_eq!(
        (&scans[0]["username"], &scans[0]["status"], &scans[1]),
        (&json!("system"), &json!("passed"), &json!(null))
    );
    assert_eq!(server.admin.get("/runs/?user=system").await.ok(), scans);
    assert_eq!(server.admin.get("/logs/pendingactions/").await.ok(), json!([]));
    assert_eq!(server.audit_lines().await, audited);
}

#[tokio::test]
async fn only_the_newest_automatic_scan_is_kept() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let now = Timestamp::now();
    round(&server, now).await;
    answer_all(&mut agent, &[]).await;
    wait_for_scans(&server, 1).await;
    let first = server.admin.get("/runs/?type=patch_scan").await.ok();

    round(&server, now.plus(HOUR * 8)).await;
    let order = agent.next_order().await;
    answer_scan(&mut agent, &order).await;
    until_true("the newer scan alone is left", async || {
        let scans = server.admin.get("/runs/?type=patch_scan").await.ok();
        scans.as_array().unwrap().len() == 1 && scans[0]["id"] != first[0]["id"]
    })
    .await;
    let text = "select count(*) from run_output where run_id not in (select id from runs)";
    assert_eq!(sql::number(server.app.db.read(), text, []).await.unwrap(), 0);
}

#[tokio::test]
async fn many_agents_that_connect_at_once_are_asked_a_few_at_a_time_and_later_spread_over_the_day()
{
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    for number in 0..40 {
        server.add_agent(location, &format!("pc-{number}")).await.obey();
    }
    let now = Timestamp::now();

    round(&server, now).await;
    assert_eq!(asked(&server).await, (30, 30));
    round(&server, now).await;
    assert_eq!(asked(&server).await, (40, 40));
    wait_for_scans(&server, 40).await;

    for (what, hours) in [("scan", 8), ("software", 24)] {
        let part = HOUR * hours / 4;
        for quarter in 0..4 {
            let from = now.plus(part * quarter);
            let text = format!(
                "select count(*) from collections where {what}_due > $1 and {what}_due <= $2"
            );
            // They were asked a moment after `now`, so the last end is open.
            let until = from.plus(part + if quarter == 3 { HOUR } else { Duration::ZERO });
            let values = [from.into(), until.into()];
            let count = sql::number(server.app.db.read(), &text, values).await.unwrap();
            assert!((7..=13).contains(&count), "{count} are due for {what} in quarter {quarter}");
        }
    }
}

#[tokio::test]
async fn an_agent_that_cannot_scan_leaves_nothing_behind_and_is_not_asked_again_for_an_hour() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut identity = server.enrol(location, "pc-1").await;
    identity.capabilities.retain(|name| name != "scan_updates" && name != "list_software");
    let _agent = server.connect(&identity).await;
    let now = Timestamp::now();

    round(&server, now).await;
    assert_eq!(asked(&server).await, (1, 1));
    assert_eq!(server.admin.get("/runs/?user=system").await.ok(), json!([]));
    let text = "select count(*) from collections where scan_due > $1";
    let soon = now.plus(HOUR / 2);
    assert_eq!(sql::number(server.app.db.read(), text, [soon.into()]).await.unwrap(), 1);
}

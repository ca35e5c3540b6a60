//! What each mode does.

use muster_protocol::{ChangeSoftware, FromAgent, InstallUpdates, Power, WakeOnLan};
use serde_json::json;

use super::{
    BULK, change, command, counts, results, server_with_agents, start, until_status, with,
};
use crate::auth::Right;
use crate::testing::{data, until_equal, until_true};

#[tokio::test]
async fn machines_are_rebooted_and_shut_down() {
    let (server, _, mut agents) = server_with_agents(1).await;
    for (mode, action) in [("reboot", "reboot"), ("shutdown", "shutdown")] {
        let bulk = start(&server, json!({ "mode": mode, "target": "all" })).await;
        let order = agents[0].next_order().await;
        assert_eq!(order.name, "change_power");
        let power = Power { action: action.to_owned(), delay_seconds: 0 };
        assert_eq!(order.read::<Power>().unwrap(), power);
        agents[0].finish(&order.run_id, "", "", 0).await;
        until_status(&server, &bulk, "finished").await;
    }
    let runs = server.admin.get("/runs/").await.ok();
    assert_eq!((&runs[0]["type"], &runs[0]["command"]), (&json!("power"), &json!("shutdown")));
}

#[tokio::test]
async fn updates_are_scanned_for_and_approved_ones_installed() {
    let (server, _, mut agents) = server_with_agents(2).await;
    let bulk =
        start(&server, json!({ "mode": "patch", "patchMode": "scan", "target": "all" })).await;
    for (agent, guid) in agents.iter_mut().zip(["a=1", "b=1"]) {
        let order = agent.next_order().await;
        let scan = json!({ "source": "apt", "updates": [{ "guid": guid, "name": guid }] });
        agent.finish(&order.run_id, &scan.to_string(), "", 0).await;
    }
    until_status(&server, &bulk, "finished").await;
    let list = async || server.admin.get("/winupdate/").await.ok();
    until_true("both scans are stored", async || list().await.as_array().unwrap().len() == 2).await;
    change(&server, "update winupdates set own_action = 'approve' where guid = 'a=1'").await;

    let bulk =
        start(&server, json!({ "mode": "patch", "patchMode": "install", "target": "all" })).await;

    let order = agents[0].next_order().await;
    assert_eq!(order.read::<InstallUpdates>().unwrap().guids, ["a=1"]);
    assert_eq!(
        results(&server, &bulk).await,
        ["pc-1 queued", "pc-2 skipped no approved update waits there"]
    );
    agents[0].send(FromAgent::Accepted { run_id: order.run_id }).await;
    let path = format!("/winupdate/{}/", agents[0].identity.agent_id);
    until_equal("installing", async || server.admin.get(&path).await.ok()[0]["state"].clone())
        .await;
}

#[tokio::test]
async fn a_package_is_installed_by_the_manager_of_each_platform() {
    let (server, _, mut agents) = server_with_agents(2).await;
    change(&server, "update agents set plat = 'windows' where hostname = 'pc-2'").await;
    let body = json!({ "mode": "software", "target": "all", "name": "vim" });
    start(&server, body.clone()).await;
    for (agent, manager) in agents.iter_mut().zip(["", "choco"]) {
        let order = agent.next_order().await;
        let change: ChangeSoftware = order.read().unwrap();
        assert_eq!((change.name.as_str(), change.manager.as_str()), ("vim", manager));
    }

    let bulk = start(&server, with(body, json!({ "manager": "apt" }))).await;
    let skipped = "pc-2 skipped it runs Windows, which has no apt";
    assert_eq!(results(&server, &bulk).await[1], skipped);
}

#[tokio::test]
async fn machines_of_a_site_are_woken_at_once_by_another_agent() {
    let (server, location, mut agents) = server_with_agents(1).await;
    for name in ["sleeper-1", "sleeper-2", "unknown"] {
        server.enrol(location, name).await;
    }
    let lonely = server.add_site("Lonely", "Cabin").await;
    server.enrol(lonely, "lonely").await;
    for (name, address) in [
        ("sleeper-1", "aa:aa:aa:aa:aa:01"),
        ("sleeper-2", "aa:aa:aa:aa:aa:02"),
        ("lonely", "aa:aa:aa:aa:aa:03"),
    ] {
        let detail = json!({ "network": [{ "mac": address }] });
        let text = format!("update agents set wmi_detail = '{detail}' where hostname = '{name}'");
        change(&server, &text).await;
    }

    let bulk = start(&server, json!({ "mode": "wol", "target": "all" })).await;

    let question = agents[0].answer_next(data(&())).await;
    let addresses = ["aa:aa:aa:aa:aa:01", "aa:aa:aa:aa:aa:02"].map(str::to_owned).to_vec();
    assert_eq!(question.read::<WakeOnLan>().unwrap(), WakeOnLan { addresses });
    let bulk = until_status(&server, &bulk, "finished").await;
    assert_eq!(counts(&bulk), json!({ "total": 5, "passed": 2, "failed": 1, "skipped": 2 }));
    let unknown = "skipped no hardware address of it is known";
    let nobody = "no other agent of its site or client is online and can wake it";
    assert_eq!(
        results(&server, &bulk).await,
        [
            format!("lonely failed {nobody}"),
            format!("pc-1 {unknown}"),
            "sleeper-1 passed".to_owned(),
            "sleeper-2 passed".to_owned(),
            format!("unknown {unknown}"),
        ]
    );
}

#[tokio::test]
async fn agents_without_checks_are_skipped_with_a_reason() {
    let (server, _, _agents) = server_with_agents(1).await;
    let bulk = start(&server, json!({ "mode": "checks", "target": "all" })).await;
    let bulk = until_status(&server, &bulk, "finished").await;
    assert_eq!(results(&server, &bulk).await, ["pc-1 skipped it has no checks"]);
}

#[tokio::test]
async fn each_mode_needs_the_right_of_what_it_does() {
    let (server, _, _agents) = server_with_agents(1).await;
    let all = json!({ "target": "all" });
    let bodies = [
        (command(all.clone()), Right::SendCmd),
        (with(all.clone(), json!({ "mode": "script", "script": 1 })), Right::RunScripts),
        (
            with(all.clone(), json!({ "mode": "patch", "patchMode": "scan" })),
            Right::ManageWinupdates,
        ),
        (with(all.clone(), json!({ "mode": "checks" })), Right::RunChecks),
        (with(all.clone(), json!({ "mode": "reboot" })), Right::RebootAgents),
        (with(all.clone(), json!({ "mode": "shutdown" })), Right::RebootAgents),
        (with(all.clone(), json!({ "mode": "wol" })), Right::SendWol),
        (with(all.clone(), json!({ "mode": "update" })), Right::UpdateAgents),
        (with(all.clone(), json!({ "mode": "remove" })), Right::UninstallAgents),
        (with(all.clone(), json!({ "mode": "recover" })), Right::RecoverAgents),
        (with(all.clone(), json!({ "mode": "software", "name": "a" })), Right::ManageSoftware),
        (with(all, json!({ "mode": "edit", "fields": {} })), Right::EditAgent),
    ];
    for (body, right) in bodies {
        let caller = server.caller_without(right).await;
        for path in [BULK.to_owned(), format!("{BULK}preview/")] {
            caller.post(&path, body.clone()).await.refused(403, "forbidden");
        }
    }
    assert_eq!(server.admin.get(BULK).await.ok(), json!([]));
}

//! Installing and removing software.

use muster_protocol::{ChangeSoftware, RunCommand};
use serde_json::json;

use super::{program, refresh};
use crate::auth::Right;
use crate::storage::sql;
use crate::testing::{Client, FakeAgent, TestServer, data, until, until_equal};

async fn order<B: serde::de::DeserializeOwned>(agent: &mut FakeAgent) -> (String, String, B) {
    let order = agent.next_order().await;
    (order.run_id.clone(), order.name.clone(), order.read().unwrap())
}

/// Waits until the inventory consists of the given names.
async fn until_software(server: &TestServer, agent_id: &str, names: &[&str]) {
    let path = format!("/software/{agent_id}/");
    until_equal(names, async || {
        let inventory = server.admin.get(&path).await.ok();
        let items = inventory["software"].as_array().unwrap();
        items.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    })
    .await;
}

#[tokio::test]
async fn a_package_is_installed_and_the_inventory_refreshed_after_that() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let agent_id = agent.identity.agent_id.clone();
    let body = json!({ "name": " vim ", "manager": "apt", "version": "9.1-1" });

    let reply = server.admin.post(&format!("/software/{agent_id}/"), body).await;

    assert_eq!(reply.header("x-run-id"), "1");
    assert_eq!(reply.ok(), "The installation of vim was started on pc-1.");
    let (run_id, name, change) = order::<ChangeSoftware>(&mut agent).await;
    assert_eq!(name, "install_software");
    assert_eq!((change.name.as_str(), change.manager.as_str()), ("vim", "apt"));
    assert_eq!(change.version, "9.1-1");
    agent.finish(&run_id, "done", "", 0).await;
    agent.answer_next(data(&[program("vim", "9.1-1", "Debian")])).await;
    until_software(&server, &agent_id, &["vim"]).await;

    let run = server.admin.get("/runs/1/").await.ok();
    let fields = (&run["type"], &run["command"], &run["shell"], &run["status"]);
    assert_eq!(
        fields,
        (&json!("software_install"), &json!("install vim 9.1-1"), &json!("apt"), &json!("passed"))
    );
    let lines = server.audit_lines().await;
    assert_eq!(lines.last().unwrap(), "admin modify software admin installed vim on pc-1");
}

#[tokio::test]
async fn an_installation_waits_for_its_agent_as_a_pending_action() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let path = format!("/software/{}/", identity.agent_id);

    let reply = server.admin.post(&path, json!({ "name": "vim" })).await.ok();

    assert_eq!(reply, "pc-1 is offline: the installation of vim will run there when it is back.");
    let waits = server.admin.get("/logs/pendingactions/?type=pkginstall").await.ok();
    assert_eq!(waits[0]["details"], json!({ "name": "vim", "output": "", "installed": false }));
    assert_eq!(waits[0]["description"], "install vim");

    let mut agent = server.connect(&identity).await;
    let run_id = agent.next_order().await.run_id;
    agent.finish(&run_id, "no such package", "", 100).await;
    assert_eq!(agent.receive().await.map(|_| ()), Some(()));
    let path = "/logs/pendingactions/?status=failed";
    let over = until("the run has failed", async || {
        let over = server.admin.get(path).await.ok();
        (over != json!([])).then_some(over)
    })
    .await;
    let details = json!({ "name": "vim", "output": "no such package", "installed": false });
    assert_eq!(over[0]["details"], details);
}

#[tokio::test]
async fn windows_gets_chocolatey_or_the_manager_that_is_named_and_none_of_another_system() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, "update agents set plat = 'windows'", []).await.unwrap();
    write.commit().await.unwrap();
    let path = format!("/software/{}/", identity.agent_id);

    server.admin.post(&path, json!({ "name": "vim.vim", "manager": "winget" })).await.ok();
    server.admin.post(&path, json!({ "name": "googlechrome" })).await.ok();

    for (kind, name) in [("pkginstall", "vim.vim"), ("chocoinstall", "googlechrome")] {
        let waits = server.admin.get(&format!("/logs/pendingactions/?type={kind}")).await.ok();
        let waits = waits.as_array().unwrap();
        assert_eq!((waits.len(), &waits[0]["action_type"]), (1, &json!(kind)));
        assert_eq!(waits[0]["details"]["name"], name);
    }
    let refusal = server.admin.post(&path, json!({ "name": "vim", "manager": "apt" })).await;
    let refusal = refusal.refused(400, "unsupported_platform");
    assert_eq!(refusal["detail"], "pc-1 runs Windows, which has no apt.");
}

#[tokio::test]
async fn invalid_package_names_are_refused_and_all_problems_are_named() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let path = format!("/software/{}/", server.enrol(location, "pc-1").await.agent_id);
    let body = json!({ "name": "-y --force", "manager": "cargo", "version": "1;id",
                       "queue_hours": 0 });

    let problems = server.admin.post(&path, body).await.problems();

    let managers = "Must be one of choco, winget, apt, dnf, zypper, pacman, apk, brew.";
    assert_eq!(
        problems,
        json!({
            "name": ["Must be the name of a package."], "manager": [managers],
            "version": ["Must be a version such as 1.2.3."], "queue_hours": ["Must be 1 to 720."],
        })
    );
    let problems = server.admin.post(&path, json!({})).await.problems();
    assert_eq!(problems, json!({ "name": ["Enter a name."] }));
}

#[tokio::test]
async fn a_program_is_removed_by_its_package_manager_by_its_uninstaller_or_by_a_command() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let mut tool = program("Tool", "1", "Acme");
    (tool.source, tool.uninstall) = ("snap".to_owned(), "snap remove tool".to_owned());
    refresh(&server, &mut agent, &[program("vim", "9", "Debian"), tool]).await.ok();
    let path = format!("/software/{}/uninstall/", agent.identity.agent_id);

    let reply = server.admin.post(&path, json!({ "software": "vim" })).await.ok();
    assert_eq!(reply, "The removal of vim was started on pc-1.");
    let (_, name, change) = order::<ChangeSoftware>(&mut agent).await;
    assert_eq!((name.as_str(), change.name.as_str()), ("uninstall_software", "vim"));
    assert_eq!(change.timeout_seconds, 900);

    server.admin.post(&path, json!({ "name": "tool", "timeout": 5 })).await.ok();
    let (_, name, command) = order::<RunCommand>(&mut agent).await;
    assert_eq!((name.as_str(), command.command.as_str()), ("run_command", "snap remove tool"));
    assert_eq!((command.shell.as_str(), command.timeout_seconds), ("sh", 5));

    let body = json!({ "name": "vim", "command": "rm -r /opt/vim", "run_as_user": true });
    server.admin.post(&path, body).await.ok();
    let (run_id, _, command) = order::<RunCommand>(&mut agent).await;
    assert_eq!((command.command.as_str(), command.run_as_user), ("rm -r /opt/vim", true));
    agent.finish(&run_id, "", "", 0).await;
    agent.answer_next(data(&[program("vim", "9", "Debian")])).await;
    until_software(&server, &agent.identity.agent_id, &["vim"]).await;
    let lines = server.audit_lines().await;
    assert_eq!(lines.last().unwrap(), "admin modify software admin uninstalled vim from pc-1");
}

#[tokio::test]
async fn removing_needs_the_right_to_send_commands_and_never_takes_the_agent_itself() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let path = format!("/software/{}/uninstall/", server.enrol(location, "pc-1").await.agent_id);
    let caller = server.caller_with(&[Right::ManageSoftware]).await;
    caller.post(&path, json!({ "name": "vim" })).await.refused(403, "forbidden");

    let body = json!({ "name": "Muster-Agent", "command": "apt purge muster-agent" });
    let problems = server.admin.post(&path, body).await.problems();

    let own = "This program manages the computer: remove the agent instead.";
    assert_eq!(problems, json!({ "name": [own], "command": [own] }));
}

#[tokio::test]
async fn programs_without_a_known_uninstaller_are_refused_outside_linux() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let path = format!("/software/{}/uninstall/", server.enrol(location, "pc-1").await.agent_id);
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, "update agents set plat = 'windows'", []).await.unwrap();
    write.commit().await.unwrap();

    let problems = server.admin.post(&path, json!({ "name": "Tool" })).await.problems();

    let sentence = "The inventory does not know how to remove it: send a command.";
    assert_eq!(problems, json!({ "name": [sentence] }));
}

#[tokio::test]
async fn the_catalogue_of_chocolatey_is_empty_while_it_is_not_loaded() {
    let server = TestServer::start().await;
    let reply = server.admin.get("/software/chocos/?search=vim").await;
    assert_eq!(reply.header("x-total-count"), "0");
    assert_eq!(reply.ok(), json!([]));
}

#[tokio::test]
async fn an_alert_says_which_software_changed_in_the_hour_before() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let (vim, curl) = (program("vim", "9.0", "Vim"), program("curl", "8.1", "curl"));
    refresh(&server, &mut agent, &[vim.clone(), curl]).await.ok();
    refresh(&server, &mut agent, &[program("vim", "9.1", "Vim"), program("git", "2", "")])
        .await
        .ok();

    let agents = server.admin.get("/agents/").await.ok();
    let body = json!({ "message": "odd noise", "agent": agents[0]["id"] });
    let alert = server.admin.post("/alerts/", body).await.ok();
    let path = format!("/alerts/{}/context/", alert["id"]);

    let messages = async |caller: &Client| -> Vec<String> {
        let context = caller.get(&path).await.ok();
        let changes = context["changes"].as_array().unwrap().clone();
        let software = changes.iter().filter(|change| change["kind"] == "software");
        software.map(|change| change["message"].as_str().unwrap().to_owned()).collect()
    };
    let expected =
        ["vim was updated from 9.0 to 9.1", "git 2 was installed", "curl 8.1 was removed"];
    assert_eq!(messages(&server.admin).await, expected);
    let reader = server.caller_with(&[Right::ListAlerts]).await;
    assert_eq!(messages(&reader).await, [] as [&str; 0]);
}

//! What a freeze stops, and what goes on.

use std::time::Duration;

use muster_protocol::{FromAgent, Refusal, ToAgent, capability};
use serde_json::{Value, json};

use super::{command, freeze, next_flag, thaw};
use crate::clock;
use crate::domain::fleet::list_targets;
use crate::domain::mail::{SEND_MAIL_KIND, mail_job, send_mail};
use crate::domain::runs;
use crate::features::agents::FINAL_REMOVAL;
use crate::features::{bulk, tasks, winupdate};
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::testing::{SmtpBehaviour, SmtpServer, TestServer, until_equal, until_true};
use crate::time::Timestamp;

#[tokio::test]
async fn while_everything_is_frozen_nothing_begins_and_reading_goes_on() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await.obey().agent_id;
    let script = server.add_script("look").await;
    let scripts_on_server = json!({ "enable_server_scripts": true });
    server.admin.put("/core/settings/", scripts_on_server).await.ok();
    let answer = server.admin.post("/core/freeze/", json!({})).await.ok();
    assert_eq!(answer, "Everything is frozen.");
    let rows = server.audit_lines().await;
    assert_eq!(rows.last().unwrap(), "admin modify coresettings admin froze everything");

    let bulk = |mode: &str| {
        let mut body = json!({ "target": "all", "mode": mode });
        body.as_object_mut().unwrap().extend(command().as_object().unwrap().clone());
        ("/agents/actions/bulk/".to_owned(), body)
    };
    let posts = [
        (format!("/agents/{agent}/cmd/"), command()),
        (format!("/agents/{agent}/runscript/"), json!({ "script": script })),
        (format!("/agents/{agent}/runscript/"), json!({ "script": script, "output": "forget" })),
        (format!("/agents/{agent}/reboot/"), json!({})),
        (format!("/agents/{agent}/shutdown/"), json!({})),
        (format!("/agents/{agent}/wol/"), json!({})),
        (format!("/agents/{agent}/recover/"), json!({ "mode": "agent" })),
        (format!("/services/{agent}/cron/"), json!({ "sv_action": "restart" })),
        (format!("/winupdate/{agent}/scan/"), json!({})),
        ("/core/emailtest/".to_owned(), json!({ "to": "ann@example.com" })),
        ("/core/smstest/".to_owned(), json!({ "to": "+4930123456" })),
        (
            "/core/serverscript/test/".to_owned(),
            json!({ "code": "true", "shell": "shell", "timeout": 5 }),
        ),
        bulk("command"),
        bulk("remove"),
    ];
    for (path, body) in posts {
        let refusal = server.admin.post(&path, body).await.refused(409, "frozen");
        let sentence = "This is frozen: nothing may begin there until a superuser thaws it.";
        assert_eq!(refusal["detail"], sentence, "{path}");
    }
    for path in [format!("/agents/{agent}/processes/7/"), format!("/agents/{agent}/")] {
        server.admin.delete(&path).await.refused(409, "frozen");
    }
    assert_eq!(server.audit_lines().await, rows, "nothing was done");
    assert_eq!(server.admin.get("/runs/").await.ok(), json!([]));

    for path in ["processes/", "tasks/", "history/"] {
        server.admin.get(&format!("/agents/{agent}/{path}")).await.ok();
    }
    server.admin.put(&format!("/agents/{agent}/"), json!({ "description": "x" })).await.ok();
    thaw(&server, None).await;
    until_equal(&200_u16, async || {
        server.admin.post(&format!("/agents/{agent}/cmd/"), command()).await.status
    })
    .await;
}

#[tokio::test]
async fn the_server_starts_nothing_on_a_frozen_agent_either() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.enrol(location, "pc-1").await;
    freeze(&server, json!(location.client)).await;

    let instruction = winupdate::scan_instruction(&server.app);
    let targets = list_targets(server.app.db.read(), &[AgentKey(1)]).await.unwrap();
    assert!(targets[0].is_frozen);
    let run_id = runs::new_run_id();
    runs::start_unattended(&server.app, &run_id, &instruction, &targets[0]).await.unwrap();
    let count = sql::number(server.app.db.read(), "select count(*) from runs", []).await.unwrap();
    assert_eq!(count, 0);
}

#[tokio::test]
async fn agents_of_a_frozen_client_are_left_out_of_a_bulk_action() {
    let server = TestServer::start().await;
    let (cold, warm) = (server.add_site("A", "Main").await, server.add_site("B", "Main").await);
    server.add_agent(cold, "pc-1").await.obey();
    server.add_agent(warm, "pc-2").await.obey();
    freeze(&server, json!(cold.client)).await;
    let body =
        json!({ "target": "all", "mode": "command", "shell": "sh", "cmd": "id", "timeout": 5 });

    let preview = server.admin.post("/agents/actions/bulk/preview/", body.clone()).await.ok();
    let shown =
        |row: &Value| (row["hostname"].clone(), row["outcome"].clone(), row["reason"].clone());
    let shown: Vec<_> = preview["agents"].as_array().unwrap().iter().map(shown).collect();
    assert_eq!(shown[0], (json!("pc-1"), json!("skip"), json!("it is frozen")));
    assert_eq!(shown[1], (json!("pc-2"), json!("run"), json!("")));
    let answer = server.admin.post("/agents/actions/bulk/", body).await.ok();
    assert_eq!(answer, "command was started on 1 agents, 1 was skipped");
    // All or none.
    let remove = json!({ "target": "all", "mode": "remove" });
    server.admin.post("/agents/actions/bulk/", remove).await.refused(409, "frozen");
    assert_eq!(server.admin.get("/agents/").await.ok().as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn the_next_batch_of_a_bulk_action_waits_for_the_thaw() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut first = server.add_agent(location, "pc-1").await;
    let mut second = server.add_agent(location, "pc-2").await;
    let body = json!({
        "target": "all", "mode": "command", "shell": "sh", "cmd": "id", "timeout": 5, "batch": 1,
    });
    server.admin.post("/agents/actions/bulk/", body).await.ok();
    let order = first.next_order().await;
    freeze(&server, Value::Null).await;
    next_flag(&server, &mut second).await;
    first.finish(&order.run_id, "", "", 0).await;
    let status = async || server.admin.get("/runs/1/").await.ok()["status"].clone();
    until_equal("passed", status).await;

    bulk::drive(server.app.clone(), json!({ "bulk": 1 })).await.unwrap();
    second.catch_up().await;
    assert_eq!(server.admin.get("/runs/").await.ok().as_array().unwrap().len(), 1);
    thaw(&server, None).await;
    (bulk::WATCH.handler)(server.app.clone()).await.unwrap();
    second.next_order().await;
}

#[tokio::test]
async fn mail_waits_while_everything_is_frozen() {
    clock::stop();
    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    let server = TestServer::start().await;
    server.admin.put("/core/settings/", smtp.settings()).await.ok();
    freeze(&server, Value::Null).await;
    let job = mail_job("ann@example.com", "Result", "text");
    assert_eq!(job.kind, SEND_MAIL_KIND);
    send_mail(server.app.clone(), job.payload).await.unwrap();
    assert!(smtp.delivered().is_empty());

    thaw(&server, None).await;
    clock::advance(Duration::from_secs(301));
    until_equal(&1, async || smtp.delivered().len()).await;
}

#[tokio::test]
async fn the_result_of_a_run_is_mailed_once_and_after_the_thaw() {
    clock::stop();
    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    let server = TestServer::start().await;
    server.admin.put("/core/settings/", smtp.settings()).await.ok();
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    // The connection has read what waits: the order below comes once, and then the flag.
    agent.catch_up().await;
    let body = json!({
        "script": server.add_script("look").await, "output": "email", "emailMode": "custom",
        "emails": ["ann@example.com"],
    });
    let path = format!("/agents/{}/runscript/", agent.identity.agent_id);
    server.admin.post(&path, body).await.ok();
    let order = agent.next_order().await;
    freeze(&server, Value::Null).await;
    next_flag(&server, &mut agent).await;
    agent.finish(&order.run_id, "out", "", 0).await;
    // The job that found the freeze is done: as time passes, it would be taken again.
    let waiting = async || -> bool {
        let text = format!(
            "select count(*) from jobs where kind = 'run_result_mail'
                and 1 = (select count(*) from jobs where kind = 'run_result_mail')
                and run_at > {}",
            Timestamp::now().micros()
        );
        sql::number(server.app.db.read(), &text, []).await.unwrap() == 1
    };
    until_true("the mail waits", waiting).await;
    assert!(smtp.delivered().is_empty());

    thaw(&server, None).await;
    clock::advance(Duration::from_secs(301));
    until_equal(&1, async || smtp.delivered().len()).await;
}

#[tokio::test]
async fn definitions_wait_for_the_thaw() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    freeze(&server, json!(location.client)).await;
    assert!(next_flag(&server, &mut agent).await.frozen);
    let task = json!({
        "name": "Daily", "task_type": "daily", "daily_interval": 1,
        "run_time_date": "2026-01-31T13:30:00Z",
        "actions": [{ "type": "cmd", "shell": "sh", "command": "id", "timeout": 5 }],
    });
    let path = format!("/agents/{}/tasks/", agent.identity.agent_id);
    server.admin.post(&path, task).await.ok();
    tasks::push_definitions(server.app.clone(), json!({})).await.unwrap();
    // The answer is the next message: no definitions came before it.
    let run_id = "unknown".to_owned();
    agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    assert_eq!(agent.receive().await, Some(ToAgent::Closed { run_id }));

    thaw(&server, Some(location.client)).await;
    assert_eq!(agent.next_definitions().await.tasks[0].name, "Daily");
}

#[tokio::test]
async fn a_removed_agent_is_not_uninstalled_while_everything_is_frozen() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let now = json!({ "removal_delay_minutes": 0 });
    server.admin.put("/core/settings/", now).await.ok();
    let mut removed = server.enrol(location, "pc-1").await;
    removed.capabilities.push(capability::UNINSTALL.to_owned());
    server.admin.delete(&format!("/agents/{}/", removed.agent_id)).await.ok();
    let refusal = async || match server.try_connect(&removed, &[]).await {
        (_, ToAgent::Refused { refusal, .. }) => refusal,
        (_, other) => panic!("{other:?}"),
    };
    freeze(&server, Value::Null).await;
    assert_eq!(refusal().await, Refusal::TryLater);
    thaw(&server, None).await;
    assert_eq!(refusal().await, Refusal::Uninstall);
}

#[tokio::test]
async fn a_removal_becomes_final_only_after_the_thaw() {
    clock::stop();
    let server = TestServer::start().await;
    let (cold, warm) = (server.add_site("A", "Main").await, server.add_site("B", "Main").await);
    let (first, second) = (server.enrol(cold, "pc-1").await, server.enrol(cold, "pc-2").await);
    let other = server.enrol(warm, "pc-3").await;
    for agent in [&first, &second, &other] {
        server.admin.delete(&format!("/agents/{}/", agent.agent_id)).await.ok();
    }
    freeze(&server, json!(cold.client)).await;
    clock::advance(Duration::from_secs(15 * 60));
    (FINAL_REMOVAL.handler)(server.app.clone()).await.unwrap();

    let removed = async || {
        let list = server.admin.get("/agents/removed/").await.ok();
        let names = list.as_array().unwrap().iter().map(|agent| agent["hostname"].clone());
        names.collect::<Vec<Value>>()
    };
    assert_eq!(removed().await, ["pc-1", "pc-2"]);
    // Not by a detour either.
    let client = format!("/clients/{}/", cold.client);
    server.admin.delete(&client).await.refused(409, "frozen");
    let restore = format!("/agents/{}/restore/", first.agent_id);
    server.admin.post(&restore, Value::Null).await.ok();

    thaw(&server, Some(cold.client)).await;
    (FINAL_REMOVAL.handler)(server.app.clone()).await.unwrap();
    assert_eq!(removed().await, [] as [Value; 0]);
    assert_eq!(server.admin.get("/agents/").await.ok()[0]["hostname"], "pc-1");
}

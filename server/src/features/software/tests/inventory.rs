//! The software that agents report.

use muster_protocol::{Answer, Software};
use serde_json::{Value, json};

use super::{program, refresh, shown};
use crate::auth::Right;
use crate::storage::sql;
use crate::testing::{FakeAgent, TestServer};

async fn row_ids(server: &TestServer) -> Vec<i64> {
    sql::values(server.app.db.read(), "select id from software order by name, id", [])
        .await
        .unwrap()
}

#[tokio::test]
async fn an_agent_that_was_never_asked_has_an_empty_list_and_no_time() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent_id = server.enrol(location, "pc-1").await.agent_id;

    let reply = server.admin.get(&format!("/software/{agent_id}/")).await.ok();

    let expected = json!({
        "id": 1, "agent": 1, "agent_id": agent_id, "collected_at": null, "software": [],
    });
    assert_eq!(reply, expected);
}

#[tokio::test]
async fn a_refresh_stores_what_the_agent_reports_and_returns_it() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let reported = [program("vim", "9.1", "Debian"), program("Bash", "5.2\0", "Debian")];

    let mut answer = refresh(&server, &mut agent, &reported).await.ok();

    let path = format!("/software/{}/", agent.identity.agent_id);
    assert_eq!(server.admin.get(&path).await.ok(), answer);
    assert!(answer["collected_at"].take().as_str().unwrap().ends_with('Z'));
    let expected = json!({
        "id": 1, "agent": 1, "agent_id": agent.identity.agent_id, "collected_at": null,
        "software": [shown("Bash", "5.2", "Debian"), shown("vim", "9.1", "Debian")],
    });
    assert_eq!(answer, expected);
    let lines = server.audit_lines().await;
    assert_eq!(lines.last().unwrap(), "admin modify software admin refreshed the software of pc-1");
}

#[tokio::test]
async fn only_changes_are_written() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let twice = program("a", "1", "");
    let first = [twice.clone(), twice.clone(), program("b", "1", ""), program("c", "1", "")];
    refresh(&server, &mut agent, &first).await.ok();
    let before = row_ids(&server).await;

    refresh(&server, &mut agent, &first).await.ok();
    assert_eq!(row_ids(&server).await, before);

    let second = [twice, program("b", "2", ""), program("c", "1", "")];
    let answer = refresh(&server, &mut agent, &second).await.ok();
    let expected = json!([shown("a", "1", ""), shown("b", "2", ""), shown("c", "1", "")]);
    assert_eq!(answer["software"], expected);
    let after = row_ids(&server).await;
    assert!(before.contains(&after[0]) && !before.contains(&after[1]));
    assert_eq!(after[2], before[3]);
}

#[tokio::test]
async fn thousands_of_items_are_stored_and_none_is_lost() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let reported: Vec<Software> =
        (0..3001).map(|n| program(&format!("package-{n:05}"), "1", "Debian")).collect();

    let answer = refresh(&server, &mut agent, &reported).await.ok();

    let names: Vec<&str> = answer["software"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["name"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), 3001);
    assert_eq!((names[0], names[3000]), ("package-00000", "package-03000"));
    assert_eq!(refresh(&server, &mut agent, &[]).await.ok()["software"], json!([]));
}

#[tokio::test]
async fn a_refresh_needs_the_agent_and_the_attempt_is_audited() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let offline = server.enrol(location, "pc-1").await;
    let mut agent = server.add_agent(location, "pc-2").await;

    let path = format!("/software/{}/", offline.agent_id);
    server.admin.put(&path, Value::Null).await.refused(409, "agent_offline");
    let lines = server.audit_lines().await;
    assert_eq!(lines.last().unwrap(), "admin modify software admin refreshed the software of pc-1");

    let path = format!("/software/{}/", agent.identity.agent_id);
    let answers = [
        (Answer::Failed("dpkg is broken".to_owned()), "agent_error", "dpkg is broken"),
        (Answer::UnsupportedPlatform("No.".to_owned()), "unsupported_platform", "No."),
        (
            Answer::UnknownQuestion,
            "agent_outdated",
            "This agent's version does not know how to do this: update the agent.",
        ),
    ];
    for (answer, code, detail) in answers {
        let (reply, _) =
            tokio::join!(server.admin.put(&path, Value::Null), agent.answer_next(answer));
        assert_eq!(reply.refused(400, code)["detail"], detail);
    }
    assert_eq!(server.admin.get(&path).await.ok()["collected_at"], json!(null));
}

async fn fleet() -> (TestServer, Vec<FakeAgent>, crate::testing::Location) {
    let server = TestServer::start().await;
    let acme = server.add_site("Acme", "Main").await;
    let other = server.add_site("Other", "Branch").await;
    let mut agents = Vec::new();
    for (location, name, reported) in [
        (acme, "pc-2", [program("vim", "9.1", "Debian"), program("100%_sure", "1", "Me")]),
        (other, "PC-1", [program("vim", "9.0", "Debian"), program("bash", "5.2", "GNU")]),
    ] {
        let mut agent = server.add_agent(location, name).await;
        refresh(&server, &mut agent, &reported).await.ok();
        agents.push(agent);
    }
    (server, agents, acme)
}

/// `host: program version, …` of each agent.
fn lines(list: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let agents = list.as_array().unwrap().iter();
    agents
        .map(|agent| {
            let items = agent["software"].as_array().unwrap().iter();
            let items: Vec<String> = items
                .map(|item| format!("{} {}", text(&item["name"]), text(&item["version"])))
                .collect();
            format!("{}: {}", text(&agent["hostname"]), items.join(", "))
        })
        .collect()
}

#[tokio::test]
async fn the_fleet_lists_the_items_that_fit_the_filters() {
    let (server, agents, acme) = fleet().await;
    let of = async |query: &str| {
        lines(&server.admin.get(&format!("/software/?{query}")).await.ok()).join("; ")
    };

    assert_eq!(of("").await, "PC-1: bash 5.2, vim 9.0; pc-2: 100%_sure 1, vim 9.1");
    assert_eq!(of("name=VI").await, "PC-1: vim 9.0; pc-2: vim 9.1");
    assert_eq!(of("name=%25_").await, "pc-2: 100%_sure 1");
    assert_eq!(of("name=_").await, "pc-2: 100%_sure 1");
    assert_eq!(of("version=9.1&publisher=deb").await, "pc-2: vim 9.1");
    assert_eq!(of("search=debian -9.1").await, "PC-1: vim 9.0");
    assert_eq!(of("search=name:bash").await, "PC-1: bash 5.2");
    assert_eq!(of(&format!("client={}&name=vim", acme.client)).await, "pc-2: vim 9.1");
    assert_eq!(of(&format!("site={}&name=bash", acme.site)).await, "");
    assert_eq!(of("name=vim&ordering=-hostname").await, "pc-2: vim 9.1; PC-1: vim 9.0");

    let page = server.admin.get("/software/?name=vim&page=2&page_size=1").await.ok();
    assert_eq!(
        (&page["count"], lines(&page["results"])),
        (&json!(2), vec!["pc-2: vim 9.1".into()])
    );
    let mut whole = server.admin.get("/software/?name=bash").await.ok();
    assert!(whole[0]["collected_at"].take().is_string());
    let expected = json!([{
        "id": 2, "agent": 2, "agent_id": agents[1].identity.agent_id, "hostname": "PC-1",
        "collected_at": null, "software": [shown("bash", "5.2", "GNU")],
    }]);
    assert_eq!(whole, expected);
}

#[tokio::test]
async fn the_summary_counts_versions_and_installations_in_scope() {
    let (server, _agents, acme) = fleet().await;
    let summary = server.admin.get("/software/summary/").await.ok();
    let expected = json!([
        { "name": "100%_sure", "publisher": "Me", "count": 1,
          "versions": [{ "version": "1", "count": 1 }] },
        { "name": "bash", "publisher": "GNU", "count": 1,
          "versions": [{ "version": "5.2", "count": 1 }] },
        { "name": "vim", "publisher": "Debian", "count": 2,
          "versions": [{ "version": "9.0", "count": 1 }, { "version": "9.1", "count": 1 }] },
    ]);
    assert_eq!(summary, expected);

    let narrow = server.scoped_caller(&[Right::ListSoftware], &[acme.client], &[]).await;
    let summary = narrow.get("/software/summary/?name=vim").await.ok();
    let expected = json!([
        { "name": "vim", "publisher": "Debian", "count": 1,
          "versions": [{ "version": "9.1", "count": 1 }] },
    ]);
    assert_eq!(summary, expected);
    assert_eq!(lines(&narrow.get("/software/?name=vim").await.ok()), ["pc-2: vim 9.1"]);
}

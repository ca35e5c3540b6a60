//! However much is recorded, few rows are stored.

use std::time::Duration;

use crate::clock;
use crate::debug_log::{DebugEntry, LogType};
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::testing::{TestServer, until_equal};

const MINUTE: Duration = Duration::from_secs(60);

/// A server with agents `pc-1`, `pc-2`, …, and their keys. Its clock stands.
async fn server_with_agents(count: usize) -> (TestServer, Vec<AgentKey>) {
    clock::stop();
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let write = server.app.db.begin().await.unwrap();
    let mut agents = Vec::with_capacity(count);
    for number in 1..=count {
        let text = "insert into agents (agent_id, site_id, hostname, monitoring_type, plat,
                           created_time, modified_time)
                    values ($1, $2, $1, 'server', 'linux', 0, 0) returning id";
        let values = [format!("pc-{number}").into(), location.site.into()];
        agents.push(AgentKey(sql::number(&write, text, values).await.unwrap()));
    }
    write.commit().await.unwrap();
    (server, agents)
}

fn entry(agent: AgentKey, number: usize) -> DebugEntry {
    DebugEntry::error(LogType::Scripting, format!("trouble {number}")).about(agent)
}

async fn count(server: &TestServer, condition: &str) -> i64 {
    let text = format!("select count(*) from debug_logs where {condition}");
    sql::number(server.app.db.read(), &text, []).await.unwrap()
}

#[tokio::test]
async fn a_flood_about_one_agent_becomes_ten_rows_and_one_with_the_number_of_the_others() {
    let (server, agents) = server_with_agents(2).await;
    let log = &server.app.debug_log;
    for number in 0..1000 {
        log.record(entry(agents[0], number));
    }
    log.record(entry(agents[1], 1));
    let mut expected: Vec<String> =
        (0..10).map(|number| format!("error scripting pc-1 trouble {number}")).collect();
    expected.push("error scripting pc-2 trouble 1".to_owned());
    until_equal(&expected, async || server.debug_lines().await).await;

    clock::advance(MINUTE);

    expected.push("warning agent_issues pc-1 990 more of the last minute".to_owned());
    until_equal(&expected, async || server.debug_lines().await).await;
    log.record(entry(agents[0], 1000));
    expected.push("error scripting pc-1 trouble 1000".to_owned());
    until_equal(&expected, async || server.debug_lines().await).await;
}

#[tokio::test]
async fn a_flood_about_everything_becomes_three_hundred_rows_and_one_with_the_number() {
    let (server, agents) = server_with_agents(40).await;
    for number in 0..10 {
        for agent in &agents {
            server.app.debug_log.record(entry(*agent, number));
        }
    }
    until_equal(&300, async || count(&server, "1 = 1").await).await;

    clock::advance(MINUTE);

    let summary = "log_level = 'warning' and log_type = 'system_issues' and agent_id is null
                   and message = '100 more of the last minute'";
    until_equal(&1, async || count(&server, summary).await).await;
    assert_eq!(count(&server, "agent_id is not null").await, 300);
}

#[tokio::test]
async fn trouble_of_the_server_itself_leaves_room_for_what_agents_report() {
    let (server, agents) = server_with_agents(1).await;
    for number in 0..1000 {
        let message = format!("trouble {number}");
        server.app.debug_log.record(DebugEntry::error(LogType::SystemIssues, message));
    }
    server.app.debug_log.record(entry(agents[0], 1));

    until_equal(&1, async || count(&server, "agent_id is not null").await).await;
    assert_eq!(count(&server, "message like 'trouble %' and agent_id is null").await, 60);
}

#[tokio::test]
async fn a_message_is_cut_and_an_agent_that_is_gone_costs_only_its_own_entries() {
    let (server, agents) = server_with_agents(1).await;
    let long = DebugEntry::critical(LogType::AgentUpdate, "é\0".repeat(5000));
    server.app.debug_log.record(entry(AgentKey(999_999), 1));
    server.app.debug_log.record(long.about(agents[0]));

    let expected = format!("critical agent_update pc-1 {}", "é".repeat(2048));
    until_equal(&[expected], async || server.debug_lines().await).await;
    assert_eq!(count(&server, "message like 'trouble%'").await, 0);
}

#[tokio::test]
async fn a_server_that_stops_writes_what_waits() {
    let (server, agents) = server_with_agents(1).await;
    for number in 0..12 {
        server.app.debug_log.record(entry(agents[0], number));
    }

    let (settings, folder) = server.stop().await;

    let server = TestServer::start_on(settings, folder).await;
    let lines = server.debug_lines().await;
    assert_eq!(lines.len(), 11);
    assert_eq!(lines[10], "warning agent_issues pc-1 2 more of the last minute");
}

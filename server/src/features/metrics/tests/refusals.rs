//! What callers may not ask for.

use serde_json::json;

use super::server_with_agent;

const TIME: &str = "Must be a time such as 2026-01-31T13:30:00Z, or seconds since 1970.";
const NAMES: &str = "cpu, memory, swap, load1, load5, load15, disk_used, disk_free, inodes_used, \
                     disk_read, disk_write, net_received, net_sent, processes, temperature";

#[tokio::test]
async fn every_problem_of_a_range_is_named() {
    let (server, agent) = server_with_agent().await;
    let path = format!("/agents/{}/metrics/", agent.identity.agent_id);
    let problems =
        async |query: &str| server.admin.get(&format!("{path}?{query}")).await.problems();

    assert_eq!(
        problems("from=yesterday&to=-1&points=0&names=cpu,uptime").await,
        json!({
            "from": [TIME], "to": [TIME], "points": ["Must be 1 to 2000."],
            "names": [format!("Must be of {NAMES}.")],
        })
    );
    assert_eq!(problems("points=2001").await, json!({ "points": ["Must be 1 to 2000."] }));
    assert_eq!(problems("points=many").await, json!({ "points": ["Must be a whole number."] }));
    for range in
        ["from=1000000020&to=1000000020", "from=1000000079&to=1000000020", "from=9999999999"]
    {
        let sentence = "Must be at least a minute after from.";
        assert_eq!(problems(range).await, json!({ "to": [sentence] }), "{range}");
    }
    let sentence = "Must be at most 3660 days after from.";
    let (from, to) = (1_000_000_020, 1_000_000_020 + 3660 * 86_400);
    server.admin.get(&format!("{path}?from={from}&to={to}")).await.ok();
    let range = format!("from={from}&to={}", to + 60);
    assert_eq!(problems(&range).await, json!({ "to": [sentence] }));
}

#[tokio::test]
async fn a_metric_of_the_fleet_has_to_be_named_and_known() {
    let (server, _agent) = server_with_agent().await;
    let problems =
        async |query: &str| server.admin.get(&format!("/metrics/fleet/?{query}")).await.problems();

    assert_eq!(problems("").await, json!({ "name": ["Enter a name."] }));
    let label = "x".repeat(256);
    assert_eq!(
        problems(&format!("name=uptime&label={label}&client=a&site=b&page_size=0")).await,
        json!({
            "name": [format!("Must be one of {NAMES}.")],
            "label": ["Must have at most 255 characters."],
            "client": ["Must be a whole number."], "site": ["Must be a whole number."],
            "page_size": ["Must be 1 to 1000."],
        })
    );
    assert_eq!(
        problems("name=cpu&ordering=agent_id").await,
        json!({ "ordering": ["Must be one of hostname, client, site, label, time, value."] })
    );
}

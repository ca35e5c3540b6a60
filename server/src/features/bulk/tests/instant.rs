//! Changing and removing many agents.

use serde_json::{Value, json};

use super::{BULK, change, counts, results, server_with_agents, start};

fn edit(fields: Value) -> Value {
    json!({ "mode": "edit", "target": "all", "fields": fields })
}

#[tokio::test]
async fn all_agents_are_changed_at_once_with_one_audit_row_each() {
    let (server, _, _agents) = server_with_agents(2).await;
    let other = server.add_site("Other", "Branch").await;
    let field = json!({ "model": "agent", "name": "Rack" });
    let field = server.admin.post("/core/customfields", field).await.ok()["id"].clone();
    let before = server.audit().await.len();

    let fields = json!({
        "site": other.site, "maintenance_mode": true, "description": "moved",
        "custom_fields": [{ "field": field, "string_value": "B4" }],
    });
    let bulk = start(&server, edit(fields)).await;

    assert_eq!(
        (&bulk["status"], counts(&bulk)),
        (&json!("finished"), json!({ "total": 2, "passed": 2 }))
    );
    assert_eq!(results(&server, &bulk).await, ["pc-1 passed", "pc-2 passed"]);
    for agent in server.admin.get("/agents/").await.ok().as_array().unwrap() {
        let seen = json!([
            agent["site"],
            agent["client_name"],
            agent["maintenance_mode"],
            agent["description"],
            agent["custom_fields"][0]["value"]
        ]);
        assert_eq!(seen, json!([other.site, "Other", true, "moved", "B4"]));
    }
    let rows = server.audit().await.split_off(before);
    let said: Vec<_> = rows.iter().map(|row| (&row["action"], &row["agent"])).collect();
    let row = |action: &str, agent: Value| (json!(action), agent);
    let expected = [
        row("bulk_action", Value::Null),
        row("modify", json!("pc-1")),
        row("modify", json!("pc-2")),
    ];
    assert_eq!(said, expected.iter().map(|(a, b)| (a, b)).collect::<Vec<_>>());
    assert_eq!(rows[1]["before_value"]["description"], "");
    assert_eq!(rows[1]["after_value"]["custom_fields"][0]["value"], "B4");
    let verdict = server.audit_verdict().await;
    assert!(matches!(verdict, crate::audit::Verdict::Intact { .. }), "{verdict:?}");
}

#[tokio::test]
async fn a_change_that_is_invalid_for_one_agent_changes_none() {
    let (server, _, _agents) = server_with_agents(2).await;
    change(&server, "update agents set offline_time = 50, overdue_time = 60 where id = 2").await;
    let problems = async |fields: Value| server.admin.post(BULK, edit(fields)).await.problems();

    let unfit = json!({ "overdue_time": 20, "description": "x" });
    let sentence = "pc-2: must be longer than offline_time.";
    assert_eq!(problems(unfit).await, json!({ "fields.overdue_time": [sentence] }));
    let fields = json!({ "site": 99, "custom_fields": [{ "field": 7, "string_value": "x" }] });
    assert_eq!(
        problems(fields).await,
        json!({
            "fields.site": ["There is no such site."],
            "fields.custom_fields[0].field": ["There is no such custom field here."],
        })
    );
    let wrong = json!({ "monitoring_type": "toaster" });
    let sentence = "Must be one of server, workstation.";
    assert_eq!(problems(wrong).await, json!({ "fields.monitoring_type": [sentence] }));
    let missing = json!({ "mode": "edit", "target": "all" });
    let missing = server.admin.post(BULK, missing).await.problems();
    assert_eq!(missing, json!({ "fields": ["This field is required when mode is edit."] }));
    for agent in server.admin.get("/agents/").await.ok().as_array().unwrap() {
        assert_eq!(agent["description"], "");
    }
    assert_eq!(server.admin.get(BULK).await.ok(), json!([]));
}

#[tokio::test]
async fn removed_agents_are_gone_and_the_bulk_action_stays() {
    let (server, _, mut agents) = server_with_agents(2).await;
    let before = server.audit().await.len();

    let bulk = start(&server, json!({ "mode": "remove", "target": "all" })).await;

    assert_eq!(counts(&bulk), json!({ "total": 2, "passed": 2 }));
    assert_eq!(server.admin.get("/agents/").await.ok(), json!([]));
    for agent in &mut agents {
        while agent.receive().await.is_some() {} // Until the connection is closed.
    }
    assert_eq!(results(&server, &bulk).await, ["pc-1 passed", "pc-2 passed"]);
    let lines = server.audit_lines().await.split_off(before);
    assert_eq!(
        lines,
        [
            "admin bulk_action bulk admin started the bulk action remove on 2 agents",
            "admin delete agent admin removed agent pc-1",
            "admin delete agent admin removed agent pc-2",
        ]
    );
}

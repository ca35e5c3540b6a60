//! Creating, changing and deleting.

use serde_json::{Value, json};

use super::{TEMPLATES, add, path, put};
use crate::testing::TestServer;

/// A template of which only the name was said, without its stamps.
fn plain(id: &Value, name: &str) -> Value {
    json!({
        "id": id, "name": name, "is_active": true, "action_type": "script", "action": null,
        "action_rest": null, "action_args": [], "action_env_vars": [], "action_timeout": 15,
        "resolved_action_type": "script", "resolved_action": null, "resolved_action_rest": null,
        "resolved_action_args": [], "resolved_action_env_vars": [], "resolved_action_timeout": 15,
        "email_recipients": [], "text_recipients": [], "email_from": null,
        "agent_email_on_resolved": false, "agent_text_on_resolved": false,
        "agent_always_email": null, "agent_always_text": null, "agent_always_alert": null,
        "agent_periodic_alert_days": 0, "agent_script_actions": true,
        "check_email_on_resolved": false, "check_text_on_resolved": false,
        "check_always_email": null, "check_always_text": null, "check_always_alert": null,
        "check_periodic_alert_days": 0, "check_script_actions": true,
        "check_email_alert_severity": [], "check_text_alert_severity": [],
        "check_dashboard_alert_severity": [],
        "task_email_on_resolved": false, "task_text_on_resolved": false,
        "task_always_email": null, "task_always_text": null, "task_always_alert": null,
        "task_periodic_alert_days": 0, "task_script_actions": true,
        "task_email_alert_severity": [], "task_text_alert_severity": [],
        "task_dashboard_alert_severity": [], "escalation": [],
        "exclude_workstations": false, "exclude_servers": false, "excluded_agents": [],
        "excluded_sites": [], "excluded_clients": [], "owner_clients": [],
        "agent_settings": false, "check_settings": false, "task_settings": false,
        "core_settings": false, "default_template": false, "action_name": null,
        "resolved_action_name": null, "applied_count": 0, "agents_count": 0,
    })
}

fn without_stamps(mut template: Value) -> Value {
    for name in ["created_by", "created_time", "modified_by", "modified_time"] {
        assert!(template.as_object_mut().unwrap().remove(name).is_some(), "{name}");
    }
    template
}

#[tokio::test]
async fn a_template_with_nothing_but_a_name_has_the_defaults() {
    let server = TestServer::start().await;
    let made = add(&server, " Nights ", json!({})).await;
    assert_eq!(server.admin.get(&path(&made)).await.ok(), made);
    assert_eq!(server.admin.get(TEMPLATES).await.ok(), json!([made]));
    assert_eq!(without_stamps(made.clone()), plain(&made["id"], "Nights"));
    server.admin.get("/alerts/templates/99/").await.refused(404, "not_found");
}

#[tokio::test]
async fn a_change_keeps_what_it_does_not_name_and_null_restores_the_default() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let agent = server.enrol(site, "pc-1").await.agent_id;
    let step = json!({ "after_minutes": 10, "email_recipients": ["boss@example.com"],
                       "text_recipients": [] });
    let body = json!({
        "email_recipients": ["ann@example.com"], "text_recipients": ["+4930123456"],
        "agent_always_email": true, "agent_always_text": false, "check_periodic_alert_days": 3,
        "task_email_alert_severity": ["error", "info", "error"], "escalation": [step],
        "excluded_agents": [agent], "excluded_sites": [site.site], "exclude_servers": true,
    });
    let made = add(&server, "T", body).await;
    let severities = json!(["info", "error"]);
    assert_eq!(made["task_email_alert_severity"], severities, "each once, mildest first");
    assert_eq!(made["escalation"], json!([step]));
    let flags = ["agent_settings", "check_settings", "task_settings", "core_settings"];
    assert_eq!(flags.map(|name| made[name].clone()), [true, true, true, true]);
    let agents = made["excluded_agents"].as_array().unwrap();
    assert_eq!((agents.len(), &made["excluded_sites"]), (1, &json!([site.site])));

    let change = json!({ "agent_always_email": null, "escalation": null, "email_recipients": [] });
    let after = put(&server.admin, &path(&made), change).await;
    let mut expected = made.clone();
    for (name, value) in [
        ("agent_always_email", Value::Null),
        ("escalation", json!([])),
        ("email_recipients", json!([])),
        ("modified_time", after["modified_time"].clone()),
    ] {
        expected[name] = value;
    }
    assert_eq!(after, expected);
    let mut lines = server.audit_lines().await;
    lines.reverse();
    assert_eq!(lines[0], "admin modify alerttemplate changed alert template T");
    assert_eq!(lines[1], "admin add alerttemplate added alert template T");
}

#[tokio::test]
async fn every_problem_of_a_template_is_named() {
    let server = TestServer::start().await;
    let body = json!({
        "name": "x".repeat(101), "is_active": 2, "action_type": "shell", "action": 1.5,
        "action_env_vars": ["A"], "action_timeout": 0, "email_recipients": ["ann"],
        "text_recipients": ["123"], "email_from": "ann", "agent_always_email": "maybe",
        "agent_periodic_alert_days": 366, "check_email_alert_severity": ["bad"],
        "excluded_sites": "x", "owner_clients": [true],
        "escalation": [{ "after_minutes": 0, "email_recipients": ["x"] }, 5,
                       { "after_minutes": 5 }],
    });
    let problems = server.admin.post(TEMPLATES, body).await.problems();
    let expected = json!({
        "name": ["Must have at most 100 characters."],
        "is_active": ["Must be true or false."],
        "action_type": ["Must be one of script, server, rest."],
        "action": ["Must be a whole number."],
        "action_env_vars[0]": ["Must be KEY=VALUE."],
        "action_timeout": ["Must be 1 to 86400."],
        "email_recipients[0]": ["Must be an e-mail address."],
        "text_recipients[0]": ["Must be a telephone number such as +4930123456."],
        "email_from": ["Must be an e-mail address."],
        "agent_always_email": ["Must be true or false."],
        "agent_periodic_alert_days": ["Must be 0 to 365."],
        "check_email_alert_severity": ["Must be a list of info, warning and error."],
        "excluded_sites": ["Must be a list of whole numbers."],
        "owner_clients[0]": ["Must be a whole number."],
        "escalation[0]": ["Must be 1 to 10080 minutes."],
        "escalation[0].email_recipients[0]": ["Must be an e-mail address."],
        "escalation[1]": ["Must be an object.", "Needs a recipient."],
    });
    for (field, sentences) in expected.as_object().unwrap() {
        assert!(problems[field].is_array(), "{field} is missing in {problems}");
        if !field.starts_with("owner") && !field.starts_with("excluded") {
            assert_eq!(problems[field], *sentences, "{field}");
        }
    }

    let body = json!({
        "name": "T", "action": 99, "resolved_action_type": "rest", "resolved_action_rest": 98,
        "excluded_clients": [97], "excluded_agents": ["nobody"],
    });
    let problems = server.admin.post(TEMPLATES, body).await.problems();
    let expected = json!({
        "action": ["There is no such script."],
        "resolved_action_rest": ["There is no such URL action of type rest."],
        "excluded_clients[0]": ["There is no such client."],
        "excluded_agents[0]": ["There is no such agent."],
    });
    assert_eq!(problems, expected);
}

#[tokio::test]
async fn a_template_in_use_is_deleted_only_by_force_and_is_set_nowhere_then() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let made = add(&server, "T", json!({})).await;
    let id = &made["id"];
    let client = format!("/clients/{}/", site.client);
    put(&server.admin, &client, json!({ "alert_template": id })).await;
    let site_path = format!("/clients/sites/{}/", site.site);
    put(&server.admin, &site_path, json!({ "alert_template": id })).await;
    let policy = json!({ "name": "P", "alert_template": id });
    let policy = server.admin.post("/automation/policies/", policy).await.ok();
    put(&server.admin, "/core/settings/", json!({ "alert_template": id })).await;

    let shown = server.admin.get(&path(&made)).await.ok();
    assert_eq!((&shown["applied_count"], &shown["default_template"]), (&json!(3), &json!(true)));
    let related = server.admin.get(&format!("{}related/", path(&made))).await.ok();
    assert_eq!(related["name"], "T");
    assert_eq!(related["policies"], json!([{ "id": policy["id"], "name": "P" }]));
    assert_eq!(related["clients"], json!([{ "id": site.client, "name": "Acme" }]));
    let main = json!({ "id": site.site, "name": "Main", "client": site.client,
                       "client_name": "Acme" });
    assert_eq!(related["sites"], json!([main]));

    let refusal = server.admin.delete(&path(&made)).await.refused(409, "in_use");
    let expected = "It is in use by policy P, client Acme, site Main of Acme, the settings.";
    assert_eq!(refusal["detail"], expected);
    let forced = format!("{}?force=true", path(&made));
    let message = server.admin.delete(&forced).await.ok();
    assert_eq!(message, "deleted alert template T, which 4 places used");
    for path in [client, site_path, format!("/automation/policies/{}/", policy["id"])] {
        assert_eq!(server.admin.get(&path).await.ok()["alert_template"], Value::Null, "{path}");
    }
    let settings = server.admin.get("/core/settings/").await.ok();
    assert_eq!(settings["alert_template"], Value::Null);
}

#[tokio::test]
async fn only_templates_that_exist_can_be_set() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let policy = server.add_policy("P").await;
    let sentence = json!(["There is no such alert template."]);
    for path in [
        format!("/clients/{}/", site.client),
        format!("/clients/sites/{}/", site.site),
        format!("/automation/policies/{policy}/"),
        "/core/settings/".to_owned(),
    ] {
        let problems = server.admin.put(&path, json!({ "alert_template": 9 })).await.problems();
        assert_eq!(problems, json!({ "alert_template": sentence }), "{path}");
    }
}

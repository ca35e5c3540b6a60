//! What is refused, and with which messages.

use serde_json::{Value, json};

use super::{daily, daily_with, path, server_with_absent_agent, tasks_path};
use crate::auth::Right;

async fn problems(body: Value) -> Value {
    let (server, agent) = server_with_absent_agent().await;
    let mut body = body;
    if body["agent"].is_null() && body["policy"].is_null() {
        body["agent"] = json!(agent.agent_id);
    }
    server.admin.post("/tasks/", body).await.refused(400, "invalid")["errors"].clone()
}

/// A task of this type without what it needs.
fn bare(task_type: &str) -> Value {
    let action = json!({ "type": "cmd", "shell": "sh", "command": "id" });
    json!({ "name": "Bare", "task_type": task_type, "actions": [action] })
}

const NEEDED: &str = "This field is required for this task_type.";

#[tokio::test]
async fn everything_that_is_wrong_is_named_at_once() {
    let script = json!({
        "type": "script", "script": 99, "timeout": 0, "script_args": "no list",
        "env_vars": ["A=1", "B"],
    });
    let actions = json!([
        script, { "type": "cmd", "shell": "tcsh", "command": " ", "timeout": 86401 },
        { "type": "mail" }, 7, { "type": "script", "script": "one", "name": "x".repeat(256) },
    ]);
    let body = json!({
        "name": " ", "actions": actions, "task_type": "hourly", "alert_severity": "loud",
        "custom_field": 99, "assigned_check": 1, "enabled": "yes", "daily_interval": 256,
        "weekly_interval": 53, "run_time_bit_weekdays": 0, "monthly_months_of_year": 4096,
        "monthly_days_of_month": 4_294_967_296_i64, "monthly_weeks_of_month": 32,
        "task_instance_policy": 4, "task_repetition_interval": "1w",
        "random_task_delay": "1000s", "run_time_date": "tomorrow", "run_time_zone": "Mars",
        "remove_if_not_scheduled": true, "task_supported_platforms": ["linux", "linux"],
    });

    let shells = "Must be one of cmd, powershell, bash, sh, shell, python or an absolute path.";
    let duration = "Must be 1 to 3 digits and one of d, h, m, s, or a period such as PT5M.";
    assert_eq!(
        problems(body).await,
        json!({
            "name": ["Enter a name."],
            "actions[0].script": ["There is no such script."],
            "actions[0].timeout": ["Must be 1 to 86400."],
            "actions[0].script_args": ["Must be a list of texts."],
            "actions[0].env_vars[1]": ["Must be KEY=VALUE."],
            "actions[1].shell": [shells],
            "actions[1].command": ["Enter a command."],
            "actions[1].timeout": ["Must be 1 to 86400."],
            "actions[2].type": ["Must be one of script, cmd."],
            "actions[3]": ["Must be an object."],
            "actions[4].script": ["Must be a whole number."],
            "actions[4].name": ["Must have at most 255 characters."],
            "task_type": ["Must be one of manual, runonce, daily, weekly, monthly, monthlydow, \
                           checkfailure, onboarding."],
            "alert_severity": ["Must be one of info, warning, error."],
            "custom_field": ["There is no such custom field."],
            "assigned_check": ["Must be a check of the same agent or policy."],
            "enabled": ["Must be true or false."],
            "daily_interval": ["Must be 0 to 255."],
            "weekly_interval": ["Must be 0 to 52."],
            "run_time_bit_weekdays": ["Must be 1 to 127."],
            "monthly_months_of_year": ["Must be 1 to 4095."],
            "monthly_days_of_month": ["Must be 1 to 4294967295."],
            "monthly_weeks_of_month": ["Must be 1 to 31."],
            "task_instance_policy": ["Must be 0 to 3."],
            "task_repetition_interval": [duration],
            "random_task_delay": [duration],
            "run_time_date": ["Must be a time such as 2026-01-31T13:30:00Z."],
            "run_time_zone": ["Must be utc, agent or the IANA name of a time zone."],
            "expire_date": ["This field is required with remove_if_not_scheduled."],
            "task_supported_platforms": ["Must be some of windows, linux, darwin, each once."],
        })
    );
}

#[tokio::test]
async fn each_type_names_what_it_needs() {
    let cases = [
        ("runonce", json!({ "run_time_date": [NEEDED] })),
        ("daily", json!({ "run_time_date": [NEEDED], "daily_interval": [NEEDED] })),
        (
            "weekly",
            json!({
                "run_time_date": [NEEDED], "weekly_interval": [NEEDED],
                "run_time_bit_weekdays": [NEEDED],
            }),
        ),
        (
            "monthly",
            json!({
                "run_time_date": [NEEDED], "monthly_months_of_year": [NEEDED],
                "monthly_days_of_month": [NEEDED],
            }),
        ),
        (
            "monthlydow",
            json!({
                "run_time_date": [NEEDED], "monthly_months_of_year": [NEEDED],
                "monthly_weeks_of_month": [NEEDED], "run_time_bit_weekdays": [NEEDED],
            }),
        ),
        ("checkfailure", json!({ "assigned_check": [NEEDED] })),
    ];
    for (task_type, expected) in cases {
        assert_eq!(problems(bare(task_type)).await, expected, "{task_type}");
    }
}

#[tokio::test]
async fn problems_that_only_show_in_the_whole_are_refused() {
    let with = |changes: Value| daily_with("", changes);
    let cases = [
        (json!({ "daily_interval": 0 }), "daily_interval", "Must be 1 to 255."),
        (
            json!({ "expire_date": "2026-01-31T13:30:00Z" }),
            "expire_date",
            "Must be after run_time_date.",
        ),
        (
            json!({ "task_repetition_interval": "5m" }),
            "task_repetition_duration",
            "This field is required with task_repetition_interval.",
        ),
        (
            json!({ "task_repetition_duration": "5m" }),
            "task_repetition_interval",
            "This field is required with task_repetition_duration.",
        ),
        (
            json!({ "task_repetition_interval": "0s", "task_repetition_duration": "1h" }),
            "task_repetition_interval",
            "Must be at least one second.",
        ),
        (
            json!({ "task_repetition_interval": "2h", "task_repetition_duration": "1h" }),
            "task_repetition_duration",
            "Must not be less than the interval.",
        ),
        (
            json!({ "run_time_date": "0000-01-01T00:00:00Z" }),
            "run_time_date",
            "Must be in the years 1 to 9999.",
        ),
        (json!({ "actions": [] }), "actions", "At least one action is needed."),
        (json!({ "actions": null }), "actions", "At least one action is needed."),
        (json!({ "actions": "none" }), "actions", "Must be a list."),
    ];
    for (changes, field, sentence) in cases {
        let mut body = with(changes);
        body["agent"] = Value::Null;
        assert_eq!(problems(body).await, json!({ field: [sentence] }));
    }
    let action = json!({ "type": "cmd", "shell": "sh", "command": "id" });
    let many = with(json!({ "actions": vec![action; 51], "agent": null }));
    assert_eq!(problems(many).await, json!({ "actions": ["Must have at most 50 actions."] }));
}

#[tokio::test]
async fn a_task_has_exactly_one_owner_that_exists() {
    let (server, agent) = server_with_absent_agent().await;
    let policy = server.add_policy("All").await;
    let cases = [
        (json!({ "agent": null }), "agent", "Choose an agent or a policy."),
        (json!({ "policy": policy }), "policy", "Must not be given together with agent."),
        (json!({ "agent": "nobody" }), "agent", "There is no such agent."),
        (json!({ "agent": 999 }), "agent", "There is no such agent."),
        (json!({ "agent": true }), "agent", "Must be the identifier or the key of an agent."),
        (json!({ "agent": null, "policy": 999 }), "policy", "There is no such policy."),
        (json!({ "agent": null, "policy": "x" }), "policy", "Must be a whole number."),
    ];
    for (changes, field, sentence) in cases {
        let body = daily_with(&agent.agent_id, changes);
        let refusal = server.admin.post("/tasks/", body).await.refused(400, "invalid");
        assert_eq!(refusal["errors"], json!({ field: [sentence] }));
    }
    let body = daily_with(&agent.agent_id, json!({ "policy": policy }));
    server.admin.post(&tasks_path(&agent), body).await.refused(400, "invalid");
    assert_eq!(server.admin.get("/tasks/").await.ok(), json!([]), "nothing was stored");
}

#[tokio::test]
async fn unknown_placeholders_are_named() {
    let (server, agent) = server_with_absent_agent().await;
    let script = server.add_script("x").await;
    let field = json!({ "model": "site", "name": "Rack" });
    server.admin.post("/core/customfields", field).await.ok();
    server.admin.post("/core/keystore/", json!({ "name": "token", "value": "v" })).await.ok();
    let action = |args: Value, env_vars: Value| {
        let action = json!({
            "type": "script", "script": script, "script_args": args, "env_vars": env_vars,
        });
        daily_with(&agent.agent_id, json!({ "actions": [action] }))
    };

    let good = ["{{agent.hostname}}", "{{ site.Rack }}", "{{client.name}}", "{{other}}"];
    let body = action(json!(good), json!(["T={{global.token}}"]));
    server.admin.post("/tasks/", body).await.ok();

    let body = action(json!(["a", "{{agent.Rack}}"]), json!(["T={{global.none}}"]));
    let refusal = server.admin.post("/tasks/", body).await.refused(400, "invalid");
    assert_eq!(
        refusal["errors"],
        json!({
            "actions[0].script_args[1]": ["{{agent.Rack}} has no value."],
            "actions[0].env_vars[0]": ["{{global.none}} has no value."],
        })
    );
}

#[tokio::test]
async fn an_agent_out_of_scope_owns_no_task_of_mine() {
    let (server, agent) = server_with_absent_agent().await;
    let other = server.add_site("Other", "Main").await;
    let caller = server.scoped_caller(Right::ALL, &[other.client], &[]).await;

    let refusal = caller.post("/tasks/", daily(&agent.agent_id)).await.refused(400, "invalid");

    assert_eq!(refusal["errors"], json!({ "agent": ["There is no such agent."] }));
}

#[tokio::test]
async fn a_task_needs_the_right_of_each_of_its_actions() {
    let (server, agent) = server_with_absent_agent().await;
    let script = server.add_script("x").await;
    let script = json!([{ "type": "script", "script": script }]);
    let command = daily(&agent.agent_id);
    let script = daily_with(&agent.agent_id, json!({ "actions": script }));
    let writer = server.caller_with(&[Right::ManageAutotasks]).await;

    let cases = [
        (command, Right::SendCmd, "Your role may not run shell commands (can_send_cmd)."),
        (script, Right::RunScripts, "Your role may not run scripts (can_run_scripts)."),
    ];
    for (body, right, sentence) in cases {
        let allowed = server.caller_with(&[Right::ManageAutotasks, right]).await;
        let task = allowed.post("/tasks/", body.clone()).await.ok();
        for created_at in ["/tasks/", tasks_path(&agent).as_str()] {
            let refusal = writer.post(created_at, body.clone()).await.refused(403, "forbidden");
            assert_eq!(refusal["detail"], sentence);
        }
        let sooner = json!({ "run_time_date": "2026-01-30T13:30:00Z" });
        writer.put(&path(&task), sooner.clone()).await.refused(403, "forbidden");
        allowed.put(&path(&task), sooner).await.ok();
    }
    assert_eq!(server.admin.get("/tasks/").await.ok().as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_script_task_does_not_become_a_command_without_the_right_to_send_commands() {
    let (server, agent) = server_with_absent_agent().await;
    let script = server.add_script("x").await;
    let actions = json!({ "actions": [{ "type": "script", "script": script }] });
    let rights = [Right::ManageAutotasks, Right::RunScripts];
    let writer = server.caller_with(&rights).await;
    let task = writer.post("/tasks/", daily_with(&agent.agent_id, actions)).await.ok();

    let both = json!({ "actions": [task["actions"][0], daily("")["actions"][0]] });
    writer.put(&path(&task), both).await.refused(403, "forbidden");

    let stored = server.admin.get(&path(&task)).await.ok();
    assert_eq!(stored["actions"], task["actions"]);
}

#[tokio::test]
async fn a_policy_is_copied_only_by_callers_who_may_write_its_tasks() {
    let (server, _) = server_with_absent_agent().await;
    let policy = server.add_policy("All").await;
    let body = daily_with("", json!({ "agent": null, "policy": policy }));
    server.admin.post("/tasks/", body).await.ok();
    let copy = json!({ "name": "Copy", "copyId": policy });

    let writer = server.caller_with(&[Right::ManageAutomationPolicies]).await;
    writer.post("/automation/policies/", copy.clone()).await.refused(403, "forbidden");
    let stored = server.admin.get("/automation/policies/").await.ok();
    assert_eq!(stored.as_array().unwrap().len(), 1, "nothing was stored");

    let rights = [Right::ManageAutomationPolicies, Right::SendCmd];
    let allowed = server.caller_with(&rights).await;
    let copy = allowed.post("/automation/policies/", copy).await.ok();
    assert_eq!(copy["tasks_count"], 1);
}

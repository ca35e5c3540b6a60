//! The catalogue as a whole.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;
use crate::events::Event;
use crate::ids::RunKey;
use crate::time::Timestamp;

/// Events of all types, as they are sent.
fn samples() -> Vec<Event> {
    let time = Timestamp::from_micros(0);
    let counts = || BulkCounts {
        total: 9,
        queued: 1,
        running: 1,
        passed: 1,
        failed: 1,
        timed_out: 1,
        cancelled: 1,
        expired: 1,
        skipped: 2,
    };
    let connected = || AgentChanges { connected: Some(false), ..AgentChanges::default() };
    let alert = || AlertInfo {
        id: 1,
        agent_id: Some("a".to_owned()),
        hostname: None,
        alert_type: "check",
        severity: "error".to_owned(),
        message: "text".to_owned(),
        hidden: false,
    };
    let check = CheckResult {
        check: 1,
        result: 2,
        agent: 3,
        agent_id: "a".to_owned(),
        status: "failing".to_owned(),
        severity: Some("error".to_owned()),
        last_run: Some(time),
        fail_count: 1,
        counts: CheckResultCounts {
            agent: CheckCounts::default(),
            site: FailingCounts { error: 1, warning: 0 },
            client: FailingCounts { error: 1, warning: 0 },
        },
    };
    let result = TaskResult {
        task: 1,
        agent_id: "a".to_owned(),
        status: "failing",
        retcode: None,
        execution_time: Some(0.5),
        last_run: Some(time),
    };
    vec![
        Event::agent_added(&"a".into(), "host", false),
        Event::agent_removed(&"a".into()),
        Event::agent_connected(&"a".into()),
        Event::agent_status(&"a".into(), "overdue"),
        Event::agent_updated(&"a".into(), connected()),
        Event::agent_outdated(&"a".into()),
        Event::agent_moved(&"a".into(), connected()),
        Event::alert_opened(alert()),
        Event::alert_updated(alert()),
        Event::alert_resolved(alert()),
        Event::alert_snoozed(alert()),
        Event::alert_count(Some((1, 2)), 3),
        Event::check_result(check),
        Event::task_result(result),
        Event::tasks_synced(&"a".into(), vec![1, 2]),
        Event::run_queued(RunKey(1), &"a".into()),
        Event::run_started(RunKey(1), &"a".into()),
        Event::run_output(RunKey(1), "stderr", 5, "text".to_owned()),
        Event::run_finished(RunKey(1), &"a".into(), "timed_out", None),
        Event::pending_created(RunKey(1), &"a".into()),
        Event::pending_removed(RunKey(1), &"a".into()),
        Event::bulk_progress(BulkProgress { id: 3, counts: counts() }),
        Event::bulk_finished(BulkProgress { id: 3, counts: counts() }),
        Event::updates_changed(&"a".into()),
        Event::updates_of_some_changed(),
        Event::software_changed(&"a".into()),
        Event::note_created(1, &"a".into()),
        Event::note_changed(1, &"a".into()),
        Event::note_removed(1, &"a".into()),
        Event::watch_changed(1, 2),
        Event::watch_fired(WatchFired {
            id: 1,
            user: 2,
            event: "ended".to_owned(),
            agent_id: "a".to_owned(),
            hostname: "host".to_owned(),
            run: Some(3),
            status: Some("passed".to_owned()),
            message: "text".to_owned(),
        }),
        Event::remote_opened("u", &"a".into(), "terminal", "ann"),
        Event::remote_changed("u", &"a".into()),
        Event::remote_ended("u", &"a".into(), "ended"),
        Event::recording_changed(1, "u", &"a".into(), "complete"),
        Event::saved(Entity::ApiKey, 1),
        Event::deleted(Entity::CoreSettings, 1),
        Event::view_saved(1, 2, true),
        Event::view_deleted(1, 2, false),
    ]
}

/// The topic and name under which an event is listed.
fn name(event: &Event) -> (String, String) {
    let topic = event.topic().expect("a topic of the catalogue").kind().pattern().to_owned();
    (topic, event.kind().to_owned())
}

#[test]
fn every_event_is_listed_once() {
    let listed: Vec<(String, String)> =
        entries().iter().map(|it| (it.topic.pattern().to_owned(), it.name.to_owned())).collect();
    let names: BTreeSet<_> = listed.iter().cloned().collect();
    assert_eq!(names.len(), listed.len(), "{listed:?}");
    assert_eq!(names, samples().iter().map(name).collect());
    let sources = [
        include_str!("agents/mod.rs"),
        include_str!("alerts.rs"),
        include_str!("bulk.rs"),
        include_str!("checks.rs"),
        include_str!("config.rs"),
        include_str!("inventory.rs"),
        include_str!("notes.rs"),
        include_str!("recordings.rs"),
        include_str!("remote.rs"),
        include_str!("runs.rs"),
        include_str!("tasks.rs"),
        include_str!("watches.rs"),
    ];
    let made = sources.map(|text| text.matches("EventType::new(").count());
    assert_eq!(made.iter().sum::<usize>(), listed.len(), "an event is missing in entries()");
    for entry in entries() {
        assert!(!entry.happens.is_empty() && !entry.happens.ends_with('.'), "{}", entry.name);
    }
}

#[test]
fn a_type_that_is_recognised_by_its_name_alone_has_one_topic() {
    for name in
        [AGENT_MOVED.as_str(), AGENT_REMOVED.as_str(), RUN_FINISHED.as_str(), RUN_OUTPUT.as_str()]
    {
        assert_eq!(entries().iter().filter(|entry| entry.name == name).count(), 1, "{name}");
    }
}

#[test]
fn data_has_the_documented_keys() {
    for event in samples() {
        let entry = entries()
            .into_iter()
            .find(|entry| (entry.topic.pattern().to_owned(), entry.name.to_owned()) == name(&event))
            .unwrap();
        for (key, value) in event.data.as_object().unwrap() {
            let schema = &entry.data["properties"][key];
            assert!(schema.is_object(), "{}: {key} is not documented", entry.name);
            let part = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
            let part = part.and_then(|name| entry.parts.get(name)).unwrap_or(schema);
            if let Some(values) = part["enum"].as_array() {
                assert!(values.contains(value), "{}: {key} is {value}", entry.name);
            }
        }
        let required = entry.data["required"].as_array().into_iter().flatten();
        for key in required.filter_map(Value::as_str) {
            assert!(event.data.get(key).is_some(), "{}: {key} is missing", entry.name);
        }
    }
}

/// What a former release sends and reads, literally.
#[test]
fn replicas_of_other_releases_understand_each_other() {
    let event = Event::agent_status(&"a".into(), "overdue").about(1, 2);
    let sent = json!({
        "topic": "agents", "type": "agent.status", "client": 1, "site": 2,
        "data": { "agent_id": "a", "status": "overdue" },
    });
    assert_eq!(serde_json::to_value(&event).unwrap(), sent);
    assert_eq!(serde_json::from_value::<Event>(sent).unwrap(), event);
    let moved =
        Event::agent_moved(&"a".into(), AgentChanges { site: Some(4), ..AgentChanges::default() });
    let sent = json!({
        "topic": "agents", "type": "agent.moved", "client": 3, "site": 4, "former": [1, 2],
        "data": { "agent_id": "a", "changed": { "site": 4 } },
    });
    assert_eq!(serde_json::to_value(moved.about(3, 4).moved_from(1, 2)).unwrap(), sent);
    let newer = json!({
        "topic": "config", "type": "saved", "client": null, "site": null,
        "data": { "entity": "teapot", "id": 1 },
    });
    let newer: Event = serde_json::from_value(newer).unwrap();
    assert!(newer.is_on(WideTopic::Config) && newer.config_object().is_none());
    assert_eq!(Event::for_test("teapots", "boils", json!({})).topic(), None);
}

#[test]
fn names_of_objects_are_those_of_the_api() {
    let name_of = |entity: Entity| json!(entity);
    assert_eq!(name_of(Entity::CustomField), "customfield");
    assert_eq!(name_of(Entity::KeyStore), "keystore");
    assert_eq!(name_of(Entity::CoreSettings), "coresettings");
    assert_eq!(name_of(Entity::ApiKey), "apikey");
    assert_eq!(name_of(Entity::PendingAgent), "pendingagent");
    assert_eq!(name_of(Entity::UrlAction), "urlaction");
    assert_eq!(name_of(Entity::AlertTemplate), "alerttemplate");
    assert_eq!(name_of(Entity::MaintenanceWindow), "maintenancewindow");
    let view = Event::view_saved(1, 2, true);
    let expected = json!({ "entity": "view", "id": 1, "user": 2, "shared": true });
    assert_eq!(view.data, expected);
    assert_eq!(Event::saved(Entity::User, 7).data, json!({ "entity": "user", "id": 7 }));
}

#[test]
fn topics_are_read_from_their_names() {
    for name in ["agents", "config", "agent:x", "run:7", "bulk:3"] {
        assert_eq!(Topic::parse(name).unwrap().name(), name);
    }
    for name in ["nothing", "run:x", "agent", "", "run"] {
        assert_eq!(Topic::parse(name), None, "{name}");
    }
    let run = Topic::Run(RunKey(1));
    assert!(
        run.carries(&Event::run_queued(RunKey(1), &"a".into()))
            && !run.carries(&Event::run_queued(RunKey(2), &"a".into()))
    );
    assert!(run.carries(&Event::run_output(RunKey(1), "stdout", 0, String::new())));
    assert!(!run.carries(&Event::pending_created(RunKey(1), &"a".into())));
    let agent = Topic::Agent("a".into());
    assert!(
        agent.carries(&Event::agent_removed(&"a".into()))
            && agent.carries(&Event::tasks_synced(&"a".into(), vec![]))
    );
    assert!(
        !agent.carries(&Event::agent_removed(&"b".into()))
            && !agent.carries(&Event::run_queued(RunKey(1), &"a".into()))
    );
}

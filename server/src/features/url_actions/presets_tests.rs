//! Every ready-made webhook can be sent.

use serde_json::Value;

use super::presets::{UrlActionPreset, list};
use crate::domain::key_store::{Code, KeyLimits};
use crate::domain::placeholders::{GlobalValue, PlaceholderValue, PlaceholderValues};
use crate::domain::webhooks::{ActionType, Headers, Missing, Template, pattern_problem, prepare};

/// A value for everything that a preset can name.
fn values(preset: &UrlActionPreset) -> PlaceholderValues {
    let nasty = || PlaceholderValue::Text("a\"b\\c\nd".to_owned());
    let mut values = PlaceholderValues::default();
    for name in ["hostname", "agent_id"] {
        values.agent.insert(name.to_owned(), nasty());
    }
    values.site.insert("name".to_owned(), nasty());
    values.client.insert("name".to_owned(), nasty());
    for name in ["message", "severity", "time"] {
        values.alert.insert(name.to_owned(), nasty());
    }
    for name in &preset.keys {
        let (limits, is_secret) = (KeyLimits::default(), true);
        let found = GlobalValue { value: nasty(), is_here: true, is_secret, limits };
        values.global.insert((*name).to_owned(), found);
    }
    values
}

#[test]
fn every_preset_is_a_webhook_whose_body_stays_json() {
    for preset in list() {
        let problem = pattern_problem(ActionType::Rest, preset.pattern);
        assert_eq!(problem, None, "{}", preset.id);
        let template = Template {
            pattern: preset.pattern.to_owned(),
            method: preset.rest_method,
            body: preset.rest_body.to_owned(),
            headers: Headers::parse(preset.rest_headers).unwrap(),
        };
        let how = (Code::Webhook, Missing::Refused);
        let made = prepare(&template, None, &values(&preset), how);
        let made = made.unwrap_or_else(|problems| panic!("{}: {problems:?}", preset.id));
        assert_eq!(made.request.headers["content-type"], "application/json", "{}", preset.id);
        let body: Value = serde_json::from_str(&made.request.body).unwrap();
        assert!(body.is_object(), "{}", preset.id);
        assert!(!preset.hint.is_empty() && preset.hint.ends_with('.'), "{}", preset.id);
    }
}

#[test]
fn presets_come_by_name_and_say_which_keys_they_need() {
    let all = list();
    let names: Vec<String> = all.iter().map(|one| one.name.to_lowercase()).collect();
    assert!(names.is_sorted(), "{names:?}");
    let telegram = all.iter().find(|one| one.id == "telegram").unwrap();
    assert_eq!(telegram.keys, ["telegram_token", "telegram_chat"]);
    let any = all.iter().find(|one| one.id == "json").unwrap();
    assert!(any.keys.is_empty());
}

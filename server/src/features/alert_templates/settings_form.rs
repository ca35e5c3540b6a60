//! The settings of an alert template that a caller may write.

use muster_alerting::Severity;
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::domain::alert_templates::{TemplateSettings, TemplateStep};
use crate::environment;
use crate::input::{Fields, Parse};
use crate::mail::is_address;
use crate::sms::is_telephone_number;

const SEVERITIES: &[&str] = &["info", "warning", "error"];
const MOST_TEXTS: usize = 100;
const LONGEST_TEXT: usize = 4096;
const MOST_RECIPIENTS: usize = 100;
const MOST_DAYS: i64 = 365;
const LONGEST_TIMEOUT: i64 = 24 * 3600;
const ADDRESS: &str = "must be an e-mail address";
const NUMBER: &str = "must be a telephone number such as +4930123456";

/// The settings that were sent, by their names.
pub struct TemplateSettingsForm {
    sent: Map<String, Value>,
}

impl Parse for TemplateSettingsForm {
    fn parse(fields: &Fields<'_>) -> Self {
        let mut settings = TemplateSettings::default();
        take_actions(&mut settings, fields);
        take_recipients(&mut settings, fields);
        take_agent(&mut settings, fields);
        take_check(&mut settings, fields);
        take_task(&mut settings, fields);
        settings.escalation = steps(fields);
        for (index, problem) in settings.escalation().problems() {
            fields.problem(&format!("escalation[{index}]"), problem);
        }
        let mut sent = match serde_json::to_value(settings) {
            Ok(Value::Object(object)) => object,
            _ => Map::new(),
        };
        sent.retain(|name, _| fields.has(name));
        Self { sent }
    }
}

impl TemplateSettingsForm {
    /// The settings with this change made. Masks stand for the stored values.
    pub fn applied_to(self, old: &TemplateSettings) -> serde_json::Result<TemplateSettings> {
        let mut all = match serde_json::to_value(old)? {
            Value::Object(object) => object,
            _ => Map::new(),
        };
        all.extend(self.sent);
        let mut new: TemplateSettings = serde_json::from_value(Value::Object(all))?;
        environment::unmask(&mut new.action_env_vars, &[&old.action_env_vars]);
        environment::unmask(&mut new.resolved_action_env_vars, &[&old.resolved_action_env_vars]);
        Ok(new)
    }
}

/// The same fields as in an answer, each of them optional.
impl PartialSchema for TemplateSettingsForm {
    fn schema() -> RefOr<Schema> {
        match TemplateSettings::schema() {
            RefOr::T(Schema::Object(mut object)) => {
                object.required.clear();
                object.into()
            }
            other => other,
        }
    }
}

impl ToSchema for TemplateSettingsForm {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        TemplateSettings::schemas(schemas);
    }
}

fn take_actions(own: &mut TemplateSettings, fields: &Fields<'_>) {
    own.action_args = texts(fields, "action_args");
    own.action_env_vars = entries(fields, "action_env_vars");
    own.action_timeout = timeout(fields, "action_timeout");
    own.resolved_action_args = texts(fields, "resolved_action_args");
    own.resolved_action_env_vars = entries(fields, "resolved_action_env_vars");
    own.resolved_action_timeout = timeout(fields, "resolved_action_timeout");
}

fn take_recipients(own: &mut TemplateSettings, fields: &Fields<'_>) {
    own.email_recipients = recipients(fields, "email_recipients", is_address, ADDRESS);
    own.text_recipients = recipients(fields, "text_recipients", is_telephone_number, NUMBER);
    let is_right = |text: &String| text.is_empty() || is_address(text);
    let from = fields.text("email_from").check(is_right, ADDRESS).nullable().flatten();
    own.email_from = from.filter(|text| !text.is_empty());
}

fn take_agent(own: &mut TemplateSettings, fields: &Fields<'_>) {
    own.agent_email_on_resolved = flag(fields, "agent_email_on_resolved", false);
    own.agent_text_on_resolved = flag(fields, "agent_text_on_resolved", false);
    own.agent_always_email = fields.flag("agent_always_email").nullable().flatten();
    own.agent_always_text = fields.flag("agent_always_text").nullable().flatten();
    own.agent_always_alert = fields.flag("agent_always_alert").nullable().flatten();
    own.agent_periodic_alert_days = days(fields, "agent_periodic_alert_days");
    own.agent_script_actions = flag(fields, "agent_script_actions", true);
}

fn take_check(own: &mut TemplateSettings, fields: &Fields<'_>) {
    own.check_email_on_resolved = flag(fields, "check_email_on_resolved", false);
    own.check_text_on_resolved = flag(fields, "check_text_on_resolved", false);
    own.check_always_email = fields.flag("check_always_email").nullable().flatten();
    own.check_always_text = fields.flag("check_always_text").nullable().flatten();
    own.check_always_alert = fields.flag("check_always_alert").nullable().flatten();
    own.check_periodic_alert_days = days(fields, "check_periodic_alert_days");
    own.check_script_actions = flag(fields, "check_script_actions", true);
    own.check_email_alert_severity = severities(fields, "check_email_alert_severity");
    own.check_text_alert_severity = severities(fields, "check_text_alert_severity");
    own.check_dashboard_alert_severity = severities(fields, "check_dashboard_alert_severity");
}

fn take_task(own: &mut TemplateSettings, fields: &Fields<'_>) {
    own.task_email_on_resolved = flag(fields, "task_email_on_resolved", false);
    own.task_text_on_resolved = flag(fields, "task_text_on_resolved", false);
    own.task_always_email = fields.flag("task_always_email").nullable().flatten();
    own.task_always_text = fields.flag("task_always_text").nullable().flatten();
    own.task_always_alert = fields.flag("task_always_alert").nullable().flatten();
    own.task_periodic_alert_days = days(fields, "task_periodic_alert_days");
    own.task_script_actions = flag(fields, "task_script_actions", true);
    own.task_email_alert_severity = severities(fields, "task_email_alert_severity");
    own.task_text_alert_severity = severities(fields, "task_text_alert_severity");
    own.task_dashboard_alert_severity = severities(fields, "task_dashboard_alert_severity");
}

/// True or false; null means the default.
fn flag(fields: &Fields<'_>, name: &str, default: bool) -> bool {
    fields.flag(name).or(default)
}

fn days(fields: &Fields<'_>, name: &str) -> i64 {
    fields.whole(name).between(0..=MOST_DAYS).or(0)
}

fn timeout(fields: &Fields<'_>, name: &str) -> i64 {
    fields.whole(name).between(1..=LONGEST_TIMEOUT).or(15)
}

fn severities(fields: &Fields<'_>, name: &str) -> Vec<Severity> {
    let sentence = "must be a list of info, warning and error";
    let names = fields.texts(name).each_of(SEVERITIES, sentence).or(Vec::new());
    let has = |severity: &Severity| names.iter().any(|name| name == severity.as_str());
    Severity::ALL.into_iter().filter(has).collect()
}

fn texts(fields: &Fields<'_>, name: &str) -> Vec<String> {
    let is_short = |texts: &Vec<String>| texts.iter().all(|text| text.len() <= LONGEST_TEXT);
    let field = fields.texts(name).max_items(MOST_TEXTS, "entries");
    field.check(is_short, "must have at most 4096 bytes each").or(Vec::new())
}

fn entries(fields: &Fields<'_>, name: &str) -> Vec<String> {
    let entries = texts(fields, name);
    for (index, entry) in entries.iter().enumerate() {
        if entry.split_once('=').is_none_or(|(key, _)| key.trim().is_empty()) {
            fields.problem(&format!("{name}[{index}]"), "must be KEY=VALUE");
        }
    }
    entries
}

fn recipients(
    fields: &Fields<'_>,
    name: &str,
    passes: fn(&str) -> bool,
    sentence: &str,
) -> Vec<String> {
    let sent = fields.texts(name).max_items(MOST_RECIPIENTS, "entries").or(Vec::new());
    for (index, _) in sent.iter().enumerate().filter(|(_, entry)| !passes(entry)) {
        fields.problem(&format!("{name}[{index}]"), sentence);
    }
    sent
}

fn steps(fields: &Fields<'_>) -> Vec<TemplateStep> {
    let step = |fields: &Fields<'_>| TemplateStep {
        after_minutes: u32::try_from(fields.whole("after_minutes").between(1..=10_080).required())
            .unwrap_or(0),
        email_recipients: recipients(fields, "email_recipients", is_address, ADDRESS),
        text_recipients: recipients(fields, "text_recipients", is_telephone_number, NUMBER),
    };
    fields.objects("escalation").iter().map(step).collect()
}

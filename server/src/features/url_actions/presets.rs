//! Ready-made webhooks for services that many people use.
//!
//! Tokens are in the key store, so that neither the list of URL actions nor the
//! audit log shows them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::placeholders::global_names;
use crate::domain::webhooks::RestMethod;

/// A ready-made webhook.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UrlActionPreset {
    /// Identifies it: `slack`.
    pub id: &'static str,
    /// The service.
    pub name: &'static str,
    /// What to do before it works.
    pub hint: &'static str,
    /// The address, with placeholders.
    pub pattern: &'static str,
    /// The method.
    #[schema(value_type = String, extensions(("x-enum-values" = json!(RestMethod::NAMES))))]
    pub rest_method: RestMethod,
    /// The body, with placeholders.
    pub rest_body: &'static str,
    /// The headers, a JSON object as text.
    pub rest_headers: &'static str,
    /// The values of the key store that it needs.
    pub keys: Vec<&'static str>,
}

const JSON: &str = "{\n  \"Content-Type\": \"application/json\"\n}";

/// All of them, by name.
pub fn list() -> Vec<UrlActionPreset> {
    vec![
        preset("json", "Any service that takes JSON", ANY_JSON),
        preset("discord", "Discord", DISCORD),
        preset("teams", "Microsoft Teams", TEAMS),
        preset("ntfy", "ntfy", NTFY),
        preset("opsgenie", "Opsgenie", OPSGENIE),
        preset("pagerduty", "PagerDuty", PAGERDUTY),
        preset("slack", "Slack", SLACK),
        preset("telegram", "Telegram", TELEGRAM),
    ]
}

/// Hint, address, headers and body.
type Parts = [&'static str; 4];

fn preset(id: &'static str, name: &'static str, parts: Parts) -> UrlActionPreset {
    let [hint, pattern, rest_headers, rest_body] = parts;
    let mut keys: Vec<&'static str> =
        [pattern, rest_headers, rest_body].into_iter().flat_map(global_names).collect();
    keys.dedup();
    let rest_method = RestMethod::Post;
    UrlActionPreset { id, name, hint, pattern, rest_method, rest_body, rest_headers, keys }
}

const SLACK: Parts = [
    "Create an incoming webhook in Slack, enter its address, and keep its last part as \
     slack_token in the key store.",
    "https://hooks.slack.com/services/T00000000/B00000000/{{global.slack_token}}",
    JSON,
    r#"{
  "text": "{{alert.severity}}: {{alert.message}}\n{{agent.hostname}}, {{site.name}}, {{client.name}}"
}"#,
];

const TEAMS: Parts = [
    "Create a workflow in Teams that posts when a webhook is received, enter its address, and keep \
     the value of sig as teams_signature in the key store.",
    "https://prod-00.westeurope.logic.azure.com/workflows/ID/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig={{global.teams_signature}}",
    JSON,
    r#"{
  "type": "message",
  "attachments": [
    {
      "contentType": "application/vnd.microsoft.card.adaptive",
      "content": {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": [
          {
            "type": "TextBlock",
            "text": "{{alert.severity}}: {{alert.message}}",
            "weight": "Bolder",
            "wrap": true
          },
          {
            "type": "TextBlock",
            "text": "{{agent.hostname}}, {{site.name}}, {{client.name}}, {{alert.time}}",
            "wrap": true
          }
        ]
      }
    }
  ]
}"#,
];

const DISCORD: Parts = [
    "Create a webhook in the settings of a Discord channel, enter its address, and keep its last \
     part as discord_token in the key store.",
    "https://discord.com/api/webhooks/000000000000000000/{{global.discord_token}}",
    JSON,
    r#"{
  "content": "{{alert.severity}}: {{alert.message}}\n{{agent.hostname}}, {{site.name}}, {{client.name}}",
  "allowed_mentions": { "parse": [] }
}"#,
];

const PAGERDUTY: Parts = [
    "Add the integration Events API v2 to a service of PagerDuty, and keep its integration key as \
     pagerduty_routing_key in the key store.",
    "https://events.pagerduty.com/v2/enqueue",
    JSON,
    r#"{
  "routing_key": "{{global.pagerduty_routing_key}}",
  "event_action": "trigger",
  "payload": {
    "summary": "{{agent.hostname}}: {{alert.message}}",
    "source": "{{agent.hostname}}",
    "severity": "{{alert.severity}}",
    "timestamp": "{{alert.time}}",
    "component": "{{site.name}}",
    "group": "{{client.name}}"
  }
}"#,
];

const OPSGENIE: Parts = [
    "Add an API integration to a team of Opsgenie, and keep its key as opsgenie_api_key in the key \
     store. In the EU the host is api.eu.opsgenie.com.",
    "https://api.opsgenie.com/v2/alerts",
    "{\n  \"Content-Type\": \"application/json\",\n  \
     \"Authorization\": \"GenieKey {{global.opsgenie_api_key}}\"\n}",
    r#"{
  "message": "{{agent.hostname}}: {{alert.severity}}",
  "description": "{{alert.message}}",
  "source": "Muster",
  "tags": ["{{alert.severity}}"],
  "details": {
    "client": "{{client.name}}",
    "site": "{{site.name}}",
    "time": "{{alert.time}}"
  }
}"#,
];

const NTFY: Parts = [
    "Choose a topic that nobody guesses, subscribe to it in the app, and keep it as ntfy_topic in \
     the key store.",
    "https://ntfy.sh/",
    JSON,
    r#"{
  "topic": "{{global.ntfy_topic}}",
  "title": "{{agent.hostname}}: {{alert.severity}}",
  "message": "{{alert.message}}\n{{site.name}}, {{client.name}}"
}"#,
];

const TELEGRAM: Parts = [
    "Make a bot with @BotFather, add it to the chat, and keep its token as telegram_token and the \
     number of the chat as telegram_chat in the key store.",
    "https://api.telegram.org/bot{{global.telegram_token}}/sendMessage",
    JSON,
    r#"{
  "chat_id": "{{global.telegram_chat}}",
  "text": "{{alert.severity}}: {{alert.message}}\n{{agent.hostname}}, {{site.name}}, {{client.name}}"
}"#,
];

const ANY_JSON: Parts = [
    "Enter the address. Set a signing secret to let the other side check who sends.",
    "https://example.com/webhook",
    JSON,
    r#"{
  "message": "{{alert.message}}",
  "severity": "{{alert.severity}}",
  "time": "{{alert.time}}",
  "agent": "{{agent.hostname}}",
  "agent_id": "{{agent.agent_id}}",
  "site": "{{site.name}}",
  "client": "{{client.name}}"
}"#,
];

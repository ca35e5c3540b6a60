//! A request for a bulk action: what, for which agents, and how carefully.

use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::mode::Mode;
use crate::domain::runs::queue_hours;
use crate::features::agents::AgentQuery;
use crate::features::runs;
use crate::ids::AgentKey;
use crate::input::{Fields, Parse};

const TARGETS: &[&str] = &["client", "site", "agents", "all", "filter"];
/// Keys of a body that select the agents.
const TARGET_KEYS: &[&str] = &["target", "client", "site", "agents", "filter", "monType", "osType"];
const MAX_AGENTS: usize = 20_000;
const MAX_AT_ONCE: i64 = 20_000;

pub struct BulkRequest {
    pub mode: Mode,
    /// Which agents.
    pub selector: TargetSelector,
    /// `server` or `workstation`; all if none.
    pub monitoring_type: Option<&'static str>,
    /// `windows`, `linux` or `darwin`; all if none.
    pub plat: Option<String>,
    /// Whether agents that are offline are skipped instead of waited for.
    pub skip_offline: bool,
    /// How long the orders wait for agents that are offline.
    pub queue_hours: u32,
    /// Agents at once; all if none.
    pub batch: Option<i64>,
    /// Percent of failures that stop the rest.
    pub stop_on_failures: Option<i64>,
    /// How many agents the caller expects.
    pub expect_count: Option<i64>,
    /// The body as it was sent.
    pub raw: Map<String, Value>,
}

/// The agents that a bulk action is for.
pub enum TargetSelector {
    /// Every agent in scope.
    All,
    /// Those of a client.
    Client(i64),
    /// Those of a site.
    Site(i64),
    /// These, by identifier or key.
    Agents(Vec<Value>),
    /// Those that a query finds.
    Filter(Box<AgentQuery>),
}

impl Parse for BulkRequest {
    fn parse(fields: &Fields<'_>) -> Self {
        let word = |name: &str, words: &[&str], default: &str| {
            fields.text(name).one_of(words).or(default.to_owned())
        };
        let kind = word("monType", &["all", "servers", "workstations"], "all");
        let plat = word("osType", &["windows", "linux", "darwin", "all"], "all");
        let raw = fields.names().map(|name| (name.to_owned(), fields.json(name).or(Value::Null)));
        Self {
            mode: Mode::parse(fields),
            selector: TargetSelector::parse(fields),
            monitoring_type: match kind.as_str() {
                "servers" => Some("server"),
                "workstations" => Some("workstation"),
                _ => None,
            },
            plat: Some(plat).filter(|plat| plat != "all"),
            skip_offline: word("offline", &["queue", "skip"], "queue") == "skip",
            queue_hours: queue_hours(fields),
            batch: fields.whole("batch").between(1..=MAX_AT_ONCE).nullable().flatten(),
            stop_on_failures: fields
                .whole("stop_on_failures")
                .between(0..=100)
                .nullable()
                .flatten(),
            expect_count: fields.whole("expect_count").nullable().flatten(),
            raw: raw.collect(),
        }
    }
}

impl TargetSelector {
    fn parse(fields: &Fields<'_>) -> Self {
        match fields.text("target").one_of(TARGETS).required().as_str() {
            "client" => Self::Client(fields.whole("client").required()),
            "site" => Self::Site(fields.whole("site").required()),
            "agents" => Self::Agents(references(fields)),
            "filter" => match fields.object("filter") {
                // As in a query string, a list may be its only item.
                Some(filter) => Self::Filter(Box::new(AgentQuery::parse(&filter.into_query()))),
                None => {
                    fields.problem("filter", "this field is required when target is filter");
                    Self::All
                }
            },
            _ => Self::All,
        }
    }
}

/// Agents by identifier or by key.
fn references(fields: &Fields<'_>) -> Vec<Value> {
    let Value::Array(sent) = fields.json("agents").or(Value::Null) else {
        fields.problem("agents", "send a list of agents");
        return Vec::new();
    };
    if sent.is_empty() {
        fields.problem("agents", "must not be empty");
    }
    if sent.len() > MAX_AGENTS {
        fields.problem("agents", "must have at most 20000 entries");
    }
    fields.agents("agents").or(Vec::new())
}

impl BulkRequest {
    /// The part of the body that selects the agents.
    pub fn shown_target(&self) -> Value {
        let part = self.raw.iter().filter(|(name, _)| TARGET_KEYS.contains(&name.as_str()));
        part.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// The rest of the body, without its secrets.
    pub fn shown_body(&self) -> Value {
        let rest = self.raw.iter().filter(|(name, _)| !TARGET_KEYS.contains(&name.as_str()));
        let mut body: Map<String, Value> =
            rest.map(|(name, value)| (name.clone(), value.clone())).collect();
        runs::script_input::mask_env_vars(&mut body);
        Value::Object(body)
    }

    /// The same request for only these agents, as a body.
    pub fn for_agents(raw: &Map<String, Value>, agents: &[AgentKey]) -> Map<String, Value> {
        let mut raw = raw.clone();
        raw.retain(|name, _| !TARGET_KEYS.contains(&name.as_str()) && name != "expect_count");
        raw.insert("target".to_owned(), json!("agents"));
        raw.insert("agents".to_owned(), json!(agents));
        raw
    }
}

/// What the schema shows of the body; each mode has fields of its own.
#[derive(ToSchema)]
#[expect(dead_code, reason = "part of the schema; read by `BulkRequest`")]
pub struct BulkBody {
    /// `command`, `script`, `patch`, `checks`, `reboot`, `shutdown`, `wol`,
    /// `update`, `remove`, `recover`, `software`, `edit` or `task`.
    mode: String,
    /// `client`, `site`, `agents`, `all` or `filter`.
    target: String,
    /// Key of the client.
    client: Option<i64>,
    /// Key of the site.
    site: Option<i64>,
    /// Agents by identifier or key.
    #[schema(required = false)]
    agents: Vec<Value>,
    /// Parameters of `GET /agents/`.
    #[schema(required = false, value_type = Object)]
    filter: Value,
    /// `all`, `servers` or `workstations`.
    #[schema(required = false, rename = "monType", default = "all")]
    mon_type: String,
    /// `windows`, `linux`, `darwin` or `all`.
    #[schema(required = false, rename = "osType", default = "all")]
    os_type: String,
    /// `queue` or `skip`.
    #[schema(required = false, default = "queue")]
    offline: String,
    /// Hours to wait for agents that are offline, 1 to 720.
    #[schema(required = false, default = 24)]
    queue_hours: u32,
    /// Agents at once.
    batch: Option<u32>,
    /// Percent of those that have ended whose failure stops the rest.
    stop_on_failures: Option<u32>,
    /// Another number of agents starts nothing.
    expect_count: Option<i64>,
    /// For `command`: the command's text.
    cmd: Option<String>,
    /// For `command`: as in `POST /agents/<agent_id>/cmd/`.
    shell: Option<String>,
    /// For `command` with shell `custom`.
    custom_shell: Option<String>,
    /// For `command` and `script`: seconds until it is killed.
    timeout: Option<u32>,
    /// For `command` and `script`: as the person at the machine.
    #[schema(required = false)]
    run_as_user: bool,
    /// For `script`: its key.
    script: Option<i64>,
    /// For `script`: arguments.
    #[schema(required = false)]
    args: Vec<String>,
    /// For `script`: `KEY=VALUE` each.
    #[schema(required = false)]
    env_vars: Vec<String>,
    /// For `script`: the custom field that receives the output.
    custom_field: Option<i64>,
    /// For `script`: all output instead of its last line, in the field.
    #[schema(required = false)]
    collector_all_output: bool,
    /// For `script`: the output becomes a note.
    #[schema(required = false)]
    save_to_agent_note: bool,
    /// For `patch`: `scan` or `install`.
    #[schema(rename = "patchMode")]
    patch_mode: Option<String>,
    /// For `recover`: `agent` or `remote`.
    recover_mode: Option<String>,
    /// For `task`: its key; agents that do not have it are skipped.
    task: Option<i64>,
    /// For `software`: name of the package.
    name: Option<String>,
    /// For `software`: as in `POST /software/<agent_id>/`.
    manager: Option<String>,
    /// For `software` and `update`: a version.
    version: Option<String>,
    /// For `edit`: fields of `PUT /agents/<agent_id>/`.
    #[schema(required = false, value_type = Object)]
    fields: Value,
}

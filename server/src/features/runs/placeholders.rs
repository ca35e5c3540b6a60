//! The values of placeholders in arguments and environment of runs.

use std::collections::{BTreeMap, HashMap};

use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::queries::{self, Properties};
use crate::app::App;
use crate::domain::custom_fields::{self, AGENT_PROPERTIES, FieldValues, Model, PLACE_PROPERTIES};
use crate::domain::fleet::Target;
use crate::domain::key_store::{self, Code, Key};
use crate::domain::settings;
use crate::error::ApiError;
use crate::features::scripts::{
    Filled, GlobalValue, PlaceholderValue, PlaceholderValues, fill, pick,
};
use crate::ids::AgentKey;

type Values = BTreeMap<String, PlaceholderValue>;

/// Arguments and environment with their placeholders filled in; 400 lists those
/// without a value.
pub async fn filled(
    app: &App,
    target: &Target,
    (shell, code): (&str, Code),
    args: &[String],
    env_vars: &[String],
) -> Result<Filled, ApiError> {
    let targets = std::slice::from_ref(target);
    let mut filled = filled_many(app, targets, (shell, code), args, env_vars).await?;
    filled.pop().unwrap_or(Err(ApiError::NotFound("agent")))
}

/// Arguments and environment for many agents, in their order: as many queries
/// as for one.
pub async fn filled_many(
    app: &App,
    targets: &[Target],
    (shell, code): (&str, Code),
    args: &[String],
    env_vars: &[String],
) -> Result<Vec<Result<Filled, ApiError>>, ApiError> {
    if !args.iter().chain(env_vars).any(|text| text.contains("{{")) {
        let same = || Filled { args: args.to_vec(), env_vars: env_vars.to_vec() };
        return Ok(targets.iter().map(|_| Ok(same())).collect());
    }
    let mut sources = PlaceholderSources::load(app, targets).await?;
    let one = |target: &Target| fill(args, env_vars, shell, code, &sources.of(target)?);
    Ok(targets.iter().map(one).collect())
}

/// The values of placeholders for each of these agents: as many queries as for
/// one.
pub async fn placeholder_values(
    app: &App,
    targets: &[Target],
) -> Result<HashMap<AgentKey, PlaceholderValues>, ApiError> {
    let mut sources = PlaceholderSources::load(app, targets).await?;
    // An agent that was removed meanwhile has no values.
    let one = |target: &Target| Some((target.id, sources.of(target).ok()?));
    Ok(targets.iter().filter_map(one).collect())
}

/// Arguments and environment of code that is tried out on the server, without an
/// agent: only the key store has values there.
pub async fn server_placeholders(
    app: &App,
    shell: &str,
    args: &[String],
    env_vars: &[String],
) -> Result<Filled, ApiError> {
    let keys = key_store::queries::list_keys(app.db.read(), &app.vault).await?;
    let values = PlaceholderValues { global: globals(&keys, None), ..Default::default() };
    fill(args, env_vars, shell, Code::AdHoc, &values)
}

/// The values of agents, their clients and sites, and of the key store.
struct PlaceholderSources {
    agents: HashMap<AgentKey, Agent>,
    agent_fields: FieldValues,
    clients: HashMap<i64, Values>,
    client_fields: FieldValues,
    sites: HashMap<i64, Values>,
    site_fields: FieldValues,
    keys: Vec<Key>,
}

/// Its properties, and its default shell.
type Agent = (Value, String);

impl PlaceholderSources {
    async fn load(app: &App, targets: &[Target]) -> Result<Self, ApiError> {
        let db = app.db.read();
        let agents: Vec<AgentKey> = targets.iter().map(|target| target.id).collect();
        let found = queries::list_properties(db, &agents).await?;
        let settings = settings::read_plain(db).await?;
        let agent = |found: Properties| (found.id, (found.json(), found.shell(&settings)));
        Ok(Self {
            agents: found.into_iter().map(agent).collect(),
            agent_fields: custom_fields::load(db, Model::Agent, &agents).await?,
            clients: HashMap::new(),
            client_fields: load_owner_fields(db, Model::Client, targets, |t| t.client_id).await?,
            sites: HashMap::new(),
            site_fields: load_owner_fields(db, Model::Site, targets, |t| t.site_id).await?,
            keys: key_store::queries::list_keys(db, &app.vault).await?,
        })
    }

    fn of(&mut self, target: &Target) -> Result<PlaceholderValues, ApiError> {
        let (agent, default_shell) =
            self.agents.remove(&target.id).ok_or(ApiError::NotFound("agent"))?;
        let client = self.clients.entry(target.client_id).or_insert_with(|| {
            let owner = json!({ "id": target.client_id, "name": agent["client_name"] });
            with_fields(pick(PLACE_PROPERTIES, &owner), &mut self.client_fields, target.client_id)
        });
        let site = self.sites.entry(target.site_id).or_insert_with(|| {
            let owner = json!({ "id": target.site_id, "name": agent["site_name"] });
            with_fields(pick(PLACE_PROPERTIES, &owner), &mut self.site_fields, target.site_id)
        });
        Ok(PlaceholderValues {
            client: client.clone(),
            site: site.clone(),
            global: globals(&self.keys, Some(target.client_id)),
            agent: with_fields(pick(AGENT_PROPERTIES, &agent), &mut self.agent_fields, target.id),
            default_shell,
            ..PlaceholderValues::default()
        })
    }
}

async fn load_owner_fields(
    db: &impl ConnectionTrait,
    model: Model,
    targets: &[Target],
    key: fn(&Target) -> i64,
) -> Result<FieldValues, ApiError> {
    let mut owners: Vec<i64> = targets.iter().map(key).collect();
    owners.sort_unstable();
    owners.dedup();
    Ok(custom_fields::load(db, model, &owners).await?)
}

/// The key store for agents of this client; none for the server itself. The order
/// carries these values to the agent; audit row and history do not.
fn globals(keys: &[Key], client: Option<i64>) -> BTreeMap<String, GlobalValue> {
    let one = |key: &Key| {
        let value = PlaceholderValue::Text(key.value.reveal().to_owned());
        let is_here = key.limits.allow_client(client);
        (key.name.clone(), GlobalValue { value, is_here, limits: key.limits.clone() })
    };
    keys.iter().map(one).collect()
}

/// Custom fields override properties of the same name.
fn with_fields(mut values: Values, fields: &mut FieldValues, owner: impl Into<i64>) -> Values {
    for (name, value) in fields.take_all(owner.into()) {
        values.insert(name, PlaceholderValue::from_json(&value));
    }
    values
}

//! Where the values of placeholders come from: agents, their clients and sites,
//! and the key store.

use std::collections::{BTreeMap, HashMap};

use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::properties::{Properties, list_properties};
use super::values::{GlobalValue, PlaceholderValue, PlaceholderValues, pick};
use crate::app::App;
use crate::domain::custom_fields::{self, AGENT_PROPERTIES, FieldValues, Model, PLACE_PROPERTIES};
use crate::domain::fleet::Target;
use crate::domain::key_store::{self, Key};
use crate::domain::settings;
use crate::error::ApiError;
use crate::ids::AgentKey;

type Values = BTreeMap<String, PlaceholderValue>;

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

/// The values for the server itself, where only the key store has some.
pub async fn server_values(app: &App) -> Result<PlaceholderValues, ApiError> {
    let keys = key_store::queries::list_keys(app.db.read(), &app.vault).await?;
    Ok(PlaceholderValues { global: globals(&keys, None), ..Default::default() })
}

/// A client or one of its sites, with their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedLocation {
    pub client_id: i64,
    pub client_name: String,
    /// Key and name of the site; none for the client as a whole.
    pub site: Option<(i64, String)>,
}

/// The values for a client or a site: no agent has any there.
pub async fn location_values(
    app: &App,
    location: &NamedLocation,
) -> Result<PlaceholderValues, ApiError> {
    let db = app.db.read();
    let client = location.client_id;
    let mut fields = custom_fields::load(db, Model::Client, &[client]).await?;
    let mut values = PlaceholderValues {
        client: owner_values(client, &location.client_name, &mut fields),
        global: globals(&key_store::queries::list_keys(db, &app.vault).await?, Some(client)),
        ..PlaceholderValues::default()
    };
    if let Some((site, name)) = &location.site {
        let mut fields = custom_fields::load(db, Model::Site, &[*site]).await?;
        values.site = owner_values(*site, name, &mut fields);
    }
    Ok(values)
}

/// The values of agents, their clients and sites, and of the key store.
pub struct PlaceholderSources {
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
    /// Reads them for these agents.
    pub async fn load(app: &App, targets: &[Target]) -> Result<Self, ApiError> {
        let db = app.db.read();
        let agents: Vec<AgentKey> = targets.iter().map(|target| target.id).collect();
        let found = list_properties(db, &agents).await?;
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

    /// The values for one of these agents, once. One that was removed meanwhile
    /// is not found.
    pub fn of(&mut self, target: &Target) -> Result<PlaceholderValues, ApiError> {
        let (agent, default_shell) =
            self.agents.remove(&target.id).ok_or(ApiError::NotFound("agent"))?;
        let name = |key: &str| agent[key].as_str().unwrap_or_default();
        let client = self.clients.entry(target.client_id).or_insert_with(|| {
            owner_values(target.client_id, name("client_name"), &mut self.client_fields)
        });
        let site = self.sites.entry(target.site_id).or_insert_with(|| {
            owner_values(target.site_id, name("site_name"), &mut self.site_fields)
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

/// The values of a client or a site.
fn owner_values(id: i64, name: &str, fields: &mut FieldValues) -> Values {
    with_fields(pick(PLACE_PROPERTIES, &json!({ "id": id, "name": name })), fields, id)
}

/// The key store for agents of this client; none for the server itself. The order
/// carries these values to the agent; audit row and history do not.
fn globals(keys: &[Key], client: Option<i64>) -> BTreeMap<String, GlobalValue> {
    let one = |key: &Key| {
        let value = PlaceholderValue::Text(key.value.reveal().to_owned());
        let (is_here, is_secret) = (key.limits.allow_client(client), key.secret);
        (key.name.clone(), GlobalValue { value, is_here, is_secret, limits: key.limits.clone() })
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

//! All SQL of policies.

use muster_remote::Kind;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::policy::{RemotePolicy, merged};
use super::rules::EffectiveRules;
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// What a policy is set on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyOwner {
    Everything,
    Client(i64),
    Site(i64),
    Agent(AgentKey),
}

/// A policy as it is stored.
pub struct StoredPolicy {
    pub policy: RemotePolicy,
    pub modified_by: String,
    pub modified_time: Timestamp,
}

/// A level whose policy applies to an owner, and what is set there.
pub struct PolicyLayer {
    /// `everything`, `client`, `site` or `agent`.
    pub level: String,
    /// Of the client, the site or the computer; empty for everything.
    pub name: String,
    pub policy: RemotePolicy,
}

#[derive(FromQueryResult)]
struct LayerRow {
    rules: String,
    level: String,
    name: String,
}

#[derive(FromQueryResult)]
struct PolicyRow {
    rules: String,
    modified_by: String,
    modified_time: Timestamp,
}

const GLOBAL: &str = "(p.client_id is null and p.site_id is null and p.agent_id is null)";

const SAME_OWNER: &str = "coalesce(client_id, 0) = $1 and coalesce(site_id, 0) = $2
                          and coalesce(agent_id, 0) = $3";

impl PolicyOwner {
    /// Its keys in the order of the columns; no row has the key 0.
    fn keys(self) -> [i64; 3] {
        match self {
            Self::Everything => [0, 0, 0],
            Self::Client(client) => [client, 0, 0],
            Self::Site(site) => [0, site, 0],
            Self::Agent(AgentKey(agent)) => [0, 0, agent],
        }
    }

    fn key(self) -> i64 {
        self.keys().iter().sum()
    }

    /// The condition for the policies that apply to it; `$1` is its key.
    fn levels(self) -> String {
        match self {
            Self::Everything => format!("{GLOBAL} and $1 = 0"),
            Self::Client(_) => format!("({GLOBAL} or p.client_id = $1)"),
            Self::Site(_) => format!(
                "({GLOBAL} or p.site_id = $1
                  or p.client_id = (select s.client_id from sites s where s.id = $1))"
            ),
            Self::Agent(_) => format!(
                "({GLOBAL} or p.agent_id = $1
                  or p.site_id = (select a.site_id from present_agents a where a.id = $1)
                  or p.client_id = (select s.client_id from present_agents a
                                      join sites s on s.id = a.site_id where a.id = $1))"
            ),
        }
    }
}

/// The policy that is set on this owner itself.
pub async fn find_policy(
    db: &impl ConnectionTrait,
    owner: PolicyOwner,
) -> Result<Option<StoredPolicy>, DbErr> {
    let text =
        format!("select rules, modified_by, modified_time from remote_policies where {SAME_OWNER}");
    let row: Option<PolicyRow> = sql::one(db, &text, owner.keys().map(Value::from)).await?;
    row.map(|row| {
        let PolicyRow { rules, modified_by, modified_time } = row;
        Ok(StoredPolicy { policy: parse(&rules)?, modified_by, modified_time })
    })
    .transpose()
}

/// The levels whose policies apply to an owner, the most specific first.
pub async fn list_layers(
    db: &impl ConnectionTrait,
    owner: PolicyOwner,
) -> Result<Vec<PolicyLayer>, DbErr> {
    let text = format!(
        "select p.rules, coalesce(o.hostname, t.name, c.name, '') as name,
                case when p.agent_id is not null then 'agent' when p.site_id is not null then 'site'
                     when p.client_id is not null then 'client' else 'everything' end as level
           from remote_policies p left join present_agents o on o.id = p.agent_id
                left join sites t on t.id = p.site_id left join clients c on c.id = p.client_id
          where {}
          order by case when p.agent_id is not null then 0 when p.site_id is not null then 1
                        when p.client_id is not null then 2 else 3 end",
        owner.levels()
    );
    let rows: Vec<LayerRow> = sql::all(db, &text, [owner.key().into()]).await?;
    let layer = |LayerRow { rules, level, name }: LayerRow| {
        Ok(PolicyLayer { level, name, policy: parse(&rules)? })
    };
    rows.into_iter().map(layer).collect()
}

/// What applies to a kind of session on an agent.
pub async fn effective_rules(
    db: &impl ConnectionTrait,
    agent: AgentKey,
    kind: Kind,
) -> Result<EffectiveRules, DbErr> {
    let text = "select monitoring_type from present_agents where id = $1";
    let machine: Option<String> = sql::value(db, text, [agent.into()]).await?;
    let layers = list_layers(db, PolicyOwner::Agent(agent)).await?;
    let policy = merged(&layers.into_iter().map(|layer| layer.policy).collect::<Vec<_>>());
    Ok(EffectiveRules::from(policy.of(machine.as_deref().unwrap_or_default()).of(kind)))
}

/// Locks what a policy is set on until the transaction ends, so that nobody else sets it
/// between reading and writing. For everything that is the row of the settings.
pub async fn lock_owner(write: &impl ConnectionTrait, owner: PolicyOwner) -> Result<(), DbErr> {
    let table = match owner {
        PolicyOwner::Everything => return sql::lock_row(write, "core_settings", 1).await,
        PolicyOwner::Client(_) => "clients",
        PolicyOwner::Site(_) => "sites",
        PolicyOwner::Agent(_) => "agents",
    };
    sql::lock_row(write, table, owner.key()).await
}

/// Sets the policy of an owner.
pub async fn store_policy(
    write: &impl ConnectionTrait,
    owner: PolicyOwner,
    policy: &RemotePolicy,
    by: &str,
) -> Result<(), DbErr> {
    let text = format!("delete from remote_policies where {SAME_OWNER}");
    sql::execute(write, &text, owner.keys().map(Value::from)).await?;
    let rules = serde_json::to_string(policy).expect("flags and numbers are plain JSON");
    let [client, site, agent] = owner.keys().map(|key| (key != 0).then_some(key));
    let text = "insert into remote_policies
                       (client_id, site_id, agent_id, rules, modified_by, modified_time)
                values ($1, $2, $3, $4, $5, $6)";
    let now = Timestamp::now();
    let values = [client.into(), site.into(), agent.into(), rules.into(), by.into(), now.into()];
    sql::execute(write, text, values).await.map(|_| ())
}

/// A damaged policy must not become one that allows everything.
fn parse(rules: &str) -> Result<RemotePolicy, DbErr> {
    serde_json::from_str(rules).map_err(|error| DbErr::Type(format!("a remote policy: {error}")))
}

//! Which agents are in maintenance, by their own setting or by a window.
//!
//! Always computed from the rules of the windows, so that nothing is missed while no
//! server runs.

use std::collections::{HashMap, HashSet};

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::queries;
use super::window::{StoredWindow, WindowTarget};
use crate::domain::policies::{self, Reaches};
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// More agents than this are not named one by one: all are read.
const MOST_NAMED: usize = 1000;

/// An agent and its own setting.
#[derive(Clone, Debug, FromQueryResult)]
pub struct AgentMaintenance {
    pub id: AgentKey,
    pub site: i64,
    pub client: i64,
    pub maintenance_mode: bool,
    pub maintenance_until: Option<Timestamp>,
}

impl AgentMaintenance {
    /// Whether its own setting silences it.
    pub fn is_silent(&self, now: Timestamp) -> bool {
        self.maintenance_mode && self.maintenance_until.is_none_or(|until| until > now)
    }
}

/// Which of these agents are in maintenance. As many queries for many as for one.
pub async fn agents_in_maintenance(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
    now: Timestamp,
) -> Result<HashSet<AgentKey>, DbErr> {
    let mut open = queries::list_enabled(db).await?;
    open.retain(|window| window.is_open(now));
    let rows = list_agents(db, Some(agents)).await?;
    let reach = Reach::load(db, &open, Some(agents)).await?;
    let asked: HashSet<AgentKey> = agents.iter().copied().collect();
    let is_silent = |agent: &&AgentMaintenance| {
        agent.is_silent(now) || open.iter().any(|window| reach.includes(window, agent))
    };
    let silent = rows.iter().filter(|agent| asked.contains(&agent.id)).filter(is_silent);
    Ok(silent.map(|agent| agent.id).collect())
}

/// The windows of these that include an agent.
pub async fn windows_of(
    db: &impl ConnectionTrait,
    windows: Vec<StoredWindow>,
    agent: AgentKey,
) -> Result<(Option<AgentMaintenance>, Vec<StoredWindow>), DbErr> {
    let reach = Reach::load(db, &windows, Some(&[agent])).await?;
    let Some(row) = list_agents(db, Some(&[agent])).await?.pop() else {
        return Ok((None, Vec::new()));
    };
    let own = windows.into_iter().filter(|window| reach.includes(window, &row)).collect();
    Ok((Some(row), own))
}

/// All agents that any of these windows includes, by key.
pub async fn agents_of_windows(
    db: &impl ConnectionTrait,
    windows: &[StoredWindow],
) -> Result<Vec<AgentKey>, DbErr> {
    if windows.is_empty() {
        return Ok(Vec::new());
    }
    let reach = Reach::load(db, windows, None).await?;
    let mut rows = list_agents(db, None).await?;
    rows.retain(|agent| windows.iter().any(|window| reach.includes(window, agent)));
    Ok(rows.into_iter().map(|agent| agent.id).collect())
}

/// What is known about the agents of windows beyond their own rows.
struct Reach {
    policies: Reaches,
    members: HashMap<i64, HashSet<AgentKey>>,
}

impl Reach {
    /// Reads it for these agents, or for all, as far as these windows need it.
    async fn load(
        db: &impl ConnectionTrait,
        windows: &[StoredWindow],
        agents: Option<&[AgentKey]>,
    ) -> Result<Self, DbErr> {
        let is_policy = |window: &StoredWindow| matches!(window.target, WindowTarget::Policy(_));
        let policies = match agents {
            _ if !windows.iter().any(is_policy) => Reaches::default(),
            Some(agents) => policies::policies_of(db, agents).await?,
            None => policies::policies_in(db, &crate::auth::Scope::everything()).await?,
        };
        let views = windows.iter().filter(|one| matches!(one.target, WindowTarget::View(_)));
        let views: Vec<i64> = views.map(|window| window.id).collect();
        let mut members: HashMap<i64, HashSet<AgentKey>> = HashMap::new();
        if !views.is_empty() {
            let named = agents.filter(|agents| agents.len() <= MOST_NAMED);
            for (window, agent) in queries::list_members(db, &views, named).await? {
                members.entry(window).or_default().insert(agent);
            }
        }
        Ok(Self { policies, members })
    }

    /// Whether a window includes an agent. A policy and a view do so only within the
    /// scope of the person who saved the window.
    fn includes(&self, window: &StoredWindow, agent: &AgentMaintenance) -> bool {
        let is_in_scope = || window.scope.has_site(agent.client, agent.site);
        match window.target {
            WindowTarget::Agent(key) => key == agent.id,
            WindowTarget::Site(site) => site == agent.site,
            WindowTarget::Client(client) => client == agent.client,
            WindowTarget::Policy(policy) => {
                self.policies.applied(agent.id).any(|reach| reach.policy == policy) && is_in_scope()
            }
            WindowTarget::View(_) => {
                let members = self.members.get(&window.id);
                members.is_some_and(|members| members.contains(&agent.id)) && is_in_scope()
            }
        }
    }
}

async fn list_agents(
    db: &impl ConnectionTrait,
    agents: Option<&[AgentKey]>,
) -> Result<Vec<AgentMaintenance>, DbErr> {
    let named = agents.filter(|agents| agents.len() <= MOST_NAMED);
    let (condition, bound) = sql::among_or_all(db, "a.id", named);
    let text = format!(
        "select a.id, s.id as site, s.client_id as client, a.maintenance_mode,
                a.maintenance_until
           from present_agents a join sites s on s.id = a.site_id
          where {condition} order by a.id"
    );
    sql::all(db, &text, bound).await
}

/// The keys of those windows that include any of these agents.
pub async fn windows_with_agents(
    db: &impl ConnectionTrait,
    windows: &[StoredWindow],
    agents: &[AgentKey],
) -> Result<HashSet<i64>, DbErr> {
    let reach = Reach::load(db, windows, Some(agents)).await?;
    let asked: HashSet<AgentKey> = agents.iter().copied().collect();
    let mut rows = list_agents(db, Some(agents)).await?;
    rows.retain(|agent| asked.contains(&agent.id));
    let includes_any =
        |window: &&StoredWindow| rows.iter().any(|agent| reach.includes(window, agent));
    Ok(windows.iter().filter(includes_any).map(|window| window.id).collect())
}

//! Which template applies to which agents: a fixed number of queries for any number
//! of agents, and the rules of [`muster_alerting::precedence`] on their results.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use muster_alerting::Kind;
use muster_alerting::precedence::{
    Choice, Inheritance, Policy, Settings, TemplateOffer, choose as choose_first,
};
use sea_orm::{ConnectionTrait, DbErr};

use super::position_queries::{self, AgentPosition, SitePosition};
use super::queries;
use super::template::{AgentTemplate, ShownTemplate, StoredTemplate};
use crate::domain::policies::{PolicyFacts, facts_about};
use crate::ids::AgentKey;

/// The templates that apply to these agents; none for an agent without one.
pub async fn templates_of(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<HashMap<AgentKey, Arc<AgentTemplate>>, DbErr> {
    let Some(mut rules) = TemplateRules::load(db, Some(agents)).await? else {
        return Ok(HashMap::new());
    };
    let ready: HashMap<i64, Arc<AgentTemplate>> =
        rules.templates().map(|one| (one.id, Arc::new(one.for_agents()))).collect();
    let mut found = HashMap::new();
    for position in position_queries::list_positions(db, agents).await? {
        let template = rules.template_of(&position).and_then(|id| ready.get(&id));
        found.extend(template.map(|template| (position.agent, Arc::clone(template))));
    }
    Ok(found)
}

/// The templates of these agents, each as it is shown beside an object of a kind.
pub async fn shown_templates(
    db: &impl ConnectionTrait,
    agents: impl IntoIterator<Item = AgentKey>,
    kind: Kind,
) -> Result<HashMap<AgentKey, ShownTemplate>, DbErr> {
    let mut agents: Vec<AgentKey> = agents.into_iter().collect();
    agents.sort_unstable();
    agents.dedup();
    if agents.is_empty() {
        return Ok(HashMap::new());
    }
    let found = templates_of(db, &agents).await?;
    Ok(found.into_iter().map(|(agent, template)| (agent, template.shown_for(kind))).collect())
}

/// Everything that decides which template applies, except for the agents' own rows.
pub struct TemplateRules {
    templates: HashMap<i64, TemplateFacts>,
    policies: HashMap<i64, PolicyFacts>,
    sites: HashMap<i64, SitePosition>,
    /// Agents that something excludes by name: others of one site, type and policy
    /// have the same template.
    named: HashSet<AgentKey>,
    known: HashMap<(i64, bool, Option<i64>, bool), Option<i64>>,
}

/// A template with the agents, sites and clients that it leaves out.
struct TemplateFacts {
    template: StoredTemplate,
    agents: HashSet<AgentKey>,
    sites: HashSet<i64>,
    clients: HashSet<i64>,
}

impl TemplateRules {
    /// Reads them; nothing if there is no template at all. Exclusions are read for
    /// these agents, or for all.
    pub async fn load(
        db: &impl ConnectionTrait,
        agents: Option<&[AgentKey]>,
    ) -> Result<Option<Self>, DbErr> {
        let templates = queries::list_templates(db, None).await?;
        if templates.is_empty() {
            return Ok(None);
        }
        let facts = |template: StoredTemplate| TemplateFacts {
            template,
            agents: HashSet::new(),
            sites: HashSet::new(),
            clients: HashSet::new(),
        };
        let mut templates: HashMap<i64, TemplateFacts> =
            templates.into_iter().map(|template| (template.id, facts(template))).collect();
        for (template, kind, excluded) in position_queries::list_exclusions(db, agents).await? {
            let Some(facts) = templates.get_mut(&template) else { continue };
            match kind.as_str() {
                "agent" => facts.agents.insert(AgentKey(excluded)),
                "site" => facts.sites.insert(excluded),
                _ => facts.clients.insert(excluded),
            };
        }
        let policies = facts_about(db, agents).await?;
        let named = templates.values().flat_map(|one| &one.agents);
        let named = named.chain(policies.values().flat_map(|one| &one.excluded_agents));
        let named = named.copied().collect();
        let sites = position_queries::list_sites(db).await?;
        Ok(Some(Self { templates, policies, sites, named, known: HashMap::new() }))
    }

    /// Every template.
    pub fn templates(&self) -> impl Iterator<Item = &StoredTemplate> {
        self.templates.values().map(|facts| &facts.template)
    }

    /// The template that applies to an agent.
    pub fn template_of(&mut self, agent: &AgentPosition) -> Option<i64> {
        if self.named.contains(&agent.agent) {
            return self.choice_for(agent).template.map(|(id, _)| id);
        }
        let key = (agent.site, agent.is_server, agent.policy, agent.blocks);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let template = self.choice_for(agent).template.map(|(id, _)| id);
        self.known.insert(key, template);
        template
    }

    /// The template that applies to an agent, and all that were considered.
    pub fn choice_for(&self, agent: &AgentPosition) -> Choice {
        let Some(site) = self.sites.get(&agent.site) else {
            return choose_first(&Settings::default());
        };
        let policy = |id: Option<i64>| self.policy(id?, agent, site);
        let offer = |id: Option<i64>| self.offer(id?, agent, site);
        choose_first(&Settings {
            agent_policy: policy(agent.policy),
            site_policy: policy(site.policy(agent.is_server)),
            site: offer(site.template),
            client_policy: policy(site.client_policy(agent.is_server)),
            client: offer(site.client_template),
            global: offer(site.global_template),
            default_policy: policy(site.default_policy(agent.is_server)),
            blocked_by: Inheritance {
                agent: agent.blocks,
                site: site.blocks,
                client: site.client_blocks,
            },
        })
    }

    /// Where an agent is.
    pub fn site(&self, site: i64) -> Option<&SitePosition> {
        self.sites.get(&site)
    }

    /// What people call a policy.
    pub fn policy_name(&self, policy: i64) -> &str {
        self.policies.get(&policy).map(|facts| facts.name.as_str()).unwrap_or_default()
    }

    fn policy(&self, id: i64, agent: &AgentPosition, site: &SitePosition) -> Option<Policy> {
        let facts = self.policies.get(&id)?;
        let excludes_agent = facts.excluded_agents.contains(&agent.agent)
            || facts.excluded_sites.contains(&agent.site)
            || facts.excluded_clients.contains(&site.client);
        let template = facts.alert_template.and_then(|id| self.offer(id, agent, site));
        Some(Policy { active: facts.active, excludes_agent, template })
    }

    fn offer(&self, id: i64, agent: &AgentPosition, site: &SitePosition) -> Option<TemplateOffer> {
        let facts = self.templates.get(&id)?;
        let by_type = match agent.is_server {
            true => facts.template.exclude_servers,
            false => facts.template.exclude_workstations,
        };
        let excludes_agent = by_type
            || facts.agents.contains(&agent.agent)
            || facts.sites.contains(&agent.site)
            || facts.clients.contains(&site.client);
        Some(TemplateOffer { id, active: facts.template.is_active, excludes_agent })
    }
}

//! The order of precedence.

use super::source::{Obstacle, Source};

/// Everything that is set for an agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The agent's own policy.
    pub agent_policy: Option<Policy>,
    /// The policy of its site for agents of its type.
    pub site_policy: Option<Policy>,
    /// The template of its site.
    pub site: Option<TemplateOffer>,
    /// The policy of its client for agents of its type.
    pub client_policy: Option<Policy>,
    /// The template of its client.
    pub client: Option<TemplateOffer>,
    /// The template of the global settings.
    pub global: Option<TemplateOffer>,
    /// The default policy for agents of its type.
    pub default_policy: Option<Policy>,
    /// Who blocks the inheritance of policies.
    pub blocked_by: Inheritance,
}

/// Who blocks the inheritance of policies from above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inheritance {
    /// The agent: no policy but its own.
    pub agent: bool,
    /// The site: no policy of the client, no default.
    pub site: bool,
    /// The client: no default.
    pub client: bool,
}

/// A policy with what matters here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// Whether it is in use.
    pub active: bool,
    /// Whether it excludes the agent, its site or its client.
    pub excludes_agent: bool,
    /// Its template.
    pub template: Option<TemplateOffer>,
}

/// A template with what matters here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TemplateOffer {
    /// Its key.
    pub id: i64,
    /// Whether it is in use.
    pub active: bool,
    /// Whether it excludes the agent, its site, its client or its type.
    pub excludes_agent: bool,
}

/// The template that applies to an agent, and all that were considered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its key and where it is set; none means that the objects' own flags decide.
    pub template: Option<(i64, Source)>,
    /// Every template that is set somewhere, in the order of precedence.
    pub offers: Vec<Offer>,
}

/// A template that was considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Where it is set.
    pub source: Source,
    /// Its key.
    pub template: i64,
    /// Why it is not used; none for the one that applies.
    pub obstacle: Option<Obstacle>,
}

/// Chooses the first usable template.
pub fn choose(settings: &Settings) -> Choice {
    let mut choice = Choice { template: None, offers: Vec::new() };
    for source in Source::ALL {
        let Some((template, mut obstacle)) = settings.offer(source) else {
            continue;
        };
        if obstacle.is_none() && choice.template.is_some() {
            obstacle = Some(Obstacle::Preceded);
        }
        if obstacle.is_none() {
            choice.template = Some((template.id, source));
        }
        choice.offers.push(Offer { source, template: template.id, obstacle });
    }
    choice
}

impl Settings {
    /// The template of a source, and what is in its way.
    fn offer(&self, source: Source) -> Option<(TemplateOffer, Option<Obstacle>)> {
        let Inheritance { agent, site, client } = self.blocked_by;
        match source {
            Source::AgentPolicy => from_policy(self.agent_policy, false),
            Source::SitePolicy => from_policy(self.site_policy, agent),
            Source::Site => self.site.map(direct),
            Source::ClientPolicy => from_policy(self.client_policy, agent || site),
            Source::Client => self.client.map(direct),
            Source::Global => self.global.map(direct),
            Source::DefaultPolicy => from_policy(self.default_policy, agent || site || client),
        }
    }
}

fn from_policy(policy: Option<Policy>, blocked: bool) -> Option<(TemplateOffer, Option<Obstacle>)> {
    let policy = policy?;
    let (template, obstacle) = direct(policy.template?);
    let of_policy = if blocked {
        Some(Obstacle::Blocked)
    } else if !policy.active {
        Some(Obstacle::PolicyInactive)
    } else {
        policy.excludes_agent.then_some(Obstacle::PolicyExcludes)
    };
    Some((template, of_policy.or(obstacle)))
}

fn direct(template: TemplateOffer) -> (TemplateOffer, Option<Obstacle>) {
    let obstacle = if template.active {
        template.excludes_agent.then_some(Obstacle::TemplateExcludes)
    } else {
        Some(Obstacle::TemplateInactive)
    };
    (template, obstacle)
}

//! Where templates come from, and what keeps one from being used.

/// Where a template is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// On the agent's own policy.
    AgentPolicy,
    /// On the policy of its site.
    SitePolicy,
    /// On its site.
    Site,
    /// On the policy of its client.
    ClientPolicy,
    /// On its client.
    Client,
    /// In the global settings.
    Global,
    /// On the default policy.
    DefaultPolicy,
}

impl Source {
    /// Every source in the order of precedence: the first usable template applies.
    pub const ALL: [Self; 7] = [
        Self::AgentPolicy,
        Self::SitePolicy,
        Self::Site,
        Self::ClientPolicy,
        Self::Client,
        Self::Global,
        Self::DefaultPolicy,
    ];

    /// The name in answers of the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AgentPolicy => "agent_policy",
            Self::SitePolicy => "site_policy",
            Self::Site => "site",
            Self::ClientPolicy => "client_policy",
            Self::Client => "client",
            Self::Global => "global",
            Self::DefaultPolicy => "default_policy",
        }
    }
}

/// Why the template of a source is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// The agent, its site or its client blocks the inheritance of the policy.
    Blocked,
    /// The policy is not active.
    PolicyInactive,
    /// The policy excludes the agent, its site or its client.
    PolicyExcludes,
    /// The template is not active.
    TemplateInactive,
    /// The template excludes the agent, its site, its client or its type.
    TemplateExcludes,
    /// A template with precedence applies.
    Preceded,
}

impl Obstacle {
    /// The rest of a sentence that begins with the template.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Blocked => "is on a policy whose inheritance is blocked",
            Self::PolicyInactive => "is on a policy that is not active",
            Self::PolicyExcludes => "is on a policy that excludes this agent",
            Self::TemplateInactive => "is not active",
            Self::TemplateExcludes => "excludes this agent",
            Self::Preceded => "comes after the one that applies",
        }
    }
}

//! What a custom field can belong to.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::fleet::AffectedAgents;
use crate::ids::AgentKey;
use crate::input::{Field, Fields};

/// What a custom field can belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CustomFieldModel)]
pub enum Model {
    /// Managed computers.
    Agent,
    /// Customers.
    Client,
    /// Places of customers.
    Site,
}

/// One agent, client or site, by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    pub model: Model,
    pub id: i64,
}

impl Owner {
    /// The agents that its values affect.
    pub fn touched(self) -> AffectedAgents {
        match self.model {
            Model::Agent => AffectedAgents::agents([AgentKey(self.id)]),
            Model::Client => AffectedAgents::client(self.id),
            Model::Site => AffectedAgents::site(self.id),
        }
    }
}

impl Model {
    const ALL: [Self; 3] = [Self::Agent, Self::Client, Self::Site];

    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Client => "client",
            Self::Site => "site",
        }
    }

    /// The model with this name, whatever its case.
    pub fn from_name(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.as_str().eq_ignore_ascii_case(word))
    }

    /// The owner of this model among an agent, its client and its site: where
    /// the output of a run on the agent is stored.
    pub fn owner(self, agent: AgentKey, client: i64, site: i64) -> Owner {
        let id = match self {
            Self::Agent => agent.into(),
            Self::Client => client,
            Self::Site => site,
        };
        Owner { model: self, id }
    }

    /// The column that names the owner of a value.
    pub fn column(self) -> &'static str {
        match self {
            Self::Agent => "agent_id",
            Self::Client => "client_id",
            Self::Site => "site_id",
        }
    }
}

/// The name of a model in a request, validated; [`Model::from_name`] parses it.
pub fn word<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    let is_known = |word: &String| Model::from_name(word).is_some();
    fields.text("model").check(is_known, "must be one of agent, client, site")
}

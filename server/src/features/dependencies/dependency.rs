//! A dependency as the API shows it.

use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

/// What an agent or check depends on, and what depends on it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Dependency {
    #[serde(flatten)]
    pub parent: Parent,
    /// Whether it fails or is away itself, and only the alert of what it depends on
    /// says so.
    pub unreachable: bool,
    /// What depends on it, or on a check of it, by name.
    pub dependents: Vec<Dependent>,
}

/// What something depends on; null where that is nothing, or nothing that the caller
/// may see.
#[derive(Clone, Debug, Default, Serialize, FromQueryResult, ToSchema)]
#[schema(as = DependencyParent)]
pub struct Parent {
    /// Identifier of the agent.
    pub agent: Option<String>,
    /// Its host name.
    pub hostname: Option<String>,
    /// Key of the check on that agent; null: whether the agent can be reached.
    pub check: Option<i64>,
    /// Name of that check.
    pub check_name: Option<String>,
    /// Whether the agent is away, or its check fails.
    pub failing: bool,
}

/// Something that depends on an agent or check.
#[derive(Clone, Debug, Serialize, FromQueryResult, ToSchema)]
#[schema(as = DependentObject)]
pub struct Dependent {
    /// Identifier of the agent, or of the agent that has the check; null for a check of
    /// a policy.
    pub agent_id: Option<String>,
    /// Its host name.
    pub hostname: Option<String>,
    /// Key of the check; null for an agent.
    pub check: Option<i64>,
    /// Name of the check.
    pub check_name: Option<String>,
    /// Whether it fails or is away, and only the alert of what it depends on says so.
    pub unreachable: bool,
}

/// What the audit log stores.
#[derive(Serialize)]
pub struct AuditedDependency {
    depends_on: Option<String>,
    depends_on_check: Option<i64>,
}

impl Dependency {
    pub fn audited(&self) -> AuditedDependency {
        AuditedDependency {
            depends_on: self.parent.agent.clone(),
            depends_on_check: self.parent.check,
        }
    }

    /// What it depends on, in words.
    pub fn described(&self) -> String {
        match (&self.parent.hostname, &self.parent.check_name) {
            (Some(host), Some(check)) => format!("depend on check {check} of {host}"),
            (Some(host), None) => format!("depend on {host}"),
            (None, _) => "depend on nothing".to_owned(),
        }
    }
}

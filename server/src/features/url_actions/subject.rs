//! What a caller wants a URL action to be about.

use crate::app::App;
use crate::auth::Identity;
use crate::domain::fleet::find_target;
use crate::domain::webhooks::{FoundSubject, Subject, find_subject};
use crate::error::ApiError;
use crate::ids::{AgentId, AgentKey};

/// What a request names.
#[derive(Debug, PartialEq, Eq)]
pub enum NamedSubject {
    /// An agent by its identifier.
    Agent(AgentId),
    /// Anything by its key.
    Key(Subject),
}

impl NamedSubject {
    /// An agent, by its identifier or its key; no identifier is a number.
    pub fn agent(text: &str) -> Self {
        match text.trim().parse() {
            Ok(key) => Self::Key(Subject::Agent(AgentKey(key))),
            Err(_) => Self::Agent(text.into()),
        }
    }

    /// The thing itself. What is not in the caller's scope is not there.
    pub async fn find(&self, app: &App, caller: &Identity) -> Result<FoundSubject, ApiError> {
        let subject = match self {
            Self::Agent(id) => return find_target(app, caller, id).await.map(FoundSubject::Agent),
            Self::Key(subject) => *subject,
        };
        let found = find_subject(app.db.read(), &caller.scope, subject).await?;
        found.ok_or(ApiError::NotFound(match subject {
            Subject::Agent(_) => "agent",
            Subject::Site(_) => "site",
            Subject::Client(_) | Subject::Nobody => "client",
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_is_named_by_its_identifier_or_its_key() {
        assert_eq!(NamedSubject::agent(" 7"), NamedSubject::Key(Subject::Agent(AgentKey(7))));
        assert_eq!(NamedSubject::agent("7a"), NamedSubject::Agent("7a".into()));
    }
}

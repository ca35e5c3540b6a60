//! The content of an audit row.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::action::Action;
use super::object_type::ObjectType;
use crate::ids::AgentId;

/// One row to be written.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(super) action: Action,
    pub(super) object_type: ObjectType,
    pub(super) object_id: String,
    pub(super) message: String,
    pub(super) agent: String,
    pub(super) agent_id: String,
    pub(super) site: String,
    pub(super) client_id: Option<i64>,
    pub(super) site_id: Option<i64>,
    pub(super) before: Option<Value>,
    pub(super) after: Option<Value>,
    pub(super) code: Option<Arc<str>>,
}

impl Entry {
    /// An entry with its action, object and message.
    pub fn new(
        action: Action,
        object_type: ObjectType,
        object_id: impl ToString,
        message: impl Into<String>,
    ) -> Self {
        Self {
            action,
            object_type,
            object_id: object_id.to_string(),
            message: message.into(),
            agent: String::new(),
            agent_id: String::new(),
            site: String::new(),
            client_id: None,
            site_id: None,
            before: None,
            after: None,
            code: None,
        }
    }

    /// The agent it was about.
    pub fn agent(mut self, hostname: &str, agent_id: &AgentId) -> Self {
        self.agent = hostname.to_owned();
        self.agent_id = agent_id.into();
        self
    }

    /// The client it was about, for the scope of the reader.
    pub fn client(mut self, id: i64) -> Self {
        self.client_id = Some(id);
        self
    }

    /// The site it was about, for the scope of the reader.
    pub fn site(mut self, id: i64, name: &str) -> Self {
        self.site_id = Some(id);
        self.site = name.to_owned();
        self
    }

    /// The object as it was. Its type must leave secrets out.
    pub fn before(mut self, value: &impl Serialize) -> Self {
        self.before = serde_json::to_value(value).ok();
        self
    }

    /// The object as it is now. Its type must leave secrets out.
    pub fn after(mut self, value: &impl Serialize) -> Self {
        self.after = serde_json::to_value(value).ok();
        self
    }

    /// Code that ran or was changed. The row has its hash, and callers who may
    /// read the log and scripts can read the code as long as the row is there.
    pub fn code(mut self, code: &str) -> Self {
        self.code = Some(code.into());
        self
    }
}

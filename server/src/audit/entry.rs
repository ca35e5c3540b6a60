//! What an audit row says.

use serde::Serialize;
use serde_json::Value;

use crate::ids::AgentId;

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A login that worked.
    Login,
    /// A login that did not.
    FailedLogin,
    /// Something new.
    Add,
    /// Something changed.
    Modify,
    /// Something removed.
    Delete,
    /// A computer became an agent.
    AgentInstall,
    /// A shell command was sent.
    ExecuteCommand,
    /// A script was sent.
    ExecuteScript,
    /// Something was done to many at once.
    Bulk,
    /// A task was started by hand.
    TaskRun,
}

impl Action {
    /// Every word the filter of the audit log knows, also of parts to come.
    pub const WORDS: &'static [&'static str] = &[
        "login",
        "failed_login",
        "add",
        "modify",
        "delete",
        "view",
        "check_run",
        "task_run",
        "agent_install",
        "remote_session",
        "execute_script",
        "execute_command",
        "bulk_action",
        "url_action",
    ];

    /// The word in the API.
    pub fn word(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::FailedLogin => "failed_login",
            Self::Add => "add",
            Self::Modify => "modify",
            Self::Delete => "delete",
            Self::AgentInstall => "agent_install",
            Self::ExecuteCommand => "execute_command",
            Self::ExecuteScript => "execute_script",
            Self::Bulk => "bulk_action",
            Self::TaskRun => "task_run",
        }
    }
}

/// What it was done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectType {
    /// A user account.
    User,
    /// A role.
    Role,
    /// An API key.
    ApiKey,
    /// A login.
    Session,
    /// An agent.
    Agent,
    /// A client.
    Client,
    /// A site.
    Site,
    /// An enrolment token.
    Deployment,
    /// The definition of a custom field.
    CustomField,
    /// A policy.
    Policy,
    /// A patch policy, of an agent or a policy.
    WinUpdatePolicy,
    /// A script of the library.
    Script,
    /// A piece of code that scripts insert.
    Snippet,
    /// A note on an agent.
    Note,
    /// Something that waits for an agent.
    PendingAction,
    /// The installed software of an agent.
    Software,
    /// An update of an operating system.
    WinUpdate,
    /// Something done to many agents at once.
    Bulk,
    /// The settings of the installation.
    CoreSettings,
    /// A value of the key store.
    KeyStore,
    /// A task.
    AutomatedTask,
    /// A saved view.
    View,
}

impl ObjectType {
    /// Every word the filter of the audit log knows, also of parts to come.
    pub const WORDS: &'static [&'static str] = &[
        "user",
        "role",
        "apikey",
        "session",
        "ssoprovider",
        "agent",
        "note",
        "client",
        "site",
        "deployment",
        "customfield",
        "policy",
        "winupdatepolicy",
        "check",
        "automatedtask",
        "script",
        "snippet",
        "alert",
        "alerttemplate",
        "pendingaction",
        "software",
        "winupdate",
        "bulk",
        "urlaction",
        "keystore",
        "schedule",
        "coresettings",
        "view",
        "reporttemplate",
        "reporthtmltemplate",
        "reportdataquery",
        "reportasset",
        "reportschedule",
        "reporthistory",
    ];

    /// The word in the API.
    pub fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Role => "role",
            Self::ApiKey => "apikey",
            Self::Session => "session",
            Self::Agent => "agent",
            Self::Client => "client",
            Self::Site => "site",
            Self::Deployment => "deployment",
            Self::CustomField => "customfield",
            Self::Policy => "policy",
            Self::WinUpdatePolicy => "winupdatepolicy",
            Self::Script => "script",
            Self::Snippet => "snippet",
            Self::Note => "note",
            Self::PendingAction => "pendingaction",
            Self::Software => "software",
            Self::WinUpdate => "winupdate",
            Self::Bulk => "bulk",
            Self::CoreSettings => "coresettings",
            Self::KeyStore => "keystore",
            Self::AutomatedTask => "automatedtask",
            Self::View => "view",
        }
    }
}

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
}

impl Entry {
    /// What was done to what, in a sentence.
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
        }
    }

    /// The agent it was about.
    pub fn agent(mut self, hostname: &str, agent_id: &AgentId) -> Self {
        self.agent = hostname.to_owned();
        self.agent_id = agent_id.into();
        self
    }

    /// The client it was about, for the scope of whoever reads.
    pub fn client(mut self, id: i64) -> Self {
        self.client_id = Some(id);
        self
    }

    /// The site it was about, for the scope of whoever reads.
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
}

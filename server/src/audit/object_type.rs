//! What an audit row is about.

/// The kind of object.
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
    /// Code that scripts insert.
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
    /// A check.
    Check,
    /// A task.
    AutomatedTask,
    /// A saved view.
    View,
    /// The rollout of an agent release.
    Rollout,
    /// An address that is opened or called.
    UrlAction,
    /// Who is notified of alerts.
    AlertTemplate,
    /// A time in which nobody is notified of alerts.
    MaintenanceWindow,
    /// An alert.
    Alert,
    /// The recording of a remote session.
    Recording,
}

impl ObjectType {
    /// Every name the filter accepts, also of parts that do not exist yet.
    pub const NAMES: &'static [&'static str] = &[
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
        "rollout",
        "maintenancewindow",
        "recording",
        "reporttemplate",
        "reporthtmltemplate",
        "reportdataquery",
        "reportasset",
        "reportschedule",
        "reporthistory",
    ];

    /// The name in the API.
    pub fn as_str(self) -> &'static str {
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
            Self::Check => "check",
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
            Self::Rollout => "rollout",
            Self::UrlAction => "urlaction",
            Self::AlertTemplate => "alerttemplate",
            Self::MaintenanceWindow => "maintenancewindow",
            Self::Alert => "alert",
            Self::Recording => "recording",
        }
    }
}

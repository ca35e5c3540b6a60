//! What an audit row says was done.

/// The action of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A login that worked.
    Login,
    /// A failed login.
    FailedLogin,
    /// Something new.
    Add,
    /// Something changed.
    Modify,
    /// Something removed.
    Delete,
    /// Something of others was read.
    View,
    /// A computer became an agent.
    AgentInstall,
    /// A shell command was sent.
    ExecuteCommand,
    /// A script was sent.
    ExecuteScript,
    /// Something was done to many at once.
    Bulk,
    /// A task was started manually.
    TaskRun,
    /// The checks of an agent were started manually.
    CheckRun,
    /// A URL action was run or tried out.
    CallUrl,
    /// A remote session was opened, joined, answered, left or ended.
    RemoteSession,
}

impl Action {
    /// Every name the filter accepts, also of parts that do not exist yet.
    pub const NAMES: &'static [&'static str] = &[
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

    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::FailedLogin => "failed_login",
            Self::Add => "add",
            Self::Modify => "modify",
            Self::Delete => "delete",
            Self::View => "view",
            Self::AgentInstall => "agent_install",
            Self::ExecuteCommand => "execute_command",
            Self::ExecuteScript => "execute_script",
            Self::Bulk => "bulk_action",
            Self::TaskRun => "task_run",
            Self::CheckRun => "check_run",
            Self::CallUrl => "url_action",
            Self::RemoteSession => "remote_session",
        }
    }
}

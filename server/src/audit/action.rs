//! What an audit row says was done.

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

//! Accounts: the agent's own, and those of the users who are logged in.

mod environment;
mod session_details;
mod sessions;
mod token;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use windows::Win32::Foundation::{ERROR_ACCESS_DENIED, ERROR_NO_TOKEN, ERROR_PRIVILEGE_NOT_HELD};
use windows::Win32::Security::{
    CheckTokenMembership, CreateWellKnownSid, PSID, WinBuiltinAdministratorsSid,
};
use windows::Win32::System::RemoteDesktop::ProcessIdToSessionId;
use windows::core::{BOOL, Error};

use super::api_buffer::ApiBuffer;
use super::system_error::{code_of, text_of};
use crate::os::{LoginSession, Problem, refusals};
use session_details::describe;
use sessions::{Session, list_sessions};
use token::TokenOwner;
pub(in crate::os::windows) use token::{Token, sid_text};

/// More than a security identifier takes.
const SID_BYTES: usize = 128;

/// An account of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// With its domain, when that is not this computer.
    pub name: String,
    /// Its home folder.
    pub home: PathBuf,
    /// Its security identifier as text, which also says who the others are.
    pub sid: String,
    /// The session it is logged in to; none for the agent's own.
    pub session: Option<u32>,
}

impl Account {
    /// Whether both are the same account, whatever it is called.
    pub fn is_same(&self, other: &Self) -> bool {
        self.sid == other.sid
    }
}

/// Whether the agent may change the system and run commands as other accounts.
#[expect(unsafe_code, reason = "Windows fills a buffer, and compares with it")]
pub fn is_administrator() -> bool {
    let mut sid = ApiBuffer::new(SID_BYTES);
    let mut size = sid.size();
    let pointer = PSID(sid.as_mut_ptr());
    let mut is_member = BOOL(0);
    // SAFETY: the buffer has the size that is passed, and lives until the end.
    let asked = unsafe {
        CreateWellKnownSid(WinBuiltinAdministratorsSid, None, Some(pointer), &mut size)
            .and_then(|()| CheckTokenMembership(None, pointer, &mut is_member))
    };
    asked.is_ok() && is_member.as_bool()
}

/// The variables that a process of this account starts with.
///
/// Nothing of the agent's own environment is passed on: it may hold what a command
/// should not see.
pub fn environment(account: &Account) -> Vec<(OsString, OsString)> {
    let token = account.session.map_or_else(Token::own, Token::of_session);
    environment::variables_of(token.ok().as_ref())
}

/// The account the agent runs as; looked up once, for the directory may be slow.
pub fn own_account() -> Account {
    static OWN: OnceLock<Account> = OnceLock::new();
    OWN.get_or_init(find_own_account).clone()
}

/// The account of the active session; refused when nobody is logged in.
pub async fn active_user() -> Result<Account, Problem> {
    tokio::task::spawn_blocking(find_active_user).await?
}

/// Who is logged in, the active session first; empty when nobody is.
pub async fn login_sessions() -> Vec<LoginSession> {
    let list = || {
        let (sessions, computer) = (list_sessions().unwrap_or_default(), computer_name());
        sessions.iter().map(|session| describe(session, &computer)).collect()
    };
    tokio::task::spawn_blocking(list).await.unwrap_or_default()
}

/// All sessions of users.
pub(in crate::os::windows) fn user_sessions() -> Vec<u32> {
    list_sessions().unwrap_or_default().into_iter().map(|session| session.id).collect()
}

/// The session of a user that somebody sees now, that at the machine itself first.
pub(in crate::os::windows) fn watched_session() -> Option<u32> {
    let sessions = list_sessions().unwrap_or_default();
    sessions.into_iter().find(Session::is_active).map(|session| session.id)
}

/// The token of an account that is logged in. Refused when somebody else took the session
/// meanwhile: a command never changes its identity silently.
pub(in crate::os::windows) fn token_of(account: &Account) -> Result<Token, Problem> {
    let Some(session) = account.session else { return Err(refusals::nobody_logged_in()) };
    let token = Token::of_session(session).map_err(|error| refusal(&account.name, &error))?;
    match token.owner() {
        Ok(owner) if owner.sid == account.sid => Ok(token),
        _ => Err(Problem::failed(format!("{} is no longer logged in", account.name))),
    }
}

fn find_own_account() -> Account {
    let token = Token::own().ok();
    let owner = token.as_ref().and_then(|token| token.owner().ok());
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    let owner = owner.unwrap_or_else(|| TokenOwner {
        sid: String::new(),
        domain: String::new(),
        name: variable("USERNAME").to_string_lossy().into_owned(),
    });
    let home = token.and_then(|token| token.profile());
    Account {
        // `SYSTEM` alone says more than the name of the system's own domain.
        name: owner.name,
        home: home.unwrap_or_else(|| variable("USERPROFILE").into()),
        sid: owner.sid,
        session: None,
    }
}

fn find_active_user() -> Result<Account, Problem> {
    let sessions = list_sessions().map_err(|error| {
        Problem::failed(format!("who is logged in cannot be found out: {}", text_of(&error)))
    })?;
    let session = sessions.into_iter().next().ok_or_else(refusals::nobody_logged_in)?;
    if is_own(&session) {
        return Ok(own_account());
    }
    let name = describe(&session, &computer_name()).name();
    let token = Token::of_session(session.id).map_err(|error| refusal(&name, &error))?;
    let owner = token.owner().map_err(|error| refusal(&name, &error))?;
    Ok(Account {
        home: token.profile().unwrap_or_default(),
        sid: owner.sid,
        session: Some(session.id),
        name,
    })
}

/// Whether the agent was started by hand in this session: it needs nobody's token then.
#[expect(unsafe_code, reason = "Windows writes a number")]
fn is_own(session: &Session) -> bool {
    let mut own = 0;
    // SAFETY: the pointer is valid.
    let asked = unsafe { ProcessIdToSessionId(std::process::id(), &mut own) };
    asked.is_ok() && own == session.id && own_account().name.eq_ignore_ascii_case(&session.user)
}

fn refusal(name: &str, error: &Error) -> Problem {
    match code_of(error) {
        Some(ERROR_NO_TOKEN) => refusals::nobody_logged_in(),
        Some(ERROR_PRIVILEGE_NOT_HELD | ERROR_ACCESS_DENIED) => {
            let reason = format!("running as {name} needs an agent that runs as a service");
            Problem::Refused(reason)
        }
        _ => Problem::failed(format!("running as {name} is refused: {}", text_of(error))),
    }
}

fn computer_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

#[cfg(test)]
#[path = "accounts_tests.rs"]
mod tests;

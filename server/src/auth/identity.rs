//! Who calls: user, rights, scope and the credential they came with.

use serde::Serialize;

use super::{Right, Rights, Scope};
use crate::error::ApiError;

/// The person or program behind a request.
#[derive(Clone, Debug)]
pub struct Identity {
    pub user_id: i64,
    /// Name of the user, as the audit log shows it.
    pub username: String,
    /// Whether user or role is a superuser. A narrowed key of one is not.
    pub is_superuser: bool,
    pub rights: Rights,
    /// Where they may do it.
    pub scope: Scope,
    /// The credential of the request.
    pub credential: Credential,
    /// The API key they called with, as the audit log names it.
    pub api_key: Option<KeyName>,
    /// Whether that key has less than all rights and scope of its user.
    pub is_narrowed: bool,
    /// Where they called from.
    pub address: String,
}

/// What distinguishes one API key from another, without being one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeyName {
    /// Id of the key's row.
    pub id: i64,
    pub name: String,
    /// The first characters of the key, which lists show too.
    pub prefix: String,
}

/// What a caller authenticated with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Credential {
    /// A login in the web UI.
    Session {
        /// Id of the session's row.
        id: i64,
    },
    /// A session that may set up two-factor login and nothing else.
    Enrolment {
        /// Id of the session's row.
        id: i64,
    },
    /// An API key.
    Key {
        /// Id of the key's row.
        id: i64,
        /// Whether it may only look.
        read_only: bool,
    },
    /// The command line on the server itself.
    Console,
}

impl Identity {
    /// The operator at the server's own command line.
    pub fn console() -> Self {
        Self {
            user_id: 0,
            username: "console".to_owned(),
            is_superuser: true,
            rights: Rights::all(),
            scope: Scope::everything(),
            credential: Credential::Console,
            api_key: None,
            is_narrowed: false,
            address: String::new(),
        }
    }

    /// The API key they called with, by the id of its row.
    pub fn api_key_id(&self) -> Option<i64> {
        match self.credential {
            Credential::Key { id, .. } => Some(id),
            Credential::Session { .. } | Credential::Enrolment { .. } | Credential::Console => None,
        }
    }

    /// Whether what this user asked for, with this API key if it was one, is
    /// the caller's own. A session has all rights of its user; to a key, only
    /// what it asked for itself belongs, as it may have fewer.
    pub fn owns(&self, user: Option<i64>, api_key: Option<i64>) -> bool {
        let own_key = self.api_key_id();
        user == Some(self.user_id) && (own_key.is_none() || own_key == api_key)
    }

    /// The name under which requests of this credential are remembered; none
    /// for one that sends none. Sessions of a user count as one: a request may
    /// be sent again after another login. Keys do not: another key of the same
    /// user may see less.
    pub fn credential_name(&self) -> Option<String> {
        match self.credential {
            Credential::Key { id, .. } => Some(format!("key {id}")),
            Credential::Session { .. } => Some(format!("user {}", self.user_id)),
            Credential::Enrolment { .. } | Credential::Console => None,
        }
    }

    /// Refuses a caller without the right.
    pub fn must_have(&self, right: Right) -> Result<(), ApiError> {
        if self.rights.has(right) { Ok(()) } else { Err(right.refusal()) }
    }

    /// Refuses a key that may only look; for calls that need no right.
    pub fn must_write(&self) -> Result<(), ApiError> {
        match self.credential {
            Credential::Key { read_only: true, .. } => {
                Err(ApiError::Forbidden("this API key is read-only".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a key that has less than all rights and scope of its user: for calls
    /// that lead to what the user may read.
    pub fn must_have_all_of_user(&self) -> Result<(), ApiError> {
        if !self.is_narrowed {
            return Ok(());
        }
        let sentence = "this API key has fewer rights than its user: use a session";
        Err(ApiError::Forbidden(sentence.to_owned()))
    }

    /// Refuses a caller who sees only a part of the fleet.
    pub fn must_see_everything(&self) -> Result<(), ApiError> {
        if self.scope.is_everything() {
            return Ok(());
        }
        Err(ApiError::Forbidden("only callers without a scope may do this".to_owned()))
    }
}

//! Who creates an audit row, and with which credential.

use serde_json::json;

use crate::auth::{Credential, Identity, KeyName};

/// Who creates a row.
#[derive(Clone, Debug)]
pub struct By {
    /// The person, or the part of the server that did it.
    pub username: String,
    /// Where they called from.
    pub address: String,
    /// Key of their account; none if nobody with an account did it.
    pub user_id: Option<i64>,
    /// Key of the session they were signed in with.
    session: Option<i64>,
    /// The API key they called with.
    api_key: Option<KeyName>,
}

impl By {
    /// An actor that is not a caller.
    pub fn actor(username: &str, address: &str) -> Self {
        Self {
            username: username.to_owned(),
            address: address.to_owned(),
            user_id: None,
            session: None,
            api_key: None,
        }
    }

    /// The circumstances that are stored, which the chain covers as well.
    pub fn debug_info(&self) -> String {
        match (&self.api_key, self.session) {
            (Some(key), _) => json!({ "api_key": key }).to_string(),
            (None, Some(id)) => json!({ "session": id }).to_string(),
            (None, None) => "{}".to_owned(),
        }
    }
}

impl From<&Identity> for By {
    fn from(caller: &Identity) -> Self {
        let (user_id, session) = match caller.credential {
            Credential::Console => (None, None),
            Credential::Key { .. } => (Some(caller.user_id), None),
            Credential::Session { id } | Credential::Enrolment { id } => {
                (Some(caller.user_id), Some(id))
            }
        };
        let api_key = caller.api_key.clone();
        Self { user_id, session, api_key, ..Self::actor(&caller.username, &caller.address) }
    }
}

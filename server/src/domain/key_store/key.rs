//! A value of the key store, and what may use it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::audit::Stamps;
use crate::auth::Secret;

/// A named value, as it is stored.
#[derive(Clone, Debug)]
pub struct Key {
    /// Key of the row.
    pub id: i64,
    /// Unique, whatever the case.
    pub name: String,
    /// The value. All are handled as secrets until one is shown.
    pub value: Secret,
    /// Whether nobody may see it.
    pub secret: bool,
    /// What may use it.
    pub limits: KeyLimits,
    /// Who made and changed it.
    pub stamps: Stamps,
}

/// What may use a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KeyLimits {
    /// Keys of the clients on whose agents it may be used; empty for all. One
    /// that is deleted stays in the list, which would mean all without it.
    pub allowed_clients: Vec<i64>,
    /// Keys of the scripts it may be used in; empty for all.
    pub allowed_scripts: Vec<i64>,
    /// Whether code that is written for one run may use it.
    pub allow_adhoc: bool,
}

/// What a value is filled in for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// A script of the library, by its key.
    Library(i64),
    /// Code that was written for one run.
    AdHoc,
    /// The address, body or headers of a stored URL action.
    Webhook,
}

impl Default for KeyLimits {
    fn default() -> Self {
        Self { allowed_clients: Vec::new(), allowed_scripts: Vec::new(), allow_adhoc: true }
    }
}

impl KeyLimits {
    /// Whether it may be used on agents of this client; none for the server
    /// itself, which belongs to no client.
    pub fn allow_client(&self, client: Option<i64>) -> bool {
        self.allowed_clients.is_empty()
            || client.is_some_and(|client| self.allowed_clients.contains(&client))
    }

    /// Whether it may be used in this code.
    pub fn allow_code(&self, code: Code) -> bool {
        match code {
            Code::Library(script) => {
                self.allowed_scripts.is_empty() || self.allowed_scripts.contains(&script)
            }
            Code::AdHoc => self.allow_adhoc && self.allowed_scripts.is_empty(),
            Code::Webhook => self.allowed_scripts.is_empty(),
        }
    }

    /// Whether it is meant for this script by name.
    pub fn name_script(&self, script: i64) -> bool {
        self.allowed_scripts.contains(&script)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_list_allows_all_and_a_list_what_is_in_it() {
        let all = KeyLimits::default();
        assert!(all.allow_client(Some(1)) && all.allow_client(None));
        assert!(all.allow_code(Code::Library(1)) && all.allow_code(Code::AdHoc));
        assert!(all.allow_code(Code::Webhook));
        assert!(!all.name_script(1));

        let some = KeyLimits { allowed_clients: vec![1], allowed_scripts: vec![2], ..all };
        assert!(some.allow_client(Some(1)));
        assert!(!some.allow_client(Some(2)) && !some.allow_client(None));
        assert!(some.allow_code(Code::Library(2)) && some.name_script(2));
        assert!(!some.allow_code(Code::Library(1)) && !some.allow_code(Code::AdHoc));
        assert!(!some.allow_code(Code::Webhook));

        let kept = KeyLimits { allow_adhoc: false, ..all };
        assert!(kept.allow_code(Code::Library(1)) && !kept.allow_code(Code::AdHoc));
        assert!(kept.allow_code(Code::Webhook));
    }
}

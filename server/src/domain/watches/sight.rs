//! What somebody may be told about: agents in their scope, and runs they may read.

use crate::auth::{Identity, Permissions, Right, Rights, Scope};

/// The permissions that decide about watches.
pub struct Sight<'a> {
    user: i64,
    /// The API key of the call: without the right to the history, it sees only runs
    /// that it has started itself.
    api_key: Option<i64>,
    rights: Rights,
    scope: &'a Scope,
}

impl<'a> Sight<'a> {
    /// What a caller may see.
    pub fn of_caller(caller: &'a Identity) -> Self {
        let (user, api_key) = (caller.user_id, caller.api_key_id());
        Self { user, api_key, rights: caller.rights, scope: &caller.scope }
    }

    /// What a user may see.
    pub(super) fn of_user(user: i64, permissions: &'a Permissions) -> Self {
        Self { user, api_key: None, rights: permissions.rights, scope: &permissions.scope }
    }

    /// The user.
    pub(super) fn user(&self) -> i64 {
        self.user
    }

    /// The same as a condition on `sites s` and `runs r`, which has no row where an
    /// agent is watched.
    pub(super) fn condition(&self) -> String {
        let mut all = vec![self.scope.site_condition("s.client_id", "s.id")];
        if !self.rights.has(Right::ListAgents) {
            all.push("r.id is not null".to_owned());
        }
        if !self.rights.has(Right::ListAgentHistory) {
            let own_key = self.api_key.map(|key| format!(" and r.api_key = {key}"));
            let own = format!("r.user_id = {}{}", self.user, own_key.unwrap_or_default());
            all.push(format!("(r.id is null or ({own}))"));
        }
        all.join(" and ")
    }
}

//! Rights and scope together: of a user, of a key, of a caller.

use super::{Right, Rights, Scope};

/// Rights and scope together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permissions {
    /// Whether user or role is a superuser. A narrowed key of one is not.
    pub is_superuser: bool,
    pub rights: Rights,
    /// Where they may do it.
    pub scope: Scope,
}

/// How a key is narrower than its user. All empty: not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Narrowing {
    /// Whether it may only look.
    pub read_only: bool,
    /// Flags of the only rights it keeps.
    pub rights: Vec<String>,
    /// Clients it keeps.
    pub clients: Vec<i64>,
    /// Sites it keeps.
    pub sites: Vec<i64>,
}

impl Permissions {
    /// The rights and scope that the flags and lists of a role grant.
    /// Superusers have no bounds.
    pub fn new(is_superuser: bool, rights: Rights, clients: Vec<i64>, sites: Vec<i64>) -> Self {
        if is_superuser {
            return Self { is_superuser, rights: Rights::all(), scope: Scope::everything() };
        }
        Self { is_superuser, rights, scope: Scope::everything().narrowed(clients, sites) }
    }

    /// What remains for a key that is narrowed like this: less, never more.
    pub fn narrowed(mut self, narrowing: &Narrowing) -> Self {
        if !narrowing.rights.is_empty() {
            let allowed = Rights::from_flags(narrowing.rights.iter().map(String::as_str));
            self.rights = self.rights.and(allowed);
            self.is_superuser = false;
        }
        if narrowing.read_only {
            let reading = Right::ALL.iter().copied().filter(|right| right.only_reads()).collect();
            self.rights = self.rights.and(reading);
            self.is_superuser = false;
        }
        if !narrowing.clients.is_empty() || !narrowing.sites.is_empty() {
            self.scope = self.scope.narrowed(narrowing.clients.clone(), narrowing.sites.clone());
            self.is_superuser = false;
        }
        self
    }

    /// Whether it grants nothing at all, whatever its scope.
    pub fn is_nothing(&self) -> bool {
        !self.is_superuser && self.rights == Rights::default()
    }
}

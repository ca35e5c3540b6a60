//! Which clients and sites a caller may see, as a condition in SQL.
//!
//! Scope is part of every query, never a filter afterwards: a row outside it
//! does not leave the database, and counts cannot reveal it.

use crate::storage::sql;

/// The part of the fleet a caller sees. No group: all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Each narrows further: the role's lists, then the key's.
    groups: Vec<ScopeGroup>,
}

/// Clients and sites that are in scope.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScopeGroup {
    /// Whole clients.
    pub clients: Vec<i64>,
    /// Single sites.
    pub sites: Vec<i64>,
}

impl Scope {
    /// The whole fleet.
    pub fn everything() -> Self {
        Self::default()
    }

    /// Narrows to these clients and sites; two empty lists narrow nothing.
    pub fn narrowed(mut self, clients: Vec<i64>, sites: Vec<i64>) -> Self {
        if !clients.is_empty() || !sites.is_empty() {
            self.groups.push(ScopeGroup { clients, sites });
        }
        self
    }

    /// Whether it is the whole fleet.
    pub fn is_everything(&self) -> bool {
        self.groups.is_empty()
    }

    /// The groups; an object must be in each of them.
    pub fn groups(&self) -> &[ScopeGroup] {
        &self.groups
    }

    /// Condition for a row that belongs to a site: agents and sites.
    ///
    /// The ids are our own integers, so writing them into the text is safe;
    /// binding a list would need another statement on each engine.
    pub fn site_condition(&self, client_column: &str, site_column: &str) -> String {
        self.condition(|group| {
            format!(
                "({client_column} in ({}) or {site_column} in ({}))",
                sql::list(&group.clients),
                sql::list(&group.sites)
            )
        })
    }

    /// Condition for a client that may be read: listed, or the parent of a
    /// listed site.
    pub fn client_condition(&self, client_column: &str) -> String {
        self.condition(|group| {
            format!(
                "({client_column} in ({}) or {client_column} in \
                 (select client_id from sites where id in ({})))",
                sql::list(&group.clients),
                sql::list(&group.sites)
            )
        })
    }

    /// Condition for a client that is in scope as a whole.
    pub fn whole_client_condition(&self, client_column: &str) -> String {
        self.condition(|group| format!("({client_column} in ({}))", sql::list(&group.clients)))
    }

    /// Whether a site of this client is in scope.
    pub fn has_site(&self, client: i64, site: i64) -> bool {
        self.groups
            .iter()
            .all(|group| group.clients.contains(&client) || group.sites.contains(&site))
    }

    /// Whether the whole client is in scope: needed to change it.
    pub fn has_whole_client(&self, client: i64) -> bool {
        self.groups.iter().all(|group| group.clients.contains(&client))
    }

    /// The clients that are in scope as a whole; none for the whole fleet, which
    /// lists no clients.
    pub fn whole_clients(&self) -> Vec<i64> {
        let Some(first) = self.groups.first() else { return Vec::new() };
        let mut clients: Vec<i64> =
            first.clients.iter().copied().filter(|client| self.has_whole_client(*client)).collect();
        clients.sort_unstable();
        clients.dedup();
        clients
    }

    /// Whether something that belongs to these clients may be changed. What
    /// belongs to none is everybody's, and takes the whole fleet.
    pub fn may_change(&self, owners: &[i64]) -> bool {
        let has_all = owners.iter().all(|client| self.has_whole_client(*client));
        self.is_everything() || (!owners.is_empty() && has_all)
    }

    fn condition(&self, one: impl Fn(&ScopeGroup) -> String) -> String {
        if self.groups.is_empty() {
            return "(1 = 1)".to_owned();
        }
        let conditions: Vec<String> = self.groups.iter().map(one).collect();
        format!("({})", conditions.join(" and "))
    }
}

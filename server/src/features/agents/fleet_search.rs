//! Search in the list of agents. It covers everything a full item shows, and the
//! states after `is:`. Fields can also be given by the names people use.

use std::time::Duration;

use super::fleet::{Agent, Fleet, SiteTexts};
use super::haystack::{Haystack, flag_text};
use crate::listing::Search;
use crate::time::Timestamp;

/// How long the result of an update scan counts.
const FRESH: Duration = Duration::from_secs(7 * 24 * 3600);

/// What people call the fields, and the fields that are searched for each.
const ALIASES: &[(&str, &[&str])] = &[
    ("host", &["hostname"]),
    ("name", &["hostname"]),
    ("user", &["logged_username"]),
    // Keys of clients and sites can be searched, too.
    ("client", &["client_name", "client"]),
    ("site", &["site_name", "site"]),
    ("os", &["operating_system", "plat"]),
    ("platform", &["plat"]),
    ("type", &["monitoring_type"]),
    ("ip", &["public_ip", "local_ips"]),
    ("model", &["make_model"]),
    ("serial", &["serial_number"]),
    ("cpu", &["cpu_model"]),
    ("disk", &["physical_disks"]),
    ("ram", &["total_ram"]),
    ("field", &["custom_fields"]),
];

/// The fields that an alias refers to.
fn fields_of(name: &str) -> &[&str] {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    alias.map_or(&[], |(_, fields)| fields)
}

/// The searchable fields of each site.
type SiteFields = Vec<[(&'static str, String); 4]>;

impl Fleet {
    /// Keeps the agents that match a search.
    pub fn search(&mut self, search: &Search) {
        let site_fields: SiteFields = self.sites.iter().map(SiteTexts::fields).collect();
        let mut agents = std::mem::take(&mut self.agents);
        agents.retain(|agent| {
            let has = |field: Option<&str>, text: &str| {
                agent.item.haystack().has(field, text)
                    || self.matches_current_state(agent, &site_fields, field, text)
            };
            search.holds(|field, text| match fields_of(field.unwrap_or_default()) {
                [] => has(field, text),
                aliased => aliased.iter().any(|field| has(Some(field), text)),
            })
        });
        self.agents = agents;
    }

    /// Whether the current state of an agent, which is not cached, contains a text.
    fn matches_current_state(
        &self,
        agent: &Agent,
        site_fields: &SiteFields,
        field: Option<&str>,
        text: &str,
    ) -> bool {
        let wants = |name: &str| field.is_none_or(|field| field == name);
        let (extras, id) = (&self.extras, agent.item.id);
        let status = agent.item.status(agent.last_seen, self.now).as_str();
        let has_patches = extras.with_patches.contains(&id);
        let pending = extras.pending.get(&id).copied().unwrap_or(0);
        let matches_site = || {
            let mut fields = site_fields[agent.site_index].iter();
            fields.any(|(name, own)| wants(name) && own.contains(text))
        };
        let was_seen = || {
            let time = agent.last_seen.map(|time| time.to_string().to_lowercase());
            time.is_some_and(|time| time.contains(text))
        };
        (wants("status") && status.contains(text))
            || matches_site()
            || (wants("connected") && flag_text(self.is_connected(agent)) == text)
            || (wants("has_patches_pending") && flag_text(has_patches) == text)
            || (wants("pending_actions_count") && pending.to_string().contains(text))
            || (wants("last_seen") && was_seen())
            || (wants("is") && self.states(agent).iter().any(|state| state.contains(text)))
    }

    /// The states of an agent that can follow `is:`.
    fn states(&self, agent: &Agent) -> Vec<&'static str> {
        let (extras, id) = (&self.extras, agent.item.id);
        let mut states = vec![agent.item.status(agent.last_seen, self.now).as_str()];
        let mut add = |applies: bool, state| {
            if applies {
                states.push(state);
            }
        };
        let haystack = agent.item.haystack();
        let is_server = haystack.has(Some("monitoring_type"), "server");
        add(is_server, "server");
        add(!is_server, "workstation");
        add(haystack.is_true("maintenance_mode"), "maintenance");
        add(haystack.is_true("needs_reboot"), "rebootneeded");
        let (is_failing, has_checks) = (haystack.checks.is_failing, haystack.checks.total > 0);
        add(is_failing, "checksfailing");
        add(has_checks && !is_failing, "checkspassing");
        add(!has_checks, "nochecks");
        add(extras.with_patches.contains(&id), "patchespending");
        add(extras.pending.contains_key(&id), "actionspending");
        add(self.is_connected(agent), "connected");
        add(haystack.updates.scanned_at.is_none(), "neverscanned");
        add(!haystack.is_collected, "nevercollected");
        states.push(update_state(haystack, self.now));
        states
    }
}

/// The update state of an agent: the first that fits. An old scan says nothing
/// about today.
fn update_state(haystack: &Haystack, now: Timestamp) -> &'static str {
    let updates = haystack.updates;
    let is_fresh = updates.scanned_at.is_some_and(|time| now.since(time) < FRESH);
    match () {
        () if !is_fresh => "updatesunknown",
        () if updates.missing > updates.approved => "updatesmissing",
        () if updates.approved > 0 => "updatesapproved",
        () if haystack.is_true("needs_reboot") => "updatesreboot",
        () => "updatescurrent",
    }
}

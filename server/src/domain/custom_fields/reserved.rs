//! Properties that placeholders may name, and the names that a new field may
//! not have because of them.
//!
//! `{{agent.hostname}}` means the field `hostname` where there is one. Such a
//! field would change what every script and task is given, so there can be none
//! that is not there already.

use super::model::Model;

/// Properties of an agent that placeholders may name.
pub const AGENT_PROPERTIES: &[&str] = &[
    "agent_id",
    "hostname",
    "description",
    "plat",
    "goarch",
    "operating_system",
    "version",
    "monitoring_type",
    "status",
    "public_ip",
    "local_ips",
    "make_model",
    "serial_number",
    "cpu_model",
    "total_ram",
    "boot_time",
    "last_seen",
    "time_zone",
    "logged_in_username",
    "last_logged_in_user",
    "needs_reboot",
    "maintenance_mode",
    "site_name",
    "client_name",
];

/// Properties of a site or client that placeholders may name.
pub const PLACE_PROPERTIES: &[&str] = &["id", "name"];

/// Whether a placeholder with this name already means something else, whatever
/// the case.
pub fn is_reserved(model: Model, name: &str) -> bool {
    let (properties, paths): (&[&str], &[&str]) = match model {
        Model::Agent => (AGENT_PROPERTIES, &["site.name", "client.name", "site.client.name"]),
        Model::Site => (PLACE_PROPERTIES, &["client.name"]),
        Model::Client => (PLACE_PROPERTIES, &[]),
    };
    properties.iter().chain(paths).any(|taken| taken.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_and_paths_are_reserved_for_their_model_alone() {
        for (model, name) in [
            (Model::Agent, "hostname"),
            (Model::Agent, "Site.Name"),
            (Model::Agent, "site.client.name"),
            (Model::Site, "ID"),
            (Model::Site, "client.name"),
            (Model::Client, "name"),
        ] {
            assert!(is_reserved(model, name), "{model:?} {name}");
        }
        for (model, name) in [
            (Model::Agent, "host name"),
            (Model::Agent, "name"),
            (Model::Site, "hostname"),
            (Model::Client, "client.name"),
        ] {
            assert!(!is_reserved(model, name), "{model:?} {name}");
        }
    }
}

//! What requests for links and installers have in common.

use ipnet::IpNet;
use serde_json::Value;

use super::add::NewDeployment;
use super::agent_file::ARCHITECTURES;
use super::deployment::{InstallFlags, Kind};
use super::queries;
use crate::audit::Change;
use crate::auth::Scope;
use crate::domain::fleet::{MONITORING_TYPES, PLATFORMS};
use crate::error::{ApiError, Problems, add_problem};
use crate::input::Fields;
use crate::time::Timestamp;

const MAX_USES: i64 = 1_000_000;

/// The computers a deployment is for, and its limits.
#[derive(Debug)]
pub struct Target {
    site: i64,
    client: Option<i64>,
    mon_type: String,
    pub plat: String,
    pub goarch: String,
    install_flags: InstallFlags,
    max_uses: Option<i64>,
    networks: Vec<IpNet>,
}

impl Target {
    /// Parses the common fields; without a default the platform is required,
    /// and the number of uses is not limited.
    pub fn parse(
        fields: &Fields<'_>,
        default_plat: Option<&str>,
        default_uses: Option<i64>,
    ) -> Self {
        let plat = fields.text("plat").one_of(PLATFORMS);
        let max_uses = fields.whole("max_uses").between(1..=MAX_USES);
        Self {
            site: fields.whole("site").required(),
            client: fields.whole("client").nullable().flatten(),
            mon_type: fields.text("agenttype").one_of(MONITORING_TYPES).required(),
            plat: match default_plat {
                Some(default) => plat.or(default.to_owned()),
                None => plat.required(),
            },
            goarch: fields.text("goarch").one_of(ARCHITECTURES).or("amd64".to_owned()),
            install_flags: InstallFlags {
                power: switch(fields, "power"),
                ping: switch(fields, "ping"),
                rdp: switch(fields, "rdp"),
            },
            max_uses: max_uses.nullable().unwrap_or(default_uses),
            networks: fields.networks("networks").or(Vec::new()),
        }
    }

    /// Refuses a site that the caller cannot see, or of another client.
    pub async fn check(&self, change: &Change, scope: &Scope) -> Result<(), ApiError> {
        let mut problems = Problems::new();
        match queries::find_client_of_site(&**change, scope, self.site).await? {
            None => add_problem(&mut problems, "site", "choose a site"),
            Some(client) if self.client.is_some_and(|sent| sent != client) => {
                add_problem(&mut problems, "client", "the site belongs to another client");
            }
            Some(_) => {}
        }
        ApiError::refuse(problems)
    }

    pub fn deployment(self, kind: Kind, expiry: Timestamp) -> NewDeployment {
        NewDeployment {
            kind,
            expiry,
            site: self.site,
            mon_type: self.mon_type,
            plat: self.plat,
            goarch: self.goarch,
            install_flags: self.install_flags,
            max_uses: self.max_uses,
            networks: self.networks,
            api: String::new(),
        }
    }
}

/// Callers send 0 and 1 as well as false and true.
pub fn switch(fields: &Fields<'_>, name: &str) -> bool {
    let is_switch = |value: &Value| value.is_boolean() || matches!(value.as_i64(), Some(0 | 1));
    let value = fields.json(name).check(is_switch, "must be 0 or 1").or(Value::Null);
    value == Value::Bool(true) || value.as_i64() == Some(1)
}

//! Rows of agents as the database returns them, and what the API makes of them.

use sea_orm::FromQueryResult;
use serde_json::value::RawValue;

use super::agent::{Agent, AgentDetail, AgentFacts, AppliedPolicies};
use crate::domain::fleet::{Capabilities, Status, is_connected, shown_checks, shown_disks};
use crate::features::policies::PatchPolicy;
use crate::features::winupdate;
use crate::ids::{AgentId, AgentKey};
use crate::time::{Timestamp, all_time_zones};

/// Columns that list and single agent share, of `agents a`, `sites s` and `clients c`.
pub const ITEM_COLUMNS: &str = "a.id, a.agent_id, a.hostname, a.description, a.site_id,
       s.name as site_name, c.name as client_name, a.monitoring_type, a.plat,
       a.goarch, a.last_seen, a.created_time, a.offline_time, a.overdue_time, a.boot_time,
       a.version, a.operating_system, a.public_ip, a.local_ips, a.make_model, a.serial_number,
       a.cpu_model, a.graphics, a.physical_disks, a.total_ram, a.logged_in_username,
       a.last_logged_in_user, a.needs_reboot, a.maintenance_mode, a.maintenance_until, a.policy,
       a.block_policy_inheritance, a.overdue_email_alert, a.overdue_text_alert,
       a.overdue_dashboard_alert, a.updates, a.checks, a.software_collected_at,
       exists (select 1 from agents_away w where w.agent_id = a.id) as is_away";

/// A row of [`ITEM_COLUMNS`].
#[derive(FromQueryResult)]
pub struct ItemRow {
    id: i64,
    agent_id: AgentId,
    hostname: String,
    description: String,
    site_id: i64,
    site_name: String,
    client_name: String,
    monitoring_type: String,
    plat: String,
    goarch: String,
    last_seen: Option<Timestamp>,
    created_time: Timestamp,
    offline_time: i64,
    overdue_time: i64,
    boot_time: Option<f64>,
    version: String,
    operating_system: String,
    public_ip: String,
    local_ips: String,
    make_model: String,
    serial_number: String,
    cpu_model: String,
    graphics: String,
    physical_disks: String,
    total_ram: Option<i64>,
    logged_in_username: String,
    last_logged_in_user: String,
    needs_reboot: bool,
    maintenance_mode: bool,
    maintenance_until: Option<Timestamp>,
    policy: Option<i64>,
    block_policy_inheritance: bool,
    overdue_email_alert: bool,
    overdue_text_alert: bool,
    overdue_dashboard_alert: bool,
    updates: String,
    checks: String,
    software_collected_at: Option<Timestamp>,
    is_away: bool,
    pending_actions_count: i64,
    has_patches_pending: bool,
}

/// A row with everything about one agent.
#[derive(FromQueryResult)]
pub struct DetailRow {
    #[sea_orm(nested)]
    item: ItemRow,
    #[sea_orm(nested)]
    capabilities: Capabilities,
    disks: String,
    services: String,
    wmi_detail: String,
    check_interval: i64,
    time_zone: Option<String>,
    agent_time_zone: String,
    default_shell: String,
    default_shell_custom: String,
    patches_last_installed: Option<Timestamp>,
    choco_installed: bool,
    remote_node_id: String,
    created_by: String,
    modified_by: String,
    modified_time: Timestamp,
}

impl ItemRow {
    fn facts(self, now: Timestamp) -> AgentFacts {
        let status = Status::of(
            self.last_seen,
            self.created_time,
            self.offline_time,
            self.overdue_time,
            now,
        );
        let italic = self.logged_in_username.is_empty();
        AgentFacts {
            connected: is_connected(self.last_seen, self.is_away, now),
            updates: winupdate::shown_raw(&self.updates),
            software_collected_at: self.software_collected_at,
            status,
            italic,
            logged_username: if italic {
                self.last_logged_in_user
            } else {
                self.logged_in_username
            },
            monitoring_type: self.monitoring_type,
            plat: self.plat,
            goarch: self.goarch,
            last_seen: self.last_seen,
            boot_time: self.boot_time,
            version: self.version,
            operating_system: self.operating_system,
            public_ip: self.public_ip,
            local_ips: self.local_ips,
            make_model: self.make_model,
            serial_number: self.serial_number,
            cpu_model: raw(self.cpu_model),
            graphics: self.graphics,
            physical_disks: raw(self.physical_disks),
            total_ram: self.total_ram,
            needs_reboot: self.needs_reboot,
            maintenance_mode: self.maintenance_mode,
            maintenance_until: self.maintenance_until,
            policy: self.policy,
            block_policy_inheritance: self.block_policy_inheritance,
            alert_template: None,
            has_patches_pending: self.has_patches_pending,
            pending_actions_count: self.pending_actions_count,
            checks: raw(shown_checks(&self.checks).to_owned()),
            overdue_email_alert: self.overdue_email_alert,
            overdue_text_alert: self.overdue_text_alert,
            overdue_dashboard_alert: self.overdue_dashboard_alert,
            offline_time: self.offline_time,
            overdue_time: self.overdue_time,
            custom_fields: Vec::new(),
        }
    }
}

impl DetailRow {
    pub fn agent(self, now: Timestamp) -> Agent {
        let item = self.item;
        let timezone = match &self.time_zone {
            Some(zone) => zone.clone(),
            None if self.agent_time_zone.is_empty() => "UTC".to_owned(),
            None => self.agent_time_zone,
        };
        let detail = AgentDetail {
            timezone,
            disks: shown_disks(&self.disks),
            services: raw(self.services),
            wmi_detail: raw(self.wmi_detail),
            check_interval: self.check_interval,
            time_zone: self.time_zone,
            all_timezones: all_time_zones(),
            effective_default_shell: String::new(),
            default_shell: self.default_shell,
            default_shell_custom: self.default_shell_custom,
            patches_last_installed: self.patches_last_installed,
            choco_installed: self.choco_installed,
            remote_node_id: self.remote_node_id,
            capabilities: self.capabilities.shown(),
            winupdatepolicy: [PatchPolicy::nothing_of(AgentKey(item.id))],
            effective_patch_policy: serde_json::json!({}),
            applied_policies: AppliedPolicies::default(),
            created_by: self.created_by,
            created_time: item.created_time,
            modified_by: self.modified_by,
            modified_time: self.modified_time,
        };
        Agent {
            id: item.id,
            agent_id: item.agent_id.clone().into(),
            hostname: item.hostname.clone(),
            description: item.description.clone(),
            site: item.site_id,
            site_name: item.site_name.clone(),
            client: item.client_name.clone(),
            client_name: item.client_name.clone(),
            facts: item.facts(now),
            detail,
        }
    }
}

/// JSON text as it is stored: checked when it came in, so passed on unread.
fn raw(text: String) -> Box<RawValue> {
    RawValue::from_string(text).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

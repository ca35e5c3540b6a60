//! A maintenance window as the API shows it.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::audit::Stamps;
use crate::domain::maintenance_windows::{StoredWindow, WindowTarget, shown_start};
use crate::time::Timestamp;

/// A time in which nobody is notified of what happens on some agents.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MaintenanceWindow {
    /// Key of the window.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// Why nobody is notified.
    pub reason: String,
    /// What the clock of the zone shows when it first opens: `2026-01-31T22:00:00`.
    pub start: String,
    /// IANA name of the zone.
    pub time_zone: String,
    /// How long it is open.
    pub minutes: i64,
    /// A rule of RFC 5545 by which it repeats; null: once.
    pub rrule: Option<String>,
    /// Whether it ever opens.
    pub enabled: bool,
    /// What it silences: `agent`, `site`, `client`, `policy` or `view`.
    #[schema(extensions(("x-enum-values" = json!(WindowTarget::TYPES))))]
    pub target_type: &'static str,
    /// Key of that.
    pub target: i64,
    /// Name of that.
    pub target_name: String,
    /// Identifier of the agent; null for other targets.
    pub agent_id: Option<String>,
    /// Whether it is open now.
    pub is_open: bool,
    /// When it opens or closes next; null: never.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_change: Option<Timestamp>,
    /// Who made and changed it.
    #[serde(flatten)]
    pub stamps: Stamps,
}

/// What a window silences, for people.
#[derive(Clone, Debug, Default)]
pub struct TargetName {
    pub name: String,
    pub agent_id: Option<String>,
}

impl MaintenanceWindow {
    /// A stored window as it is shown.
    pub fn of(window: &StoredWindow, target: TargetName, now: Timestamp) -> Self {
        Self {
            id: window.id,
            name: window.name.clone(),
            reason: window.reason.clone(),
            start: shown_start(window.start),
            time_zone: window.time_zone.clone(),
            minutes: window.minutes,
            rrule: (!window.rrule.is_empty()).then(|| window.rrule.clone()),
            enabled: window.enabled,
            target_type: window.target.type_name(),
            target: window.target.id(),
            target_name: target.name,
            agent_id: target.agent_id,
            is_open: window.is_open(now),
            next_change: window.next_change(now),
            stamps: window.stamps.clone(),
        }
    }

    /// What the audit log stores: what a person wrote.
    pub fn audited(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "reason": self.reason,
            "start": self.start,
            "time_zone": self.time_zone,
            "minutes": self.minutes,
            "rrule": self.rrule,
            "enabled": self.enabled,
            "target_type": self.target_type,
            "target": self.target,
        })
    }
}

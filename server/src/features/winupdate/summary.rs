//! The updates of an agent in a few numbers. They are stored in the agent's
//! row, so that a list of all agents need not count; every change of updates
//! counts again in the same transaction.

use std::sync::LazyLock;

use sea_orm::{ConnectionTrait, DbErr};
use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::queries::{self, AgentCounts};
use super::update::SEVERITIES;
use crate::app::App;
use crate::domain::fleet;
use crate::events::Event;
use crate::events::catalogue::AgentChanges;
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// The updates of an agent, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct AgentUpdates {
    /// When the last scan that is stored ended; null if there was none: then
    /// nothing is known about updates.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub scanned_at: Option<Timestamp>,
    /// Not installed and not ignored.
    pub missing: i64,
    /// Of these, approved.
    pub approved: i64,
    /// Of these, tried without success.
    pub failed: i64,
    /// Not installed because somebody or a policy ignores them, or because they
    /// were hidden at the computer.
    pub ignored: i64,
    /// Installed once the machine restarts.
    pub reboot_pending: i64,
    /// The worst severity of those that are missing: `Critical`, `Important`,
    /// `Moderate`, `Low`, or empty for none of these; null if none is missing.
    #[schema(extensions(("x-enum-values" = json!(SEVERITIES))))]
    pub worst_severity: Option<String>,
    /// Those that are missing, by severity.
    pub severities: Severities,
}

/// Updates by severity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Severities {
    /// `Critical`.
    pub critical: i64,
    /// `Important`.
    pub important: i64,
    /// `Moderate`.
    pub moderate: i64,
    /// `Low`.
    pub low: i64,
    /// Without one of these words.
    pub other: i64,
}

impl Severities {
    fn worst(&self) -> Option<String> {
        let counts = [
            (self.critical, "Critical"),
            (self.important, "Important"),
            (self.moderate, "Moderate"),
            (self.low, "Low"),
            (self.other, ""),
        ];
        let worst = counts.into_iter().find(|(count, _)| *count > 0);
        worst.map(|(_, name)| name.to_owned())
    }
}

impl From<&AgentCounts> for AgentUpdates {
    fn from(counted: &AgentCounts) -> Self {
        let named = counted.critical + counted.important + counted.moderate + counted.low;
        let severities = Severities {
            critical: counted.critical,
            important: counted.important,
            moderate: counted.moderate,
            low: counted.low,
            other: counted.missing - named,
        };
        Self {
            scanned_at: counted.scanned_at,
            missing: counted.missing,
            approved: counted.approved,
            failed: counted.failed,
            ignored: counted.ignored,
            reboot_pending: counted.reboot_pending,
            worst_severity: severities.worst(),
            severities,
        }
    }
}

static NEVER: LazyLock<String> = LazyLock::new(|| json!(AgentUpdates::default()).to_string());

/// The text of an agent's row as it is shown.
pub fn shown(stored: &str) -> &str {
    if stored.is_empty() { &NEVER } else { stored }
}

/// The summary as a part of an answer.
pub fn shown_raw(stored: &str) -> Box<RawValue> {
    let text = shown(stored).to_owned();
    RawValue::from_string(text).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// Counts the updates of agents again; returns the events for those where
/// something is different.
pub async fn recount(
    write: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<Vec<Event>, DbErr> {
    let mut events = Vec::new();
    for chunk in agents.chunks(queries::COUNTED_AT_ONCE) {
        let mut different = Vec::new();
        for counted in queries::count_updates(write, chunk).await? {
            let updates = AgentUpdates::from(&counted);
            let text = json!(updates).to_string();
            if text == counted.before {
                continue;
            }
            if shown(&counted.before) != text {
                let changed =
                    AgentChanges { updates: Some(json!(updates)), ..AgentChanges::default() };
                let event = Event::agent_updated(&counted.agent_id, changed);
                events.push(event.about(counted.client_id, counted.site_id));
            }
            different.push((counted.id, text));
        }
        fleet::store::store_update_counts(write, &different).await?;
    }
    Ok(events)
}

/// Counts for agents that were scanned and never counted, one batch at a time.
pub async fn count_new(app: &App) -> Result<(), DbErr> {
    let agents = queries::list_uncounted(app.db.read()).await?;
    if agents.is_empty() {
        return Ok(());
    }
    let write = app.db.begin().await?;
    let events = recount(&write, &agents).await?;
    write.commit().await?;
    app.events.publish_all(&events).await;
    Ok(())
}

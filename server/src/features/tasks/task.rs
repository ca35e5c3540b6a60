//! A task as the API shows it.

use muster_alerting::Kind;
use muster_schedule::{NamedZone, Rule, Zone, expires_at, next_after, sentence};
use sea_orm::{ConnectionTrait, DbErr};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::action::{Action, mask_values};
use super::result::{ResultOrNone, TaskResult};
use super::settings::Settings;
use super::timing::{Timing, instant};
use crate::audit::Stamps;
use crate::domain::alert_templates::{ShownTemplate, shown_templates};
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// Where each local time comes last.
const LAST_ZONE: &str = "Etc/GMT+12";

/// A task.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Task {
    /// Key of the task.
    pub id: i64,
    /// Who owns it.
    #[serde(flatten)]
    pub owner: Owner,
    /// What it does.
    #[serde(flatten)]
    pub settings: Settings,
    /// When it runs.
    #[serde(flatten)]
    pub timing: Timing,
    /// A label that no other task has.
    pub win_task_name: String,
    /// Its schedule in words.
    pub schedule: String,
    /// When it runs next, without the random delay; null if never, or if that
    /// differs from agent to agent.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_run: Option<Timestamp>,
    /// Name of its check; empty without one.
    pub check_name: String,
    /// The alert template that applies to it on the agent that owns it or is asked
    /// about.
    #[schema(required = true)]
    pub alert_template: Option<ShownTemplate>,
    /// Whether a policy owns it.
    pub managed_by_policy: bool,
    /// Null: `run_time_date` has the minute too.
    #[schema(required = true)]
    pub run_time_minute: Option<i64>,
    /// What became of it on the agent that owns it or is asked about.
    pub task_result: ResultOrNone,
    /// Who made and changed it.
    #[serde(flatten)]
    pub stamps: Stamps,
}

/// Who owns a task: an agent or a policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TaskOwner)]
pub struct Owner {
    /// Key of the agent.
    pub agent: Option<i64>,
    /// Identifier of the agent.
    pub agent_id: Option<String>,
    /// Host name of the agent.
    pub hostname: Option<String>,
    /// Key of the policy.
    pub policy: Option<i64>,
    /// Name of the policy.
    pub policy_name: Option<String>,
}

impl Task {
    /// Adds the template of the agent that owns it.
    pub async fn with_template(mut self, db: &impl ConnectionTrait) -> Result<Self, DbErr> {
        let agent = self.owner.agent.map(AgentKey);
        let found = shown_templates(db, agent, Kind::Task).await?;
        self.alert_template = agent.and_then(|agent| found.get(&agent).cloned());
        Ok(self)
    }
}

/// A task as it is stored.
#[derive(Clone, Debug)]
pub struct StoredTask {
    pub id: i64,
    pub owner: Owner,
    pub settings: Settings,
    pub timing: Timing,
    pub win_task_name: String,
    pub stamps: Stamps,
    /// Zone of the agent that owns it, if one does.
    pub zone: Option<NamedZone>,
    /// Name of the check whose failure starts it; empty without one.
    pub check_name: String,
}

impl StoredTask {
    /// When it runs.
    pub fn rule(&self) -> Rule {
        self.timing.rule(self.settings.enabled)
    }

    /// As it is shown, for an agent in this zone; none if it is not about one.
    pub fn shown(self, zone: Option<NamedZone>, result: Option<TaskResult>) -> Task {
        let rule = self.rule();
        Task {
            schedule: sentence(&rule),
            next_run: next_run(&rule, zone.or(self.zone)),
            check_name: self.check_name,
            alert_template: None,
            managed_by_policy: self.owner.policy.is_some(),
            run_time_minute: None,
            task_result: result.into(),
            id: self.id,
            owner: self.owner,
            settings: self.settings,
            timing: self.timing,
            win_task_name: self.win_task_name,
            stamps: self.stamps,
        }
    }

    /// As callers see it who may not change it: without values of environments.
    pub fn visible_if(mut self, may_change: bool) -> Self {
        if !may_change {
            mask_values(&mut self.settings.actions);
        }
        self
    }

    /// What the audit log stores.
    pub fn audited(&self) -> Value {
        let settings = Settings {
            actions: self.settings.actions.iter().map(Action::audited).collect(),
            ..self.settings.clone()
        };
        let mut value = json!(self.timing);
        for part in [json!({ "id": self.id }), json!(self.owner), json!(settings)] {
            if let (Value::Object(all), Value::Object(part)) = (&mut value, part) {
                all.extend(part);
            }
        }
        value
    }
}

fn next_run(rule: &Rule, zone: Option<NamedZone>) -> Option<Timestamp> {
    if rule.zone == Zone::Agent && zone.is_none() {
        return None;
    }
    let now = instant(Timestamp::now())?;
    let next = next_after(rule, zone.unwrap_or_else(NamedZone::utc), now)?;
    Some(Timestamp::from_micros(next.timestamp_micros()))
}

/// When a task is deleted automatically.
///
/// The local time of a task that follows each agent's own clock has passed
/// everywhere twelve hours after it passed in UTC.
pub fn removal_time(timing: &Timing, zone: Option<NamedZone>) -> Option<Timestamp> {
    if !timing.remove_if_not_scheduled {
        return None;
    }
    let rule = timing.rule(true);
    let last = || LAST_ZONE.parse().unwrap_or_else(|_| NamedZone::utc());
    let expires = expires_at(&rule, zone.unwrap_or_else(last))?;
    Some(Timestamp::from_micros(expires.timestamp_micros()))
}

//! A check as the API shows it.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::fields::CheckFields;
use super::result::{CheckResult, ResultOrNone};
use crate::audit::Stamps;
use crate::domain::alert_templates::ShownTemplate;
use crate::domain::checks::{CheckSettings, describe};

/// A check.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Check {
    /// Key of the check.
    pub id: i64,
    /// Who owns it.
    #[serde(flatten)]
    pub owner: Owner,
    /// What it measures, and when that is a failure.
    #[serde(flatten)]
    pub fields: CheckFields,
    /// What it is about, in words.
    pub readable_desc: String,
    /// Whether a policy owns it.
    pub managed_by_policy: bool,
    /// Whether a check of a policy wins over this one of an agent, which is not run
    /// then.
    pub overridden_by_policy: bool,
    /// Tasks that its failure starts.
    pub assignedtasks: Vec<AssignedTask>,
    /// The alert template that applies to it on the agent.
    #[schema(required = true)]
    pub alert_template: Option<ShownTemplate>,
    /// What it found on the agent that owns it or is asked about.
    pub check_result: ResultOrNone,
    /// Who made and changed it.
    #[serde(flatten)]
    pub stamps: Stamps,
}

/// Who owns a check: an agent or a policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CheckOwner)]
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

/// A task that the failure of a check starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AssignedTask {
    /// Key of the task.
    pub id: i64,
    /// Name of the task.
    pub name: String,
}

/// A check as it is stored, with what is shown of its owner.
#[derive(Clone, Debug)]
pub struct OwnedCheck {
    pub id: i64,
    pub owner: Owner,
    pub settings: CheckSettings,
    pub stamps: Stamps,
}

impl OwnedCheck {
    /// As it is shown.
    pub fn shown(
        self,
        is_overridden: bool,
        tasks: Vec<AssignedTask>,
        result: Option<CheckResult>,
    ) -> Check {
        Check {
            id: self.id,
            fields: CheckFields::new(&self.settings),
            readable_desc: describe(&self.settings),
            managed_by_policy: self.owner.policy.is_some(),
            owner: self.owner,
            overridden_by_policy: is_overridden,
            assignedtasks: tasks,
            alert_template: None,
            check_result: result.into(),
            stamps: self.stamps,
        }
    }

    /// As callers see it who may not change it: without values of environments.
    pub fn visible_if(mut self, may_change: bool) -> Self {
        if !may_change {
            self.settings = self.settings.masked();
        }
        self
    }

    /// What the audit log stores.
    pub fn audited(&self) -> Value {
        let mut value = json!(self.settings.audited());
        for part in [json!({ "id": self.id }), json!(self.owner)] {
            if let (Value::Object(all), Value::Object(part)) = (&mut value, part) {
                all.extend(part);
            }
        }
        value
    }
}

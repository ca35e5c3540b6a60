//! A service as the API shows it, and the question that changes one.

use std::time::Duration;

use muster_protocol::{ControlService, Service as ReportedService, question_name};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::Identity;
use crate::domain::fleet::Target;
use crate::error::ApiError;

/// How long an agent may take to answer.
pub const LIMIT: Duration = Duration::from_secs(15);
/// A service may take a while to stop.
const CONTROL_LIMIT: Duration = Duration::from_secs(90);

/// One service.
#[derive(Serialize, ToSchema)]
pub struct Service {
    /// The name it is controlled by.
    pub name: String,
    /// What people call it.
    pub display_name: String,
    /// `running`, `stopped`, `failed`, `starting` or `stopping`.
    pub status: String,
    /// `auto`, `autodelay`, `manual` or `disabled`.
    pub start_type: String,
    /// Whether an automatic start is delayed (Windows).
    pub autodelay: bool,
    /// Main process; 0 for none.
    pub pid: u32,
    /// Who it runs as.
    pub username: String,
    /// The program it starts.
    pub binpath: String,
    /// What it is for.
    pub description: String,
}

impl From<ReportedService> for Service {
    fn from(reported: ReportedService) -> Self {
        Self {
            name: reported.name,
            display_name: reported.display_name,
            status: reported.status,
            start_type: reported.start_type,
            autodelay: reported.autodelay,
            pid: reported.pid,
            username: reported.username,
            binpath: reported.binpath,
            description: reported.description,
        }
    }
}

/// Records a change of a service in the audit log, and carries it out.
pub async fn control(
    app: &App,
    caller: &Identity,
    target: &Target,
    body: ControlService,
    message: String,
) -> Result<(), ApiError> {
    target.must_be_thawed()?;
    target.must_be_able_to(question_name::CONTROL_SERVICE)?;
    let after = serde_json::json!({ "service": body.name, "action": body.action });
    let entry: Entry = target.entry(Action::Modify, ObjectType::Agent, message).after(&after);
    Change::begin(app, caller).await?.commit(entry).await?;
    let name = question_name::CONTROL_SERVICE;
    app.agent_link.ask_agent::<_, ()>(&target.agent_id, name, &body, CONTROL_LIMIT).await?;
    Ok(())
}

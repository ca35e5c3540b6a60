//! `POST /software/<agent_id>/`: install a package.

use axum::extract::State;
use axum::response::Response;
use muster_protocol::{ChangeSoftware, order_name};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::manager::{NAMES, manager_for};
use crate::app::App;
use crate::audit::{Action, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::domain::runs::{self, AnswerForm, IfOffline, Instruction, Launch, RunKind};
use crate::error::{ApiError, ErrorBody};
use crate::idempotency::IdempotencyKey;
use crate::ids::AgentId;
use crate::input::{Body, Field, Fields, Parse, Path, Query};

/// Large packages over slow connections.
const LIMIT_SECONDS: u32 = 3600;
const LONGEST: usize = 200;

/// Which package.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// `choco`, `winget`, `apt`, `dnf`, `zypper`, `pacman`, `apk` or `brew`; if absent,
    /// the system's own, on Windows Chocolatey.
    pub manager: Option<String>,
    /// The newest if absent.
    pub version: Option<String>,
}

impl Parse for Package {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            name: package_name(fields.text("name")).required(),
            manager: fields.text("manager").one_of(NAMES).nullable().flatten(),
            version: fields
                .text("version")
                .check(|text| is_plain(text, ".+:~^_-"), "must be a version such as 1.2.3")
                .nullable()
                .flatten(),
        }
    }
}

impl Package {
    /// The instruction for an agent of this platform. The problem is a sentence
    /// that continues after the name of the agent.
    pub fn instruction(&self, app: &App, plat: &str) -> Result<Instruction, String> {
        let manager = manager_for(self.manager.as_deref(), plat)?;
        let version = self.version.clone().unwrap_or_default();
        let order = ChangeSoftware {
            name: self.name.clone(),
            manager: manager.to_owned(),
            version: version.clone(),
            timeout_seconds: LIMIT_SECONDS,
            output_limit: app.settings.output_limit,
        };
        let name = order_name::INSTALL_SOFTWARE;
        let command = format!("install {} {version}", self.name);
        Ok(Instruction::new(RunKind::SoftwareInstall, name, &order, LIMIT_SECONDS)
            .described_as(command.trim())
            .in_shell(manager))
    }
}

/// The name of a package, as the managers write them.
pub(super) fn package_name<'f, 'a>(field: Field<'f, 'a, String>) -> Field<'f, 'a, String> {
    field
        .trimmed()
        .not_blank()
        .check(|text| is_plain(text, "@._+:/-"), "must be the name of a package")
}

fn is_plain(text: &str, signs: &str) -> bool {
    text.len() <= LONGEST
        && text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || signs.contains(c))
}

/// Which package, and how long it may wait.
#[derive(ToSchema)]
pub struct InstallSoftware {
    #[serde(flatten)]
    package: Package,
    /// Hours it waits for an agent that is away, 1 to 720; 24 if not said.
    #[schema(required = false)]
    queue_hours: u32,
}

impl Parse for InstallSoftware {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { package: Package::parse(fields), queue_hours: runs::queue_hours(fields) }
    }
}

/// Install a package on an agent.
///
/// Answers when the agent has the order; one that is away gets it when it is
/// back. How it went is the return code of the run `X-Run-Id`; after success
/// the inventory is refreshed.
#[utoipa::path(
    post,
    path = "/software/{agent_id}/",
    tag = "software",
    params(
        ("agent_id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Starts nothing twice within 24 h."),
        AnswerForm,
    ),
    request_body = InstallSoftware,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn install_software(
    State(app): State<App>,
    caller: Caller<may::ManageSoftware>,
    Path(agent_id): Path<AgentId>,
    Query(form): Query<AnswerForm>,
    key: Option<IdempotencyKey>,
    Body(request): Body<InstallSoftware>,
) -> Result<Response, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let (hostname, package) = (target.hostname.clone(), request.package);
    let instruction = package
        .instruction(&app, &target.plat)
        .map_err(|problem| ApiError::UnsupportedPlatform(format!("{hostname} {problem}")))?;
    let message = format!("{} installed {} on {hostname}", caller.username, package.name);
    let after = json!({
        "name": package.name, "manager": package.manager, "version": package.version,
    });
    let audit = target.entry(Action::Modify, ObjectType::Software, message).after(&after);
    let launch = Launch::new(instruction, target, audit).keyed(key);
    let if_offline = IfOffline::wait_hours(request.queue_hours);
    let started = runs::start(&app, &caller, &launch, if_offline).await?;
    let what = format!("the installation of {}", package.name);
    runs::answer_started(&app, started, &hostname, &what, form).await
}

//! `POST /agents/installer/`: the command or script that makes a computer an
//! agent.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::add::add;
use super::base_url::{BaseUrl, is_server_url};
use super::deployment::{Deployment, Kind};
use super::fields::Target;
use super::package::is_file_name;
use super::program::{find_program, no_program};
use super::script::{installer, quote_for_shell};
use crate::app::App;
use crate::audit::Change;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse};
use crate::time::Timestamp;

/// An installer that nobody asked for more of.
const ONE_COMPUTER: i64 = 1;

const METHODS: &[&str] = &["exe", "powershell", "manual", "bash", "mac"];

#[derive(Debug)]
pub struct CreateInstaller {
    method: String,
    target: Target,
    hours: i64,
    api: Option<String>,
    file_name: Option<String>,
}

/// What kind of installer is wanted, as callers send it.
#[derive(ToSchema)]
#[schema(as = CreateInstaller)]
#[expect(dead_code, reason = "it describes what `CreateInstaller` parses")]
pub struct CreateInstallerBody {
    /// `exe` or `powershell` for Windows, `bash` for Linux, `mac` for macOS,
    /// `manual` for a line to type on any of them.
    #[serde(rename = "installMethod")]
    install_method: String,
    /// Key of the site whose agents it makes.
    site: i64,
    /// Key of the client, if the site is to be checked against it.
    client: Option<i64>,
    /// Hours until it ends, 1 to 8760; 24, if not said.
    expires: Option<i64>,
    /// What the computers are: `server` or `workstation`.
    agenttype: String,
    /// `windows`, `linux` or `darwin`.
    plat: String,
    /// `amd64`, if not said, `386`, `arm64` or `arm`.
    goarch: Option<String>,
    /// 1: the computer never sleeps. For Windows.
    power: Option<u8>,
    /// 1: its remote desktop is on. For Windows.
    rdp: Option<u8>,
    /// 1: it answers pings. For Windows.
    ping: Option<u8>,
    /// Address of this server as the computers reach it. The link is served
    /// only where that is an address of this server.
    api: Option<String>,
    /// Name for the file.
    #[serde(rename = "fileName")]
    file_name: Option<String>,
    /// How many computers may enrol with it; one, if not said; null: any
    /// number.
    max_uses: Option<i64>,
    /// Networks (`10.0.0.0/8`) or addresses it may be used from.
    networks: Option<Vec<String>>,
}

impl Parse for CreateInstaller {
    fn parse(fields: &Fields<'_>) -> Self {
        let file_name = fields.text("fileName").check(
            |name| is_file_name(name),
            "must be 1 to 100 letters, digits, dots, dashes or underscores",
        );
        let api = fields
            .text("api")
            .trimmed()
            .check(|url| is_server_url(url), "must be an address such as https://rmm.example.com");
        let request = Self {
            method: fields.text("installMethod").one_of(METHODS).required(),
            target: Target::parse(fields, None, Some(ONE_COMPUTER)),
            hours: fields.whole("expires").between(1..=8760).or(24),
            api: api.nullable().flatten().map(|url| url.trim_end_matches('/').to_owned()),
            file_name: file_name.nullable().flatten(),
        };
        if let Some(plat) = platform_of(&request.method)
            && !request.target.plat.is_empty()
            && request.target.plat != plat
        {
            fields.problem("installMethod", format!("{} is for {plat}", request.method));
        }
        request
    }
}

fn platform_of(method: &str) -> Option<&'static str> {
    match method {
        "exe" | "powershell" => Some("windows"),
        "bash" => Some("linux"),
        "mac" => Some("darwin"),
        _ => None,
    }
}

/// What to type on the computer.
#[derive(Serialize, ToSchema)]
pub struct InstallCommand {
    /// The line to type, as an administrator.
    cmd: String,
    /// Where it gets the script that installs.
    url: String,
}

/// Create an installer.
///
/// `manual` and `mac` answer with a line to type, the others with a file. Each
/// carries an enrolment token, which `GET /clients/deployments/` lists and
/// `DELETE` revokes. 409 when this server has no agent for that platform.
#[utoipa::path(
    post,
    path = "/agents/installer/",
    tag = "agents",
    request_body = CreateInstallerBody,
    responses(
        (status = 200, content(
            (InstallCommand = "application/json"),
            (String = "text/plain"),
        )),
        (status = "default", body = ErrorBody),
    ),
)]
pub async fn create_installer(
    State(app): State<App>,
    caller: Caller<may::InstallAgents>,
    base_url: BaseUrl,
    Body(request): Body<CreateInstaller>,
) -> Result<Response, ApiError> {
    let CreateInstaller { method, target, hours, api, file_name } = request;
    let (plat, goarch) = (target.plat.clone(), target.goarch.clone());
    // Before the change: reading a large file must not delay other writers.
    let program = find_program(&app.settings.data, &plat, &goarch).await?;
    let change = Change::begin(&app, &caller).await?;
    target.check(&change, &caller.scope).await?;
    if method == "exe" {
        let sentence = "there is no signed installer for Windows: use the method powershell";
        return Err(ApiError::Conflict(sentence.to_owned()));
    }
    let program = program.ok_or_else(|| no_program(&plat, &goarch))?;
    let life = Duration::from_secs(hours.unsigned_abs() * 3600);
    let mut new = target.deployment(Kind::Installer, Timestamp::now().plus(life));
    new.api = api.unwrap_or_default();
    let deployment = add(change, &app.vault, &new).await?.at(&base_url.0);
    if matches!(method.as_str(), "manual" | "mac") {
        return Ok(Json(command(deployment, &plat)).into_response());
    }
    let token = deployment.token(&app, life)?;
    let publisher = app.settings.publisher_key.as_deref();
    let mut package = installer(&deployment, &plat, &goarch, &program, &token, publisher);
    package.name = file_name.unwrap_or(package.name);
    Ok(package.into_response())
}

fn command(deployment: Deployment, plat: &str) -> InstallCommand {
    let url = deployment.url;
    let quoted = quote_for_shell(&url);
    let cmd = match plat {
        "windows" => format!("powershell -ExecutionPolicy Bypass -Command \"irm {quoted} | iex\""),
        "darwin" => format!("curl -fsSL {quoted} | sudo sh"),
        // A Linux may have only one of the two.
        _ => format!("(curl -fsSL {quoted} || wget -qO- {quoted}) | sudo sh"),
    };
    InstallCommand { cmd, url }
}

//! `POST /agents/installer/`: the command, script or archive that makes a
//! computer an agent.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use utoipa::ToSchema;

use super::add::add;
use super::base_url::{BaseUrl, is_server_url};
use super::command::InstallCommand;
use super::deployment::Kind;
use super::fields::{Target, switch};
use super::package::is_file_name;
use super::program::read_bytes;
use super::script::Installer;
use super::stock::Stock;
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
    is_static: bool,
    hours: i64,
    api: Option<String>,
    file_name: Option<String>,
}

/// What kind of installer is wanted, as callers send it.
#[derive(ToSchema)]
#[schema(as = CreateInstaller)]
#[expect(dead_code, reason = "it describes what `CreateInstaller` parses")]
pub struct CreateInstallerBody {
    /// `exe` (an archive to unpack and click) or `powershell` for Windows, `bash` for
    /// Linux, `mac` for macOS, `manual` for a line to type on any of them.
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
    /// `amd64`, if not said, `386`, `arm64` or `arm`. Scripts for Linux and macOS look at
    /// the computer and take the program for it, if this server has one.
    goarch: Option<String>,
    /// 1: the static program, which needs no library of the system. For Linux; without it
    /// the script takes that one where glibc is missing or older than 2.17.
    #[serde(rename = "static")]
    is_static: Option<u8>,
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
            is_static: switch(fields, "static"),
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
        if request.is_static && !matches!(request.target.plat.as_str(), "" | "linux") {
            fields.problem("static", "static is for linux");
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

/// Create an installer.
///
/// `manual` and `mac` answer with a line to type, the others with a file: `powershell` and
/// `bash` with a script that fetches the agent, checks its SHA-256 and installs it, `exe`
/// with an archive that has the agent and its settings in it. For Windows, `manual` is
/// about the package, if this server has it and `power`, `rdp` and `ping` are not asked
/// for, which only scripts set up. Each installer carries an enrolment token, which
/// `GET /clients/deployments/` lists and `DELETE` revokes. 409 when this server has no
/// agent for that platform: see `GET`.
#[utoipa::path(
    post,
    path = "/agents/installer/",
    tag = "agents",
    request_body = CreateInstallerBody,
    responses(
        (status = 200, content(
            (InstallCommand = "application/json"),
            (String = "text/plain"),
            (Vec<u8> = "application/zip"),
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
    let CreateInstaller { method, target, is_static, hours, api, file_name } = request;
    // Before the change: reading a large file must not delay other writers.
    let stock = Stock::read(&app.settings.data).await?;
    let choice = stock.choose(&target.plat, &target.goarch, is_static);
    let bytes = match &choice {
        Ok(choice) if method == "exe" => Some(read_bytes(choice.file).await?),
        _ => None,
    };
    let change = Change::begin(&app, &caller).await?;
    target.check(&change, &caller.scope).await?;
    let choice = choice?;
    let life = Duration::from_secs(hours.unsigned_abs() * 3600);
    let mut new = target.deployment(Kind::Installer, Timestamp::now().plus(life));
    new.api = api.unwrap_or_default();
    let deployment = add(change, &app.vault, &new).await?.at(&base_url.0);
    let installer = Installer {
        deployment: &deployment,
        choice: &choice,
        token: &deployment.token(&app, life)?,
        publisher_key: app.settings.publisher_key.as_deref(),
    };
    let mut package = match (method.as_str(), &bytes) {
        ("manual" | "mac", _) => return Ok(Json(installer.command()).into_response()),
        (_, Some(bytes)) => installer.archive(bytes)?,
        (_, None) => installer.script(),
    };
    package.name = file_name.unwrap_or(package.name);
    Ok(package.into_response())
}

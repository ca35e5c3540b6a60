//! `muster enroll-token`: tokens with which computers become agents.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Subcommand;

use super::output::print_line;
use crate::app::App;
use crate::audit::Change;
use crate::auth::{Identity, Secret};
use crate::config::Settings;
use crate::features::deployments::{self, InstallFlags, Kind, NewDeployment};
use crate::storage::sql;
use crate::time::Timestamp;

/// What can be done with enrolment tokens.
#[derive(Subcommand)]
pub enum EnrollTokenCommand {
    /// Make a token; it is printed alone on the last line, and never again.
    Create {
        /// Id of the site whose agents it makes (see GET /clients/).
        #[arg(long, value_name = "ID")]
        site: i64,
        /// How many computers may use it; without it, any number.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..))]
        uses: Option<i64>,
        /// Hours until it expires.
        #[arg(long, value_name = "H", default_value_t = 24, value_parser = clap::value_parser!(u64).range(1..=8760))]
        hours: u64,
        /// What the computers are: server or workstation.
        #[arg(long = "type", value_name = "TYPE", default_value = "server", value_parser = ["server", "workstation"])]
        monitoring_type: String,
    },
}

/// Runs the command.
pub async fn run(settings: Settings, command: EnrollTokenCommand) -> anyhow::Result<ExitCode> {
    let EnrollTokenCommand::Create { site, uses, hours, monitoring_type } = command;
    let app = App::open(settings).await?;
    let expires = Timestamp::now().plus(Duration::from_secs(hours * 3600));
    let token = create(&app, site, uses, expires, &monitoring_type).await;
    app.close(Duration::from_secs(5)).await;
    print_line(token?.text.reveal());
    Ok(ExitCode::SUCCESS)
}

/// A token that was just made.
pub struct NewToken {
    /// The token itself, shown once.
    pub text: Secret,
}

/// Makes a deployment for a site, and a token of it.
pub async fn create(
    app: &App,
    site: i64,
    uses: Option<i64>,
    expires: Timestamp,
    monitoring_type: &str,
) -> anyhow::Result<NewToken> {
    let by = Identity::console();
    let change = Change::begin(app, &by).await?;
    let known: Option<i64> =
        sql::value(&*change, "select id from sites where id = $1", [site.into()]).await?;
    if known.is_none() {
        bail!("there is no site {site}: GET /clients/ lists them");
    }
    let new = NewDeployment {
        kind: Kind::Installer,
        site,
        mon_type: monitoring_type.to_owned(),
        plat: "linux".to_owned(),
        goarch: "amd64".to_owned(),
        expiry: expires,
        install_flags: InstallFlags::default(),
        max_uses: uses,
        networks: Vec::new(),
        api: String::new(),
    };
    let deployment =
        deployments::add(change, &app.vault, &new).await.context("while storing the token")?;
    Ok(NewToken { text: deployment.token(app, Duration::MAX)? })
}

//! `muster enroll-token`: tokens with which computers become agents.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Subcommand;

use super::output::say;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Identity, Token};
use crate::config::Settings;
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
    say(token?.text.reveal());
    Ok(ExitCode::SUCCESS)
}

/// Stores a new token for a site.
pub async fn create(
    app: &App,
    site: i64,
    uses: Option<i64>,
    expires: Timestamp,
    monitoring_type: &str,
) -> anyhow::Result<Token> {
    let by = Identity::console();
    let change = Change::begin(app, &by).await?;
    let name: Option<String> =
        sql::value(&*change, "select name from sites where id = $1", [site.into()]).await?;
    let Some(name) = name else { bail!("there is no site {site}: GET /clients/ lists them") };
    let token = Token::random();
    let id = sql::number(
        &*change,
        "insert into enrolment_tokens
                (token_hash, site_id, monitoring_type, expires, max_uses, created_by, created_time)
         values ($1, $2, $3, $4, $5, $6, $7) returning id",
        [
            token.hash.clone().into(),
            site.into(),
            monitoring_type.into(),
            expires.into(),
            uses.into(),
            by.username.clone().into(),
            Timestamp::now().into(),
        ],
    )
    .await?;
    let message = format!("{} made an enrolment token for site {name}", by.username);
    let after = serde_json::json!({ "site": site, "max_uses": uses, "expires": expires });
    let entry = Entry::new(Action::Add, ObjectType::Deployment, id, message)
        .site(site, &name)
        .after(&after);
    change.commit(entry).await.context("while storing the token")?;
    Ok(token)
}

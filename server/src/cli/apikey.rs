//! `muster apikey`: API keys, from the server's own command line.

use std::time::Duration;

use clap::Subcommand;

use super::output::print_line;
use crate::app::App;
use crate::config::Settings;
use crate::features::accounts::{ApiKey, console};

/// What to do with API keys.
#[derive(Subcommand, Debug)]
pub enum ApiKeyCommand {
    /// Make a key; prints it alone on the last line
    Create {
        /// Name of the key
        name: String,
        /// The user it acts as
        #[arg(long)]
        user: String,
    },
    /// List all keys, without the keys themselves
    List,
    /// Revoke a key
    Revoke {
        /// Name of the key
        name: String,
    },
}

/// Runs a command on the configured database, also while the server runs.
pub async fn run(settings: Settings, command: ApiKeyCommand) -> anyhow::Result<()> {
    let app = App::open(settings).await?;
    let answer = answer(&app, command).await;
    app.close(Duration::from_secs(5)).await;
    answer?.iter().for_each(print_line);
    Ok(())
}

/// Executes the command, and returns the lines to print.
pub(crate) async fn answer(app: &App, command: ApiKeyCommand) -> anyhow::Result<Vec<String>> {
    match command {
        ApiKeyCommand::Create { name, user } => {
            let key = console::create_api_key(app, &name, &user).await?;
            let sentence = format!("created API key {name} of user {user}; it is not shown again");
            Ok(vec![sentence, key.reveal().to_owned()])
        }
        ApiKeyCommand::List => {
            Ok(console::list_api_keys(app).await?.iter().map(describe).collect())
        }
        ApiKeyCommand::Revoke { name } => {
            console::revoke_api_key(app, &name).await?;
            Ok(vec![format!("revoked API key {name}")])
        }
    }
}

fn describe(key: &ApiKey) -> String {
    let time = |time: Option<crate::time::Timestamp>| {
        time.map_or("never".to_owned(), |time| time.to_string())
    };
    let (last, end) = (time(key.last_used), time(key.expiration));
    format!("{}, {}…, user {}, last used {last}, expires {end}", key.name, key.prefix, key.username)
}

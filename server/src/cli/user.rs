//! `muster user`: accounts, from the server's own command line.

use std::io::BufRead;
use std::time::Duration;

use anyhow::Context;
use clap::Subcommand;

use super::output::print_line;
use crate::app::App;
use crate::auth::Secret;
use crate::config::Settings;
use crate::features::accounts::{User, console};

/// What to do with users.
#[derive(Subcommand, Debug)]
pub enum UserCommand {
    /// Add a user; prints a generated password alone on the last line
    Create {
        /// Name to log in with
        name: String,
        /// May do everything, everywhere
        #[arg(long)]
        superuser: bool,
        /// Read the password from standard input instead of making one up
        #[arg(long)]
        password_stdin: bool,
    },
    /// List all users
    List,
    /// Set a password and end the user's sessions
    ResetPassword {
        /// Name of the user
        name: String,
        /// Read the password from standard input instead of making one up
        #[arg(long)]
        password_stdin: bool,
    },
    /// Take two-factor login off a user and end their sessions
    #[command(name = "reset-2fa")]
    Reset2fa {
        /// Name of the user
        name: String,
    },
}

/// Runs a command on the configured database, also while the server runs.
pub async fn run(settings: Settings, command: UserCommand) -> anyhow::Result<()> {
    let app = App::open(settings).await?;
    let answer = answer(&app, command, &mut std::io::stdin().lock()).await;
    app.close(Duration::from_secs(5)).await;
    answer?.iter().for_each(print_line);
    Ok(())
}

/// Executes the command, and returns the lines to print.
pub(crate) async fn answer(
    app: &App,
    command: UserCommand,
    input: &mut impl BufRead,
) -> anyhow::Result<Vec<String>> {
    match command {
        UserCommand::Create { name, superuser, password_stdin } => {
            let password = Password::new(password_stdin, input)?;
            let user = console::create_user(app, &name, &password.text, superuser).await?;
            Ok(password.lines(&format!("created user {}", user.username)))
        }
        UserCommand::List => Ok(console::list_users(app).await?.iter().map(describe).collect()),
        UserCommand::ResetPassword { name, password_stdin } => {
            let password = Password::new(password_stdin, input)?;
            console::reset_password(app, &name, &password.text).await?;
            Ok(password.lines(&format!("changed the password of user {name}")))
        }
        UserCommand::Reset2fa { name } => {
            console::reset_totp(app, &name).await?;
            Ok(vec![format!("cleared the two-factor login of user {name}")])
        }
    }
}

/// A new password, and whether the person who runs the command knows it
/// already.
struct Password {
    text: Secret,
    is_generated: bool,
}

impl Password {
    fn new(from_input: bool, input: &mut impl BufRead) -> anyhow::Result<Self> {
        if !from_input {
            return Ok(Self { text: console::random_password(), is_generated: true });
        }
        let mut line = String::new();
        input.read_line(&mut line).context("cannot read the password from standard input")?;
        let text = Secret::new(line.trim_end_matches(['\r', '\n']));
        Ok(Self { text, is_generated: false })
    }

    fn lines(&self, sentence: &str) -> Vec<String> {
        let mut lines = vec![sentence.to_owned()];
        if self.is_generated {
            lines.push(self.text.reveal().to_owned());
        }
        lines
    }
}

fn describe(user: &User) -> String {
    let mut texts = vec![user.username.clone()];
    if user.is_superuser {
        texts.push("superuser".to_owned());
    } else if user.role.is_some() {
        texts.push(format!("role {:?}", user.role_name));
    } else {
        texts.push("no role".to_owned());
    }
    if !user.is_active {
        texts.push("disabled".to_owned());
    }
    if user.block_dashboard_login {
        texts.push("login blocked".to_owned());
    }
    texts.push(if user.totp_enrolled { "2FA" } else { "no 2FA" }.to_owned());
    let last = user.last_login.map_or("never".to_owned(), |time| time.to_string());
    texts.push(format!("last login {last}"));
    texts.join(", ")
}

//! Apple's own updates, through `softwareupdate`.

use muster_protocol::{End, Stream};

use super::offered::{self, Offered};
use crate::run::Stage;

/// That there is nothing is printed among the errors.
const SEARCH: [&str; 3] = ["sh", "-c", "exec softwareupdate --list 2>&1"];

/// What is offered now. Fails when the tool gives no clear answer.
pub async fn search(stage: &mut Stage<'_>) -> Result<Vec<Offered>, End> {
    let reply = stage.ask_program(&SEARCH).await?;
    match offered::parse(&reply.stdout) {
        Some(found) if reply.code == 0 => Ok(found),
        _ => {
            stage.print(Stream::Stderr, &reply.stdout);
            Err(End::Exited { code: reply.code.max(1) })
        }
    }
}

/// Installs updates without restarting the machine, and returns the code of the tool.
///
/// On Apple's own processors the system asks for the password of a user of the computer
/// before it installs itself; there is none to give, and so it refuses that.
pub async fn install(stage: &mut Stage<'_>, updates: &[&Offered]) -> Result<i32, End> {
    let mut words = vec!["softwareupdate", "--install", "--agree-to-license"];
    words.extend(updates.iter().map(|update| update.label.as_str()));
    match stage.run_program(&words).await {
        End::Exited { code } => Ok(code),
        end => Err(end),
    }
}

//! `muster openapi`: the description of the API, as `openapi.json` holds it.

use std::process::ExitCode;

use super::output::say;
use crate::router;

/// Prints the document.
pub fn run() -> anyhow::Result<ExitCode> {
    say(router::document().to_pretty_json()?);
    Ok(ExitCode::SUCCESS)
}

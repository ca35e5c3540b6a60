//! `muster openapi`: prints the description of the API, as in `openapi.json`.

use std::process::ExitCode;

use super::output::print_line;
use crate::features::schema;

/// Prints the document.
pub fn run() -> anyhow::Result<ExitCode> {
    print_line(schema::unpacked()?.trim_end());
    Ok(ExitCode::SUCCESS)
}

//! Placeholders in arguments and environment of runs.

use crate::app::App;
use crate::domain::fleet::Target;
use crate::domain::key_store::Code;
use crate::domain::placeholders::{PlaceholderSources, server_values};
use crate::error::ApiError;
use crate::features::scripts::{Filled, fill};

/// Arguments and environment with their placeholders filled in; 400 lists those
/// without a value.
pub async fn filled(
    app: &App,
    target: &Target,
    (shell, code): (&str, Code),
    args: &[String],
    env_vars: &[String],
) -> Result<Filled, ApiError> {
    let targets = std::slice::from_ref(target);
    let mut filled = filled_many(app, targets, (shell, code), args, env_vars).await?;
    filled.pop().unwrap_or(Err(ApiError::NotFound("agent")))
}

/// Arguments and environment for many agents, in their order: as many queries
/// as for one.
pub async fn filled_many(
    app: &App,
    targets: &[Target],
    (shell, code): (&str, Code),
    args: &[String],
    env_vars: &[String],
) -> Result<Vec<Result<Filled, ApiError>>, ApiError> {
    if !args.iter().chain(env_vars).any(|text| text.contains("{{")) {
        let same = || Filled { args: args.to_vec(), env_vars: env_vars.to_vec() };
        return Ok(targets.iter().map(|_| Ok(same())).collect());
    }
    let mut sources = PlaceholderSources::load(app, targets).await?;
    let one = |target: &Target| fill(args, env_vars, shell, code, &sources.of(target)?);
    Ok(targets.iter().map(one).collect())
}

/// Arguments and environment of code that is tried out on the server, without an
/// agent: only the key store has values there.
pub async fn server_placeholders(
    app: &App,
    shell: &str,
    args: &[String],
    env_vars: &[String],
) -> Result<Filled, ApiError> {
    fill(args, env_vars, shell, Code::AdHoc, &server_values(app).await?)
}

//! Whether a script can run on a platform.

use super::script_source::ScriptForRun;
use crate::domain::fleet::Target;
use crate::error::ApiError;
use crate::host;
use crate::wording::{platform, platforms};

/// Refuses a script that does not run on the agent's platform.
pub fn check_agent(script: &ScriptForRun, target: &Target) -> Result<(), ApiError> {
    check(script, &target.plat, &target.hostname)
}

/// Refuses a script that cannot run on the server; `as_user` says whether it
/// should run as the person at the machine.
pub fn check_server(script: &ScriptForRun, as_user: bool) -> Result<(), ApiError> {
    if as_user || script.run_as_user {
        let sentence = "a script on the server cannot run as the person at the machine";
        return Err(ApiError::invalid("run_as_user", sentence));
    }
    check(script, host::platform(), "the server")
}

fn check(script: &ScriptForRun, plat: &str, location: &str) -> Result<(), ApiError> {
    if script.runs_on(plat) {
        return Ok(());
    }
    let (name, only) = (&script.name, platforms(&script.supported_platforms));
    let runs = platform(plat);
    Err(ApiError::UnsupportedPlatform(format!(
        "the script {name} runs only on {only}, and {location} runs {runs}"
    )))
}

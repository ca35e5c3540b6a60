//! `muster sim crowd`, `muster sim session` and `muster sim screen`.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use muster_sim::{
    CrowdPlan, ScreenPlan, SessionPlan, measure_screen, measure_session, simulate_crowd,
};

use super::remote_arguments::{CrowdArguments, ScreenArguments, SessionArguments};
use super::{make_token, need_files, own_address, write_json};
use crate::cli::output::print_line;
use crate::config::Settings;

/// Opens many sessions at one relay, and ends them.
pub async fn crowd(settings: Settings, arguments: CrowdArguments) -> anyhow::Result<ExitCode> {
    // Both sides of every session are here, and so are the agents.
    need_files(2 * (arguments.active + arguments.idle) + arguments.agents)?;
    let server = arguments.server.clone().unwrap_or_else(|| own_address(&settings));
    let token = match (&arguments.token, arguments.site) {
        (Some(token), _) => token.clone(),
        (None, Some(site)) => make_token(settings, site, arguments.agents).await?,
        (None, None) => bail!("name a --site to enrol the agents in, or give a --token"),
    };
    let report = simulate_crowd(&CrowdPlan {
        server,
        token,
        api_key: arguments.api_key,
        seed: arguments.seed,
        agents: arguments.agents,
        active: arguments.active,
        idle: arguments.idle,
        keys_per_second: arguments.keys_per_second,
        load: Duration::from_secs(arguments.seconds),
        pid: arguments.pid,
    })
    .await?;
    write_json(arguments.json.as_deref(), &report.json())?;
    print_line(report.to_string().trim_end());
    Ok(if report.lost == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Measures sessions of a real agent on this machine.
pub async fn session(settings: Settings, arguments: SessionArguments) -> anyhow::Result<ExitCode> {
    let folder = arguments.folder.unwrap_or_else(std::env::temp_dir);
    let report = measure_session(&SessionPlan {
        server: arguments.server.unwrap_or_else(|| own_address(&settings)),
        api_key: arguments.api_key,
        agent_id: arguments.agent_id,
        openings: arguments.openings,
        keys: arguments.keys,
        flood: Duration::from_secs(arguments.flood_seconds),
        file_mib: arguments.file_mib,
        folder: folder.display().to_string(),
        pid: arguments.pid,
    })
    .await?;
    write_json(arguments.json.as_deref(), &report.json())?;
    print_line(report.to_string().trim_end());
    Ok(ExitCode::SUCCESS)
}

/// Measures the screen of a real agent on this machine.
pub async fn screen(settings: Settings, arguments: ScreenArguments) -> anyhow::Result<ExitCode> {
    let report = measure_screen(&ScreenPlan {
        server: arguments.server.unwrap_or_else(|| own_address(&settings)),
        api_key: arguments.api_key,
        agent_id: arguments.agent_id,
        lasting: Duration::from_secs(arguments.seconds),
    })
    .await?;
    write_json(arguments.json.as_deref(), &report.json())?;
    print_line(report.to_string().trim_end());
    Ok(ExitCode::SUCCESS)
}

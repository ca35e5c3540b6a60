//! `muster sim size`.

use std::process::ExitCode;
use std::time::Duration;

use muster_sim::{SizePlan, measure_size};

use super::arguments::SizeArguments;
use super::own_server::OwnServer;
use super::{need_files, write_json};
use crate::cli::output::print_line;

/// Simulation and server share the machine: the server may have this part.
const PROCESSOR_LIMIT: f64 = 0.7;
const MEMORY_LIMIT: f64 = 0.7;

/// Measures with a temporary server, and removes it afterwards.
pub async fn run(arguments: SizeArguments) -> anyhow::Result<ExitCode> {
    need_files(arguments.most)?;
    let server =
        OwnServer::start(arguments.database_url.as_deref(), arguments.bus_url.as_deref()).await?;
    let plan = SizePlan {
        server: server.url.clone(),
        pid: server.pid,
        token: server.token.clone(),
        api_key: server.api_key.clone(),
        seed: arguments.pace.seed,
        tempo: arguments.pace.tempo(),
        first: arguments.first,
        most: arguments.most,
        commands_per_minute: arguments.commands_per_minute,
        p99_limit: Duration::from_millis(arguments.p99),
        processor_limit: PROCESSOR_LIMIT,
        memory_limit: MEMORY_LIMIT,
    };
    let report = tokio::select! {
        report = measure_size(&plan) => report,
        _ = tokio::signal::ctrl_c() => Err(anyhow::anyhow!("stopped before the measurement was over")),
    };
    server.stop().await;
    let report = report?;
    write_json(arguments.pace.json.as_deref(), &report.json())?;
    print_line(report);
    Ok(ExitCode::SUCCESS)
}

//! A process as the API shows it.

use std::time::Duration;

use muster_protocol::{Process as ReportedProcess, question_name};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::domain::fleet::Target;
use crate::error::ApiError;

/// How long an agent may take.
pub const LIMIT: Duration = Duration::from_secs(15);

/// One running process.
#[derive(Serialize, ToSchema)]
pub struct Process {
    /// The same as `pid`.
    pub id: u32,
    /// Its short name.
    pub name: String,
    /// Process id.
    pub pid: u32,
    /// Id of its parent; 0 for none.
    pub ppid: u32,
    /// Share of one processor right now, in percent.
    pub cpu_percent: String,
    /// Resident memory in bytes.
    pub membytes: u64,
    /// Who it runs as.
    pub username: String,
    /// The whole command line.
    pub cmdline: String,
}

/// The processes of an agent, by name.
pub async fn ask(app: &App, target: &Target) -> Result<Vec<Process>, ApiError> {
    let name = question_name::LIST_PROCESSES;
    target.must_be_able_to(name)?;
    let reported: Vec<ReportedProcess> =
        app.agent_link.ask_agent(&target.agent_id, name, &(), LIMIT).await?;
    let mut processes: Vec<Process> = reported.into_iter().map(Process::from).collect();
    processes.sort_by_cached_key(|process| (process.name.to_lowercase(), process.pid));
    Ok(processes)
}

impl From<ReportedProcess> for Process {
    fn from(reported: ReportedProcess) -> Self {
        Self {
            id: reported.pid,
            name: reported.name,
            pid: reported.pid,
            ppid: reported.ppid,
            cpu_percent: format!("{:.1}", reported.cpu_percent),
            membytes: reported.memory_bytes,
            username: reported.username,
            cmdline: reported.command_line,
        }
    }
}

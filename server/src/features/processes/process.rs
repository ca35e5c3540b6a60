//! A process as the API shows it.

use std::time::Duration;

use muster_protocol::{Process as Told, question_name};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::ids::AgentId;

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
pub async fn ask(app: &App, agent_id: &AgentId) -> Result<Vec<Process>, ApiError> {
    let name = question_name::LIST_PROCESSES;
    let told: Vec<Told> = app.agent_link.ask_agent(agent_id, name, &(), LIMIT).await?;
    let mut processes: Vec<Process> = told.into_iter().map(Process::from).collect();
    processes.sort_by_cached_key(|process| (process.name.to_lowercase(), process.pid));
    Ok(processes)
}

impl From<Told> for Process {
    fn from(told: Told) -> Self {
        Self {
            id: told.pid,
            name: told.name,
            pid: told.pid,
            ppid: told.ppid,
            cpu_percent: format!("{:.1}", told.cpu_percent),
            membytes: told.memory_bytes,
            username: told.username,
            cmdline: told.command_line,
        }
    }
}

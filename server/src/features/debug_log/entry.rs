//! An entry of the debug log as the API shows it.

use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use crate::debug_log::{LogLevel, LogType};
use crate::time::Timestamp;

/// What went wrong, when and where.
#[derive(Debug, FromQueryResult, Serialize, ToSchema)]
pub struct DebugLogEntry {
    /// Key of the entry.
    pub id: i64,
    /// When it was recorded.
    #[schema(value_type = String, format = DateTime)]
    pub entry_time: Timestamp,
    /// Host name of the agent it is about; null when it is about the server.
    pub agent: Option<String>,
    /// Id of the agent it is about.
    pub agent_id: Option<String>,
    /// How bad it is.
    #[schema(extensions(("x-enum-values" = json!(LogLevel::NAMES))))]
    pub log_level: String,
    /// What it is about: releases of the agent, agents and what they send, updates
    /// of operating systems, the server, or scripts.
    #[schema(extensions(("x-enum-values" = json!(LogType::NAMES))))]
    pub log_type: String,
    /// The same in a sentence; `… more of the last minute` stands for entries that
    /// were too many to be stored.
    pub message: String,
}

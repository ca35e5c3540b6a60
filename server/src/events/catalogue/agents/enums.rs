//! Enums that events about agents use, for their description.

use utoipa::ToSchema;

/// What an agent is monitored as.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "only described: agents know their type")]
pub enum MonitoringType {
    Server,
    Workstation,
}

/// The system of an agent.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "only described: agents know their system")]
pub enum Platform {
    Windows,
    Linux,
    Darwin,
}

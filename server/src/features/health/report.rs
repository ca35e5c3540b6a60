//! The report as monitoring reads it. Every key is always there.

use serde::Serialize;
use utoipa::ToSchema;

/// How this instance is, also under the names that monitoring in the field
/// reads.
#[derive(Debug, Serialize, ToSchema)]
pub struct HealthReport {
    /// The report.
    #[serde(flatten)]
    report: Health,
    /// The same as `cache_ping`.
    redis_ping: bool,
    /// The same as `queue_len`.
    celery_queue_len: i64,
    /// The same as `queue_health`.
    celery_queue_health: QueueHealth,
    /// The same as `bus_std_ping`.
    nats_std_ping: bool,
    /// The same as `bus_ws_ping`.
    nats_ws_ping: bool,
    /// The same as `remote_ping`.
    mesh_ping: bool,
}

impl From<Health> for HealthReport {
    fn from(report: Health) -> Self {
        Self {
            redis_ping: report.cache_ping,
            celery_queue_len: report.queue_len,
            celery_queue_health: report.queue_health,
            nats_std_ping: report.bus_std_ping,
            nats_ws_ping: report.bus_ws_ping,
            mesh_ping: report.remote_ping,
            report,
        }
    }
}

/// How this instance is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    /// Release of the service.
    pub version: &'static str,
    /// Newest release of the agent.
    pub latest_agent_version: String,
    /// Number of agents; -1 when the database does not answer.
    pub agent_count: i64,
    /// Number of clients; -1 when the database does not answer.
    pub client_count: i64,
    /// Number of sites; -1 when the database does not answer.
    pub site_count: i64,
    /// Used part of the file system that holds the data folder, percent.
    pub disk_usage_percent: i64,
    /// Used part of the memory, percent.
    pub mem_usage_percent: i64,
    /// Whole days; below 0 once it has expired, 9999 when no certificate is
    /// known of, 0 when it cannot be read.
    pub days_until_cert_expires: i64,
    /// Whether the certificate has expired.
    pub cert_expired: bool,
    /// Whether the cache keeps what it is given.
    pub cache_ping: bool,
    /// Jobs that are ready and due; -1 when they cannot be counted.
    pub queue_len: i64,
    /// Unhealthy above 100, or when they cannot be counted.
    pub queue_health: QueueHealth,
    /// Whether the message bus brings a message back.
    pub bus_std_ping: bool,
    /// Whether the socket that agents connect to lets one in.
    pub bus_ws_ping: bool,
    /// Whether the remote-control relay answers.
    pub remote_ping: bool,
    /// Which parts run.
    pub services_running: Services,
}

/// Whether the queue moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum QueueHealth {
    /// Few jobs wait.
    Healthy,
    /// Many jobs wait, or the number is unknown.
    Unhealthy,
}

/// Which parts run, each under both of its names.
#[derive(Debug, Serialize, ToSchema)]
pub struct Services {
    #[serde(flatten)]
    services: Parts,
    /// The same as `remote`.
    mesh: bool,
    /// The same as `appserver`.
    daphne: bool,
    /// The same as `worker`.
    celery: bool,
    /// The same as `scheduler`.
    celerybeat: bool,
    /// The same as `cache`.
    redis: bool,
    /// The same as `bus`.
    nats: bool,
    /// The same as `bus-api`.
    #[serde(rename = "nats-api")]
    nats_api: bool,
}

impl From<Parts> for Services {
    fn from(services: Parts) -> Self {
        Self {
            mesh: services.remote,
            daphne: services.appserver,
            celery: services.worker,
            celerybeat: services.scheduler,
            redis: services.cache,
            nats: services.bus,
            nats_api: services.bus_api,
            services,
        }
    }
}

/// Which parts run.
#[derive(Debug, Serialize, ToSchema)]
pub struct Parts {
    /// The remote-control relay.
    pub remote: bool,
    /// The HTTP API.
    pub appserver: bool,
    /// The worker of the job queue.
    pub worker: bool,
    /// The scheduler of periodic work.
    pub scheduler: bool,
    /// The cache.
    pub cache: bool,
    /// The message bus.
    pub bus: bool,
    /// The line from agents to the bus.
    #[serde(rename = "bus-api")]
    pub bus_api: bool,
}

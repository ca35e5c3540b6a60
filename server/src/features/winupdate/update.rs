//! An update as the API shows it.

use sea_orm::FromQueryResult;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::time::Timestamp;

/// The decisions that people can make about an update.
pub const ACTIONS: &[&str] = &["inherit", "approve", "ignore", "nothing"];

/// The effective decisions.
pub const DECISIONS: &[&str] = &["approve", "ignore", "nothing"];
/// How urgent an update is; empty when unknown.
pub const SEVERITIES: &[&str] = &["Critical", "Important", "Moderate", "Low", ""];
/// The states of an update.
const STATES: &[&str] = &[
    "available",
    "downloading",
    "installing",
    "reboot_pending",
    "installed",
    "failed",
    "superseded",
];

/// An update of one agent.
#[derive(Serialize, ToSchema)]
pub struct WinUpdate {
    /// Key of the update.
    pub id: i64,
    /// Key of the agent.
    pub agent: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// The host name of the computer.
    pub hostname: String,
    /// Name of its client.
    pub client_name: String,
    /// Name of its site.
    pub site_name: String,
    /// On Windows its GUID, elsewhere package and version.
    pub guid: String,
    /// Number in the knowledge base, or the package.
    pub kb: String,
    /// A line for people.
    pub title: String,
    /// More for people.
    pub description: String,
    /// `Critical`, `Important`, `Moderate`, `Low`, or empty.
    #[schema(extensions(("x-enum-values" = json!(SEVERITIES))))]
    pub severity: String,
    /// What kind of update it is.
    #[schema(value_type = Vec<String>)]
    pub categories: Box<RawValue>,
    /// The same by their identifiers.
    pub category_ids: Vec<String>,
    /// Articles about it.
    pub kb_article_ids: Vec<String>,
    /// Pages about it.
    pub more_info_urls: Vec<String>,
    /// Where help is.
    pub support_url: String,
    /// Which edition of the update it is.
    pub revision_number: i64,
    /// The most it downloads, in bytes; null when unknown.
    pub size_bytes: Option<i64>,
    /// Whether it is a driver.
    pub driver: bool,
    /// Whether its installation can ask for something.
    pub can_ask_for_input: bool,
    /// Whether it always needs a restart.
    pub needs_reboot: bool,
    /// Whether it is hidden on the computer, because it is ignored or by somebody
    /// there: it cannot be installed until it is shown again.
    pub hidden: bool,
    /// The updater that offers it: `apt`, `dnf`, ….
    pub source: String,
    /// `available`, `downloading`, `installing`, `reboot_pending`,
    /// `installed`, `failed` or `superseded`.
    #[schema(extensions(("x-enum-values" = json!(STATES))))]
    pub state: String,
    /// How far its download or installation is, such as `40 %, update 1 of 3`;
    /// empty when that is not known.
    pub progress: String,
    /// Whether a scan found it installed.
    pub installed: bool,
    /// Whether the agent has its files already.
    pub downloaded: bool,
    /// What is in force: `approve`, `ignore` or `nothing`.
    #[schema(extensions(("x-enum-values" = json!(DECISIONS))))]
    pub action: String,
    /// Whether the patch policy in force set that, by severity.
    pub inherited: bool,
    /// `n/a`, `success` or `failed`.
    #[schema(extensions(("x-enum-values" = json!(["n/a", "success", "failed"]))))]
    pub result: String,
    /// What went wrong.
    pub error: Option<String>,
    /// How often it was tried.
    pub attempts: i64,
    /// When a scan first found it installed.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub date_installed: Option<Timestamp>,
}

/// One update on all agents.
#[derive(Serialize, ToSchema)]
pub struct FleetUpdate {
    /// On Windows its GUID, elsewhere package and version.
    pub guid: String,
    /// Number in the knowledge base, or the package.
    pub kb: String,
    /// A line for people.
    pub title: String,
    /// `Critical`, `Important`, `Moderate`, `Low`, or empty.
    #[schema(extensions(("x-enum-values" = json!(SEVERITIES))))]
    pub severity: String,
    /// The updater that offers it.
    pub source: String,
    /// Agents by what became of it.
    pub counts: UpdateCounts,
    /// Agents that do not have it yet, by what is decided about it there.
    pub actions: ActionCounts,
}

/// Agents by what is decided about an update.
#[derive(Serialize, ToSchema, FromQueryResult)]
pub struct ActionCounts {
    /// Approved.
    pub approve: i64,
    /// Ignored.
    pub ignore: i64,
    /// Not decided.
    pub nothing: i64,
}

/// Agents by what became of an update.
#[derive(Serialize, ToSchema, FromQueryResult)]
pub struct UpdateCounts {
    /// Offered and not installed yet.
    pub pending: i64,
    /// Installed.
    pub installed: i64,
    /// Tried without success.
    pub failed: i64,
}

//! The software of an agent as the API shows it.

use std::borrow::Cow;

use sea_orm::FromQueryResult;
use serde::{Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::sizes::for_people;
use crate::time::Timestamp;

/// The software of one agent.
#[derive(Serialize, ToSchema)]
pub struct SoftwareInventory {
    /// Key of the inventory: the same as `agent`.
    pub id: i64,
    /// Key of the agent.
    pub agent: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// When the agent was asked; null if never.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub collected_at: Option<Timestamp>,
    /// What is installed, by name.
    pub software: Vec<SoftwareItem>,
}

/// The software of one agent in the list of the fleet.
#[derive(Serialize, ToSchema)]
pub struct AgentSoftware {
    /// Key of the inventory: the same as `agent`.
    pub id: i64,
    /// Key of the agent.
    pub agent: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// The host name of the computer.
    pub hostname: String,
    /// When the agent was asked.
    #[schema(value_type = String, format = DateTime)]
    pub collected_at: Timestamp,
    /// What is installed and fits the filters, by name.
    pub software: Vec<SoftwareItem>,
}

/// One installed program or package.
#[derive(Clone, Debug, PartialEq, Eq, Hash, FromQueryResult)]
pub struct SoftwareItem {
    /// Its name.
    pub name: String,
    /// Its version, as its manager writes it.
    pub version: String,
    /// Who made or maintains it.
    pub publisher: String,
    /// `YYYY-MM-DD`; empty when unknown.
    pub install_date: String,
    /// Bytes; 0 when unknown.
    #[sea_orm(from_alias = "size")]
    pub size_bytes: i64,
    /// `dpkg`, `rpm`, `apk`, `pacman`, `snap`, `flatpak`, ….
    pub source: String,
    /// Where it is installed; empty when spread out.
    pub location: String,
    /// The command that removes it; empty when unknown.
    pub uninstall: String,
}

/// One installed program or package, as it is shown.
#[derive(Serialize, ToSchema)]
struct ShownItem<'a> {
    /// Its name.
    name: &'a str,
    /// Its version, as its manager writes it.
    version: &'a str,
    /// Who made or maintains it.
    publisher: &'a str,
    /// `YYYY-MM-DD`; empty when unknown.
    install_date: &'a str,
    /// Its size as text for people, `5.2 MB`; empty when unknown.
    size: String,
    /// Its size in bytes; 0 when unknown.
    size_bytes: i64,
    /// `dpkg`, `rpm`, `apk`, `pacman`, `snap`, `flatpak`, ….
    source: &'a str,
    /// Where it is installed; empty when spread out.
    location: &'a str,
    /// The command that removes it; empty when unknown.
    uninstall: &'a str,
}

impl Serialize for SoftwareItem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let size = u64::try_from(self.size_bytes).ok().filter(|bytes| *bytes > 0);
        let shown = ShownItem {
            name: &self.name,
            version: &self.version,
            publisher: &self.publisher,
            install_date: &self.install_date,
            size: size.map(for_people).unwrap_or_default(),
            size_bytes: self.size_bytes,
            source: &self.source,
            location: &self.location,
            uninstall: &self.uninstall,
        };
        shown.serialize(serializer)
    }
}

impl PartialSchema for SoftwareItem {
    fn schema() -> RefOr<Schema> {
        ShownItem::schema()
    }
}

impl ToSchema for SoftwareItem {
    fn name() -> Cow<'static, str> {
        "SoftwareItem".into()
    }
}

/// One program on all agents.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct SoftwareSummary {
    /// Its name.
    pub name: String,
    /// Who made or maintains it.
    pub publisher: String,
    /// Its versions.
    pub versions: Vec<VersionCount>,
    /// Installations of all versions.
    pub count: i64,
}

/// How often one version is installed.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct VersionCount {
    /// The version.
    pub version: String,
    /// Installations.
    pub count: i64,
}

//! What a webhook is about: its placeholders get the values of it.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::app::App;
use crate::audit::Entry;
use crate::auth::Scope;
use crate::domain::fleet::{Target, target_columns};
use crate::domain::placeholders::{
    NamedLocation, PlaceholderSources, PlaceholderValues, location_values, server_values,
};
use crate::error::ApiError;
use crate::ids::AgentKey;
use crate::storage::sql;

/// What a webhook is about, by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Agent(AgentKey),
    Site(i64),
    Client(i64),
    /// Nothing of the fleet.
    Nobody,
}

/// What a webhook is about, as it was found.
#[derive(Clone, Debug)]
pub enum FoundSubject {
    Agent(Target),
    /// A site, or a client as a whole.
    Location(NamedLocation),
    Nobody,
}

/// Finds a subject in a scope.
pub async fn find_subject(
    db: &impl ConnectionTrait,
    scope: &Scope,
    subject: Subject,
) -> Result<Option<FoundSubject>, DbErr> {
    Ok(match subject {
        Subject::Agent(id) => find_agent(db, scope, id).await?.map(FoundSubject::Agent),
        Subject::Site(id) => find_site(db, scope, id).await?.map(FoundSubject::Location),
        Subject::Client(id) => find_client(db, scope, id).await?.map(FoundSubject::Location),
        Subject::Nobody => Some(FoundSubject::Nobody),
    })
}

async fn find_agent(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: AgentKey,
) -> Result<Option<Target>, DbErr> {
    let text = format!(
        "select {} from present_agents a join sites s on s.id = a.site_id
          where a.id = $1 and {}",
        target_columns(),
        scope.site_condition("s.client_id", "s.id")
    );
    sql::one(db, &text, [id.into()]).await
}

#[derive(FromQueryResult)]
struct LocationRow {
    site_id: Option<i64>,
    site_name: Option<String>,
    client_id: i64,
    client_name: String,
}

async fn find_site(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<NamedLocation>, DbErr> {
    let text = format!(
        "select s.id as site_id, s.name as site_name, c.id as client_id, c.name as client_name
           from sites s join clients c on c.id = s.client_id where s.id = $1 and {}",
        scope.site_condition("s.client_id", "s.id")
    );
    let row: Option<LocationRow> = sql::one(db, &text, [id.into()]).await?;
    Ok(row.map(LocationRow::into_location))
}

async fn find_client(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<NamedLocation>, DbErr> {
    let text = format!(
        "select cast(null as bigint) as site_id, cast(null as text) as site_name,
                c.id as client_id, c.name as client_name
           from clients c where c.id = $1 and {}",
        scope.client_condition("c.id")
    );
    let row: Option<LocationRow> = sql::one(db, &text, [id.into()]).await?;
    Ok(row.map(LocationRow::into_location))
}

impl LocationRow {
    fn into_location(self) -> NamedLocation {
        NamedLocation {
            client_id: self.client_id,
            client_name: self.client_name,
            site: self.site_id.zip(self.site_name),
        }
    }
}

impl FoundSubject {
    /// By its key.
    pub fn key(&self) -> Subject {
        match self {
            Self::Agent(target) => Subject::Agent(target.id),
            Self::Location(NamedLocation { site: Some((id, _)), .. }) => Subject::Site(*id),
            Self::Location(location) => Subject::Client(location.client_id),
            Self::Nobody => Subject::Nobody,
        }
    }

    /// For the end of a sentence: ` on pc-1`, or nothing.
    pub fn phrase(&self) -> String {
        match self {
            Self::Agent(target) => format!(" on {}", target.hostname),
            Self::Location(NamedLocation { site: Some((_, name)), .. }) => {
                format!(" on site {name}")
            }
            Self::Location(location) => format!(" on client {}", location.client_name),
            Self::Nobody => String::new(),
        }
    }

    /// Says in a row of the audit log what it is about.
    pub fn mark(&self, entry: Entry) -> Entry {
        match self {
            Self::Agent(target) => target.mark(entry),
            Self::Location(NamedLocation { client_id, site: Some((id, name)), .. }) => {
                entry.client(*client_id).site(*id, name)
            }
            Self::Location(location) => entry.client(location.client_id),
            Self::Nobody => entry,
        }
    }

    /// The values of its placeholders.
    pub async fn values(&self, app: &App) -> Result<PlaceholderValues, ApiError> {
        match self {
            Self::Agent(target) => {
                let targets = std::slice::from_ref(target);
                PlaceholderSources::load(app, targets).await?.of(target)
            }
            Self::Location(location) => location_values(app, location).await,
            Self::Nobody => server_values(app).await,
        }
    }
}

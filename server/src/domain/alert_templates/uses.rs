//! Where templates are set, and what they refer to.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::auth::Scope;
use crate::domain::policies::{PolicyAssignments, assignments_of};
use crate::storage::sql;

/// How many uses a refusal names.
const NAMED: usize = 10;

/// Something on which a template is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateUse {
    /// Key of the template.
    pub template: i64,
    pub kind: TemplateUseKind,
    /// Key of the policy, client or site; 0 for the settings.
    pub id: i64,
    /// Its name; with that of the client for a site.
    pub name: String,
    /// Name of the client of a site.
    pub client_name: String,
    /// Key of the client, or of the client of the site.
    pub client: i64,
    /// Where a policy is set.
    assignments: PolicyAssignments,
}

/// What a template can be set on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateUseKind {
    Policy,
    Client,
    Site,
    /// The settings of the installation.
    Global,
}

#[derive(FromQueryResult)]
struct UseRow {
    template: i64,
    kind: String,
    id: i64,
    name: String,
    client_name: String,
    client: i64,
}

/// Where one template is set, or where any is, in scope or not: policies, clients
/// and sites by name, then the settings.
pub async fn list_uses(
    db: &impl ConnectionTrait,
    template: Option<i64>,
) -> Result<Vec<TemplateUse>, DbErr> {
    let text = "select alert_template as template, 'policy' as kind, id, name,
                       '' as client_name, cast(0 as bigint) as client, 1 as rank
                  from policies where alert_template = $1 or (0 = $1 and alert_template > 0)
                 union all
                select alert_template, 'client', id, name, name, id, 2
                  from clients where alert_template = $1 or (0 = $1 and alert_template > 0)
                 union all
                select s.alert_template, 'site', s.id, s.name, c.name, c.id, 3
                  from sites s join clients c on c.id = s.client_id
                 where s.alert_template = $1 or (0 = $1 and s.alert_template > 0)
                 union all
                select alert_template, 'global', 0, '', '', 0, 4
                  from core_settings where alert_template = $1 or (0 = $1 and alert_template > 0)
                 order by 7, 4, 3";
    let rows: Vec<UseRow> = sql::all(db, text, [template.unwrap_or(0).into()]).await?;
    let policies: Vec<i64> =
        rows.iter().filter(|row| row.kind == "policy").map(|row| row.id).collect();
    let mut assignments = assignments_of(db, &policies).await?;
    let read = |row: UseRow| {
        let kind = kind(&row.kind);
        let own = match kind {
            TemplateUseKind::Policy => assignments.remove(&row.id),
            _ => None,
        };
        TemplateUse {
            template: row.template,
            kind,
            id: row.id,
            name: row.name,
            client_name: row.client_name,
            client: row.client,
            assignments: own.unwrap_or_default(),
        }
    };
    Ok(rows.into_iter().map(read).collect())
}

fn kind(name: &str) -> TemplateUseKind {
    match name {
        "policy" => TemplateUseKind::Policy,
        "client" => TemplateUseKind::Client,
        "site" => TemplateUseKind::Site,
        _ => TemplateUseKind::Global,
    }
}

impl TemplateUse {
    /// Whether somebody with this scope may change what it is set on, and nothing
    /// else is affected.
    pub fn is_within(&self, scope: &Scope) -> bool {
        match self.kind {
            TemplateUseKind::Global => scope.is_everything(),
            TemplateUseKind::Client => scope.has_whole_client(self.client),
            TemplateUseKind::Site => scope.has_site(self.client, self.id),
            TemplateUseKind::Policy => self.assignments.are_within(scope),
        }
    }

    /// Whether somebody with this scope may read what it is set on. Policies can be
    /// read from everywhere.
    pub fn is_visible(&self, scope: &Scope, readable_clients: &[i64]) -> bool {
        match self.kind {
            TemplateUseKind::Policy | TemplateUseKind::Global => true,
            TemplateUseKind::Client => readable_clients.contains(&self.client),
            TemplateUseKind::Site => scope.has_site(self.client, self.id),
        }
    }

    fn phrase(&self) -> String {
        match self.kind {
            TemplateUseKind::Policy => format!("policy {}", self.name),
            TemplateUseKind::Client => format!("client {}", self.name),
            TemplateUseKind::Site => format!("site {} of {}", self.name, self.client_name),
            TemplateUseKind::Global => "the settings".to_owned(),
        }
    }
}

/// The first uses in words for people; nothing if there are none.
pub fn phrase_of(uses: &[TemplateUse]) -> Option<String> {
    let named: Vec<String> = uses.iter().take(NAMED).map(TemplateUse::phrase).collect();
    let more = match uses.len().checked_sub(NAMED) {
        None | Some(0) => String::new(),
        Some(more) => format!(" and {more} more"),
    };
    (!uses.is_empty()).then(|| format!("{}{more}", named.join(", ")))
}

/// Clients that may be read in a scope.
pub async fn list_readable_clients(
    db: &impl ConnectionTrait,
    scope: &Scope,
) -> Result<Vec<i64>, DbErr> {
    let text = format!("select c.id from clients c where {}", scope.client_condition("c.id"));
    sql::values(db, &text, []).await
}

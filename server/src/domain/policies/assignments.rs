//! Where policies are set, and whether a scope has all of that.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::auth::Scope;
use crate::domain::ownership::read_owners;
use crate::storage::sql;

/// The clients a policy belongs to, and where it is set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyAssignments {
    owners: Vec<i64>,
    /// Client and site; only a client for all its sites; neither for a default.
    locations: Vec<(Option<i64>, Option<i64>)>,
}

impl PolicyAssignments {
    /// Whether somebody with this scope may change the policy: it belongs to clients of
    /// the scope, and is set nowhere else.
    pub fn are_within(&self, scope: &Scope) -> bool {
        scope.may_change(&self.owners)
            && self.locations.iter().all(|location| match location {
                (Some(client), Some(site)) => scope.has_site(*client, *site),
                (Some(client), None) => scope.has_whole_client(*client),
                _ => scope.is_everything(),
            })
    }
}

#[derive(FromQueryResult)]
struct AssignmentRow {
    policy: i64,
    owners: String,
    client: Option<i64>,
    site: Option<i64>,
    is_owner: bool,
}

/// Where these policies are set, in scope or not. Policies that do not exist are
/// absent.
pub async fn assignments_of(
    db: &impl ConnectionTrait,
    policies: &[i64],
) -> Result<HashMap<i64, PolicyAssignments>, DbErr> {
    if policies.is_empty() {
        return Ok(HashMap::new());
    }
    let among = format!("not p.hidden and p.id in ({})", sql::list(policies));
    let text = format!(
        "select p.id as policy, p.owner_clients as owners, cast(null as bigint) as client,
                cast(null as bigint) as site, true as is_owner
           from policies p where {among}
          union all
         select p.id, '', c.id, null, false
           from policies p join clients c on p.id in (c.server_policy, c.workstation_policy)
          where {among}
          union all
         select p.id, '', s.client_id, s.id, false
           from policies p join sites s on p.id in (s.server_policy, s.workstation_policy)
          where {among}
          union all
         select p.id, '', s.client_id, s.id, false
           from policies p join present_agents a on a.policy = p.id
           join sites s on s.id = a.site_id
          where {among}
          union all
         select p.id, '', null, null, false
           from policies p join core_settings d on p.id in (d.server_policy, d.workstation_policy)
          where {among}"
    );
    let rows: Vec<AssignmentRow> = sql::all(db, &text, []).await?;
    let mut found: HashMap<i64, PolicyAssignments> = HashMap::new();
    for row in rows {
        let assignments = found.entry(row.policy).or_default();
        match row.is_owner {
            true => assignments.owners = read_owners(&row.owners),
            false => assignments.locations.push((row.client, row.site)),
        }
    }
    Ok(found)
}

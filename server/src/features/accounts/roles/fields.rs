//! The fields of a role that callers send.

use serde::Serialize;
use utoipa::ToSchema;

use super::flags::Flags;
use super::role::Role;
use crate::audit::Change;
use crate::auth::Right;
use crate::error::ApiError;
use crate::features::accounts::{clients_and_sites, queries, writing};
use crate::input::{Fields, Parse};

/// A role as callers send it; what is left out keeps its value, and is false
/// or empty in a new role.
#[derive(Serialize, ToSchema)]
pub struct RoleFields {
    /// 1 to 255 characters, unique whatever the case.
    #[schema(required = false, value_type = String)]
    name: Option<String>,
    /// Whether its users pass every check, everywhere.
    is_superuser: Option<bool>,
    /// Whether its users prove their second factor before they reach an agent.
    require_2fa_for_remote: Option<bool>,
    /// What its users may do.
    #[serde(flatten)]
    flags: Flags,
    /// Clients its users see. Both lists empty: the whole fleet.
    can_view_clients: Option<Vec<i64>>,
    /// Sites its users see, besides those of the clients.
    can_view_sites: Option<Vec<i64>>,
}

/// A new role as callers send it: with a name.
#[derive(Serialize, ToSchema)]
pub struct NewRoleFields {
    /// 1 to 255 characters, unique whatever the case.
    name: String,
    /// Everything else.
    #[serde(flatten)]
    others: RoleFields,
}

/// The fields of a role that a caller sent.
#[derive(Default)]
pub struct RoleChange {
    name: Option<String>,
    is_superuser: Option<bool>,
    require_2fa_for_remote: Option<bool>,
    flags: Vec<(Right, bool)>,
    clients: Option<Vec<i64>>,
    sites: Option<Vec<i64>>,
}

impl Parse for RoleChange {
    fn parse(fields: &Fields<'_>) -> Self {
        // A flag is true or false: null counts as not sent.
        let flag = |name| fields.flag(name).nullable().flatten();
        let list = |name| fields.wholes(name).nullable().map(Option::unwrap_or_default);
        let sent = |right: &Right| Some((*right, flag(right.flag())?));
        Self {
            name: fields.text("name").trimmed().not_blank().max(255).optional(),
            is_superuser: flag("is_superuser"),
            require_2fa_for_remote: flag("require_2fa_for_remote"),
            flags: Right::ALL.iter().filter_map(sent).collect(),
            clients: list("can_view_clients"),
            sites: list("can_view_sites"),
        }
    }
}

impl RoleChange {
    pub fn applied_to(self, mut role: Role) -> Role {
        role.name = self.name.unwrap_or(role.name);
        role.is_superuser = self.is_superuser.unwrap_or(role.is_superuser);
        role.require_2fa_for_remote =
            self.require_2fa_for_remote.unwrap_or(role.require_2fa_for_remote);
        role.flags = role.flags.with(&self.flags);
        role.can_view_clients = self.clients.unwrap_or(role.can_view_clients);
        role.can_view_sites = self.sites.unwrap_or(role.can_view_sites);
        role
    }
}

/// Refuses a name that is taken, and clients and sites that do not exist.
pub async fn must_be_valid(change: &Change, role: &Role) -> Result<(), ApiError> {
    if queries::roles::name_is_taken(&**change, &role.name, role.id).await? {
        return Err(writing::is_taken("name"));
    }
    clients_and_sites::must_exist(
        &**change,
        ("can_view_clients", &role.can_view_clients),
        ("can_view_sites", &role.can_view_sites),
    )
    .await
}

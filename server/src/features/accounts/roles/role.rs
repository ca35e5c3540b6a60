//! A role as the API shows it.

use serde::Serialize;
use utoipa::ToSchema;

use super::flags::Flags;
use crate::audit::Stamps;
use crate::auth::Permissions;

/// Rights and scope that users share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Role {
    /// Key of the role.
    pub id: i64,
    /// Unique, whatever the case.
    pub name: String,
    /// Whether its users pass every check, everywhere.
    pub is_superuser: bool,
    /// Whether its users prove their second factor before they reach an agent.
    pub require_2fa_for_remote: bool,
    /// What its users may do.
    #[serde(flatten)]
    pub flags: Flags,
    /// Clients its users see. Both lists empty: the whole fleet.
    pub can_view_clients: Vec<i64>,
    /// Sites its users see, besides those of the clients.
    pub can_view_sites: Vec<i64>,
    /// How many users have it.
    pub user_count: i64,
    /// Who made and changed it.
    #[serde(flatten)]
    pub stamps: Stamps,
}

impl Role {
    /// A role without any rights that is not stored yet.
    pub fn empty() -> Self {
        Self {
            id: 0,
            name: String::new(),
            is_superuser: false,
            require_2fa_for_remote: false,
            flags: Flags::default(),
            can_view_clients: Vec::new(),
            can_view_sites: Vec::new(),
            user_count: 0,
            stamps: Stamps::none(),
        }
    }

    /// The rights and scope of its users.
    pub fn permissions(&self) -> Permissions {
        Permissions::new(
            self.is_superuser,
            self.flags.0,
            self.can_view_clients.clone(),
            self.can_view_sites.clone(),
        )
    }
}

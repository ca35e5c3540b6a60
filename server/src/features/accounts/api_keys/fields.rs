//! The fields of an API key that callers send.

use ipnet::IpNet;
use serde::Serialize;
use utoipa::ToSchema;

use super::api_key::ApiKey;
use crate::auth::Right;
use crate::input::{Fields, Parse};
use crate::time::Timestamp;

/// What a caller wants a key to be; what is left out keeps its value, and
/// narrows nothing in a new key.
#[derive(Serialize, ToSchema)]
pub struct ApiKeyFields {
    /// 1 to 100 characters, unique whatever the case.
    #[schema(required = false, value_type = String)]
    name: Option<String>,
    /// Key of the user it acts as; the caller, if not said.
    user: Option<i64>,
    /// When it stops working; null: never.
    #[schema(value_type = Option<String>, format = DateTime)]
    expiration: Option<Option<Timestamp>>,
    /// Whether it may only look.
    read_only: Option<bool>,
    /// Flags of the only rights it keeps.
    rights: Option<Vec<String>>,
    /// Clients it keeps.
    clients: Option<Vec<i64>>,
    /// Sites it keeps.
    sites: Option<Vec<i64>>,
    /// Networks (`10.0.0.0/8`) or addresses it may be used from.
    #[schema(value_type = Option<Vec<String>>)]
    networks: Option<Vec<IpNet>>,
}

/// A new key as callers send it: with a name.
#[derive(Serialize, ToSchema)]
pub struct NewApiKeyFields {
    /// 1 to 100 characters, unique whatever the case.
    name: String,
    /// Everything else.
    #[serde(flatten)]
    others: ApiKeyFields,
}

impl Parse for ApiKeyFields {
    fn parse(fields: &Fields<'_>) -> Self {
        let list = |name| fields.wholes(name).nullable().map(Option::unwrap_or_default);
        Self {
            name: fields.text("name").trimmed().not_blank().max(100).optional(),
            user: fields.whole("user").nullable().flatten(),
            expiration: fields.time("expiration").nullable(),
            read_only: fields.flag("read_only").nullable().flatten(),
            rights: rights(fields),
            clients: list("clients"),
            sites: list("sites"),
            networks: fields.networks("networks").nullable().map(Option::unwrap_or_default),
        }
    }
}

impl ApiKeyFields {
    pub fn applied_to(self, mut key: ApiKey) -> ApiKey {
        key.name = self.name.unwrap_or(key.name);
        key.user = self.user.unwrap_or(key.user);
        key.expiration = self.expiration.unwrap_or(key.expiration);
        key.read_only = self.read_only.unwrap_or(key.read_only);
        key.rights = self.rights.unwrap_or(key.rights);
        key.clients = self.clients.unwrap_or(key.clients);
        key.sites = self.sites.unwrap_or(key.sites);
        key.networks = self.networks.unwrap_or(key.networks);
        key
    }
}

fn rights(fields: &Fields<'_>) -> Option<Vec<String>> {
    let flags = fields.texts("rights").nullable()?.unwrap_or_default();
    for (index, flag) in flags.iter().enumerate() {
        if Right::from_flag(flag).is_none() {
            fields.problem(&format!("rights[{index}]"), "there is no such right");
        }
    }
    Some(flags)
}

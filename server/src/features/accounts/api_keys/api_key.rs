//! An API key as the API shows it: the key itself only once.

use ipnet::IpNet;
use serde::Serialize;
use utoipa::ToSchema;

use crate::audit::Stamps;
use crate::auth::{Narrowing, Token};
use crate::time::Timestamp;

/// What a program calls with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ApiKey {
    /// Key of the row.
    pub id: i64,
    /// Unique, whatever the case.
    pub name: String,
    /// The first characters of the key, to tell keys apart.
    pub prefix: String,
    /// The user it acts as.
    pub user: i64,
    /// Name of that user.
    pub username: String,
    /// When it stops working.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expiration: Option<Timestamp>,
    /// Whether it may only look.
    pub read_only: bool,
    /// Flags of the only rights it keeps; empty: all of its user.
    pub rights: Vec<String>,
    /// Clients it keeps.
    pub clients: Vec<i64>,
    /// Sites it keeps. Both lists empty: the scope of its user.
    pub sites: Vec<i64>,
    /// Where it may be used from; empty: anywhere.
    #[schema(value_type = Vec<String>)]
    pub networks: Vec<IpNet>,
    /// When it was last used, to the minute.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_used: Option<Timestamp>,
    /// Where from.
    pub last_used_ip: String,
    /// Who made and changed it.
    #[serde(flatten)]
    pub stamps: Stamps,
}

/// An API key in the one answer that shows it.
#[derive(Serialize, ToSchema)]
pub struct ApiKeyWithSecret {
    /// Everything else about it.
    #[serde(flatten)]
    pub api_key: ApiKey,
    /// For the header `X-API-KEY`. Shown this once.
    pub key: String,
}

impl ApiKey {
    /// A key of this user that is not narrowed and not stored yet.
    pub fn of_user(user: i64) -> Self {
        Self {
            id: 0,
            name: String::new(),
            prefix: String::new(),
            user,
            username: String::new(),
            expiration: None,
            read_only: false,
            rights: Vec::new(),
            clients: Vec::new(),
            sites: Vec::new(),
            networks: Vec::new(),
            last_used: None,
            last_used_ip: String::new(),
            stamps: Stamps::none(),
        }
    }

    /// The rights and scope that this key is limited to.
    pub fn narrowing(&self) -> Narrowing {
        Narrowing {
            read_only: self.read_only,
            rights: self.rights.clone(),
            clients: self.clients.clone(),
            sites: self.sites.clone(),
        }
    }

    /// Adds the key itself, to be shown once.
    pub fn with_secret(self, token: &Token) -> ApiKeyWithSecret {
        ApiKeyWithSecret { api_key: self, key: token.text.reveal().to_owned() }
    }
}

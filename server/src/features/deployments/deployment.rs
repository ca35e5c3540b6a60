//! A deployment as the API shows it.

use std::time::Duration;

use ipnet::IpNet;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::agent_file::ARCHITECTURES;
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType, Stamps};
use crate::auth::Secret;
use crate::domain::fleet::{MONITORING_TYPES, PLATFORMS};
use crate::error::ApiError;
use crate::events::{Entity, Event};
use crate::features::deployments::EnrolmentToken;
use crate::time::Timestamp;

/// What a deployment was created for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A link that can be passed on.
    Link,
    /// One installer, or a token for the command line.
    Installer,
}

impl Kind {
    /// Its name in the API and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Installer => "installer",
        }
    }
}

/// A way for computers to become agents of one site.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Deployment {
    /// Key of the deployment.
    pub id: i64,
    /// `link`, or `installer` for what one installer carries.
    #[schema(extensions(("x-enum-values" = json!([Kind::Link.as_str(), Kind::Installer.as_str()]))))]
    pub kind: String,
    /// Its secret name, a UUID: who knows it can fetch an installer. Empty for
    /// callers who may not manage deployments.
    pub uid: String,
    /// Key of the site.
    pub site: i64,
    /// The same as `site`.
    pub site_id: i64,
    /// Name of the site.
    pub site_name: String,
    /// Key of the client.
    pub client_id: i64,
    /// Name of the client.
    pub client_name: String,
    /// What the computers are: `server` or `workstation`.
    #[schema(extensions(("x-enum-values" = json!(MONITORING_TYPES))))]
    pub mon_type: String,
    /// `windows`, `linux` or `darwin`, unless the link is asked for another.
    #[schema(extensions(("x-enum-values" = json!(PLATFORMS))))]
    pub plat: String,
    /// `amd64`, `386`, `arm64` or `arm`, unless the link is asked for another.
    #[schema(extensions(("x-enum-values" = json!(ARCHITECTURES))))]
    pub goarch: String,
    /// When it ends.
    #[schema(value_type = String, format = DateTime)]
    pub expiry: Timestamp,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created: Timestamp,
    /// What the installer sets up besides the agent, on Windows.
    pub install_flags: InstallFlags,
    /// How many computers may enrol with it; null: any number.
    pub max_uses: Option<i64>,
    /// How many have.
    pub uses: i64,
    /// Networks it may be used from; empty: any.
    #[schema(value_type = Vec<String>)]
    pub networks: Vec<IpNet>,
    /// Whether somebody ended it before its time.
    pub revoked: bool,
    /// Where the installer can be fetched; empty where `uid` is.
    pub url: String,
    /// The address that agents will use; empty: the server's own.
    #[serde(skip)]
    pub api: String,
    /// Who made and last changed it, and when.
    #[serde(flatten)]
    pub stamps: Stamps,
}

/// What the installer sets up besides the agent, on Windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct InstallFlags {
    /// The computer never sleeps.
    pub power: bool,
    /// It answers pings.
    pub ping: bool,
    /// Its remote desktop is on.
    pub rdp: bool,
}

impl Deployment {
    /// Adds its URL on the server with this address.
    pub fn at(mut self, base_url: &str) -> Self {
        if self.api.is_empty() {
            self.api = base_url.to_owned();
        }
        self.url = format!("{}/clients/{}/deploy/", self.api, self.uid);
        self
    }

    /// The same without its secret name, and what has it inside.
    pub fn hidden(mut self) -> Self {
        (self.uid, self.url) = (String::new(), String::new());
        self
    }

    /// A token that is valid for this long, or as long as the deployment is.
    pub fn token(&self, app: &App, longest: Duration) -> Result<Secret, ApiError> {
        let expires = Timestamp::now().plus(longest).min(self.expiry);
        let token = EnrolmentToken { deployment: self.uid.clone(), expires };
        let broken = || anyhow::anyhow!("deployment {} has no valid uid", self.id);
        token.sign(&app.vault).ok_or_else(|| ApiError::Internal(broken()))
    }

    /// An audit row about it, which must not contain the uid.
    pub fn entry(&self, action: Action, message: String) -> Entry {
        Entry::new(action, ObjectType::Deployment, self.id, message)
            .client(self.client_id)
            .site(self.site_id, &self.site_name)
    }

    /// What the audit log stores: not the uid, which is as good as a token, but
    /// the address at which computers will enrol.
    pub fn audited(&self) -> Value {
        let mut value = serde_json::json!(self);
        if let Some(object) = value.as_object_mut() {
            object.remove("uid");
            object.remove("url");
            object.insert("api".to_owned(), self.api.as_str().into());
        }
        value
    }

    /// The event that it was created or changed.
    pub fn saved(&self) -> Event {
        Event::saved(Entity::Deployment, self.id).about(self.client_id, self.site_id)
    }
}

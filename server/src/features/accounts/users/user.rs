//! A user as the API and the audit log show it: no secret is in here.

use serde::Serialize;
use utoipa::ToSchema;

use super::preferences::Preferences;
use crate::audit::Stamps;
use crate::time::Timestamp;

/// Somebody who may log in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct User {
    /// Key of the user.
    pub id: i64,
    /// Unique, whatever the case.
    pub username: String,
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// E-mail address.
    pub email: String,
    /// Whether any credential of theirs works.
    pub is_active: bool,
    /// Whether they pass every check, whatever their role.
    pub is_superuser: bool,
    /// Whether they are kept from logging in; their API keys still work.
    pub block_dashboard_login: bool,
    /// Key of the role. Without one they may do nothing.
    pub role: Option<i64>,
    /// Name of the role.
    pub role_name: String,
    /// When they last logged in.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_login: Option<Timestamp>,
    /// Where from.
    pub last_login_ip: String,
    /// Whether two-factor login is set up.
    pub totp_enrolled: bool,
    /// Whether they log in through a provider only.
    pub is_sso_user: bool,
    /// Accounts at providers.
    pub social_accounts: Vec<SocialAccount>,
    /// How they like the UI.
    #[serde(flatten)]
    pub preferences: Preferences,
    /// Who made and changed the account.
    #[serde(flatten)]
    pub stamps: Stamps,
}

/// An account at a login provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SocialAccount {
    /// The provider's id of the account.
    pub uid: String,
    /// Which provider.
    pub provider: String,
    /// What the provider shows of it.
    pub display: String,
    /// When it was last used.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_login: Option<Timestamp>,
    /// When it was linked.
    #[schema(value_type = String, format = DateTime)]
    pub date_joined: Timestamp,
}

impl User {
    /// An account of this name that is not stored yet.
    pub fn named(username: String) -> Self {
        Self {
            id: 0,
            username,
            first_name: String::new(),
            last_name: String::new(),
            email: String::new(),
            is_active: true,
            is_superuser: false,
            block_dashboard_login: false,
            role: None,
            role_name: String::new(),
            last_login: None,
            last_login_ip: String::new(),
            totp_enrolled: false,
            is_sso_user: false,
            social_accounts: Vec::new(),
            preferences: Preferences::default(),
            stamps: Stamps::none(),
        }
    }
}

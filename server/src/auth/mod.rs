//! Credential → caller: who calls, what they may do, and where.
//!
//! A handler names the right it needs in its signature (`Caller<may::X>`), so
//! that forgetting the check does not compile, and takes the caller's `Scope`
//! into its queries.

mod caller;
mod extend_scope;
mod identity;
mod login_limits;
mod monitoring;
mod password;
mod permissions;
mod purpose;
mod queries;
mod recording_key;
mod rights;
mod scope;
mod secret;
mod token;
mod totp;
mod vault;
#[cfg(test)]
mod vault_tests;

pub use caller::{
    Caller, ClientAddress, EnrollingCaller, SentCredential, admit, has_right, identify,
    sent_credential,
};
pub use extend_scope::extend_scope;
pub use identity::{Credential, Identity, KeyName};
pub use login_limits::{Guess, LoginLimits, network_of};
pub use monitoring::must_be_monitoring_token;
pub use password::{Sender, hash_password, verify_nothing, verify_password};
pub use permissions::{Narrowing, Permissions};
pub use purpose::Purpose;
pub use queries::{
    SESSION_KIND_ENROLMENT, SESSION_KIND_SESSION, identify_again, identity_of_credential,
    may_come_from, permissions_of_users, prune_attempts,
};
pub use rights::{Right, Rights, may};
pub use scope::{Scope, ScopeGroup};
pub use secret::{MASK, Secret, serialize_masked};
pub use token::{Token, hash_token, random_letters, recovery_code, setup_code};
pub use totp::{Totp, TotpSecret};
pub use vault::{Vault, VaultError};

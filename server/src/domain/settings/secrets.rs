//! The secrets among the settings: sealed together, separate from the rest.

use std::collections::BTreeMap;

use super::CoreSettings;
use crate::auth::{Purpose, Secret, Vault, VaultError};

/// Their names in the API.
pub const NAMES: [&str; 3] = ["smtp_host_password", "twilio_auth_token", "remote_token"];

/// The settings that say to which host and account each of them is sent.
const TARGETS: [&[&str]; 3] = [
    &["smtp_host", "smtp_port", "smtp_host_user"],
    &["twilio_account_sid"],
    &["remote_url", "remote_username"],
];

impl CoreSettings {
    /// The secrets, in the order of [`NAMES`].
    pub fn secrets(&self) -> [&Option<Secret>; 3] {
        [&self.smtp_host_password, &self.twilio_auth_token, &self.remote_token]
    }

    /// Sets or clears a secret by name; other names do nothing.
    pub fn set_secret(&mut self, name: &str, secret: Option<Secret>) {
        let [password, sms_token, remote_token] = NAMES;
        let slot = match name {
            _ if name == password => &mut self.smtp_host_password,
            _ if name == sms_token => &mut self.twilio_auth_token,
            _ if name == remote_token => &mut self.remote_token,
            _ => return,
        };
        *slot = secret;
    }

    /// Takes over the secrets of other settings.
    pub fn copy_secrets(&mut self, other: &Self) {
        for (name, secret) in NAMES.into_iter().zip(other.secrets()) {
            self.set_secret(name, secret.clone());
        }
    }

    /// The names of secrets of the old settings that these would send elsewhere,
    /// or as somebody else.
    pub fn moved_secrets(&self, old: &Self) -> Vec<&'static str> {
        let (before, after) = (old.plain(), self.plain());
        let is_moved =
            |targets: &[&str]| targets.iter().any(|name| before.get(*name) != after.get(*name));
        let secrets = NAMES.into_iter().zip(TARGETS).zip(old.secrets());
        secrets
            .filter(|((_, targets), secret)| secret.is_some() && is_moved(targets))
            .map(|((name, _), _)| name)
            .collect()
    }

    /// The secrets as they are stored; none if no secret is set.
    pub fn seal_secrets(&self, vault: &Vault) -> Option<Vec<u8>> {
        let set: BTreeMap<&str, &str> = NAMES
            .into_iter()
            .zip(self.secrets())
            .filter_map(|(name, secret)| Some((name, secret.as_ref()?.reveal())))
            .collect();
        if set.is_empty() {
            return None;
        }
        let text = serde_json::to_vec(&set).expect("texts by name are plain JSON");
        Some(vault.seal(Purpose::Settings, &text))
    }

    /// Puts stored secrets back.
    pub fn open_secrets(&mut self, vault: &Vault, sealed: &[u8]) -> Result<(), VaultError> {
        let text = vault.open_sealed(Purpose::Settings, sealed)?;
        let set: BTreeMap<String, String> =
            serde_json::from_slice(&text).map_err(|_| VaultError::Foreign)?;
        for (name, secret) in set {
            self.set_secret(&name, Some(Secret::new(secret)));
        }
        Ok(())
    }
}

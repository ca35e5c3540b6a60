//! Two-factor codes (RFC 6238): six digits, 30 s, one step either side.

use totp_rs::{Builder, Secret as TotpBytes};

use crate::time::Timestamp;

/// The secret behind an authenticator app's codes.
pub struct TotpSecret(Vec<u8>);

impl TotpSecret {
    /// Makes a fresh one, 160 bits.
    pub fn random() -> Self {
        Self(rand::random::<[u8; 20]>().to_vec())
    }

    /// From the bytes that the vault stored.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// For the vault.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Checks codes of one account.
pub struct Totp(totp_rs::Totp);

impl Totp {
    /// The codes of this secret, labelled for the app with the account's name.
    pub fn new(secret: &TotpSecret, username: &str) -> anyhow::Result<Self> {
        // A colon would split the label of the otpauth address.
        let label = username.replace(':', "_");
        let totp = Builder::new()
            .with_secret(TotpBytes::from(secret.bytes()))
            .with_account_name(label)
            .with_issuer(Some("Muster"))
            .with_skew(1)
            .build()
            .map_err(|error| anyhow::anyhow!("while making a two-factor secret: {error}"))?;
        Ok(Self(totp))
    }

    /// The time step a code belongs to, if it is one of the three that are
    /// valid now. The caller compares it with the last one used.
    pub fn step_of(&self, code: &str, now: Timestamp) -> Option<i64> {
        let seconds = u64::try_from(now.seconds()).ok()?;
        let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        // Newest first, so that a code that is valid twice counts once.
        [seconds + 30, seconds, seconds.saturating_sub(30)].into_iter().find_map(|time| {
            let expected = super::Secret::new(self.0.generate(time).to_string());
            expected.equals(&digits).then(|| i64::try_from(time / 30).unwrap_or(i64::MAX))
        })
    }

    /// What the authenticator app shows at this time.
    #[cfg(test)]
    pub fn code_at(&self, time: Timestamp) -> String {
        let seconds = u64::try_from(time.seconds()).expect("after 1970");
        self.0.generate(seconds).to_string()
    }

    /// The secret in the alphabet people type into an app.
    pub fn key_text(secret: &TotpSecret) -> String {
        TotpBytes::from(secret.bytes()).to_base32()
    }

    /// The address a QR code holds.
    pub fn address(&self) -> anyhow::Result<String> {
        self.0
            .to_url()
            .map_err(|error| anyhow::anyhow!("while making a two-factor address: {error}"))
    }
}

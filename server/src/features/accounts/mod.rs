//! Users, roles, API keys, login. (under construction)
use crate::config::Settings;
/// Brakes on guessing passwords.
pub struct LoginLimits;
impl LoginLimits {
    /// placeholder
    pub fn new(_settings: &Settings) -> Self {
        Self
    }
}

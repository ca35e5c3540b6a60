//! What applies to a session: the rules of all levels together.

use muster_remote::{Consent, ConsentMode, Kind, Limits, RecordingMode, WhenNobody};

use super::policy::RemoteRules;
use crate::error::ApiError;

/// What applies to one kind of session on one agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectiveRules {
    pub allowed: bool,
    pub consent: Consent,
    pub recording: RecordingMode,
    pub record_input: bool,
    pub limits: Limits,
}

impl From<&RemoteRules> for EffectiveRules {
    /// Of rules that say everything; what is missing is as strict as can be.
    fn from(rules: &RemoteRules) -> Self {
        Self {
            allowed: rules.allowed.unwrap_or(false),
            consent: Consent {
                mode: rules.consent.unwrap_or(ConsentMode::Ask),
                seconds: rules.consent_seconds.unwrap_or(30),
                when_nobody: rules.when_nobody.unwrap_or(WhenNobody::Block),
            },
            recording: rules.recording.unwrap_or(RecordingMode::Off),
            record_input: rules.record_input.unwrap_or(false),
            limits: Limits {
                idle_seconds: rules.idle_seconds.unwrap_or(60),
                longest_seconds: rules.longest_seconds.unwrap_or(3600),
            },
        }
    }
}

impl EffectiveRules {
    /// Refuses what the policy does not allow, and what it wants recorded while there is
    /// no key to seal recordings to.
    pub fn must_allow(&self, kind: Kind, recording_key: &str) -> Result<(), ApiError> {
        let name = kind.as_str();
        if !self.allowed {
            let sentence = format!("the policy allows no sessions of kind {name} on this agent");
            return Err(ApiError::Forbidden(sentence));
        }
        if self.recording != RecordingMode::Off && recording_key.is_empty() {
            let sentence = format!(
                "sessions of kind {name} on this agent must be recorded, and this server cannot \
                 record yet"
            );
            return Err(ApiError::Conflict(sentence));
        }
        Ok(())
    }
}

/// The names of a mode as the API and the database have it.
pub(super) fn consent_name(mode: ConsentMode) -> &'static str {
    match mode {
        ConsentMode::Off => "off",
        ConsentMode::Notice => "notice",
        ConsentMode::Ask => "ask",
    }
}

/// The same of recording.
pub(super) fn recording_name(mode: RecordingMode) -> &'static str {
    match mode {
        RecordingMode::Off => "off",
        RecordingMode::On => "on",
        RecordingMode::Strict => "strict",
    }
}

//! What applies to a session: the rules of all levels together.

use muster_remote::{Consent, ConsentMode, Kind, Limits, RecordingMode, WhenNobody};

use super::details::SessionDetails;
use super::policy::RemoteRules;
use crate::error::ApiError;

/// What applies to one kind of session on one agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectiveRules {
    pub allowed: bool,
    pub consent: Consent,
    pub recording: RecordingMode,
    pub record_input: bool,
    /// Whether nobody between may read it, not even this server.
    pub end_to_end_only: bool,
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
            end_to_end_only: rules.end_to_end_only.unwrap_or(true),
            limits: Limits {
                idle_seconds: rules.idle_seconds.unwrap_or(60),
                longest_seconds: rules.longest_seconds.unwrap_or(3600),
            },
        }
    }
}

impl EffectiveRules {
    /// Refuses what the policy does not allow.
    pub fn must_allow(&self, kind: Kind, details: &SessionDetails) -> Result<(), ApiError> {
        let name = kind.as_str();
        if !self.allowed {
            let sentence = format!("the policy allows no sessions of kind {name} on this agent");
            return Err(ApiError::Forbidden(sentence));
        }
        if details.is_read_by_server && self.end_to_end_only {
            let sentence = format!(
                "the policy wants sessions of kind {name} on this agent encrypted from end to \
                 end, and here this server would read it: use the web interface or muster connect"
            );
            return Err(ApiError::Forbidden(sentence));
        }
        Ok(())
    }

    /// Whether a session that is recorded like this is recorded less than it has to be.
    pub(super) fn want_more_than(&self, recording: RecordingMode) -> bool {
        strictness(self.recording) > strictness(recording)
    }
}

fn strictness(mode: RecordingMode) -> u8 {
    match mode {
        RecordingMode::Off => 0,
        RecordingMode::On => 1,
        RecordingMode::Strict => 2,
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

/// The mode with a name; the database holds no other.
pub(super) fn recording_named(name: &str) -> RecordingMode {
    match name {
        "off" => RecordingMode::Off,
        "on" => RecordingMode::On,
        _ => RecordingMode::Strict,
    }
}

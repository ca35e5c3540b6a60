//! Which computers a person must approve.

use crate::storage::{TextEnum, stored_as_text};

/// Which computers become agents of a site only when a person has approved
/// them. One that claims a record and does not prove it always waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnrolmentApproval {
    /// None.
    #[default]
    Off,
    /// New ones.
    New,
    /// New ones, and known ones that enrol again.
    All,
}

impl EnrolmentApproval {
    /// The names in the API.
    pub const NAMES: &'static [&'static str] = &["off", "new", "all"];
}

impl TextEnum for EnrolmentApproval {
    const ALL: &'static [Self] = &[Self::Off, Self::New, Self::All];

    fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

stored_as_text!(EnrolmentApproval);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_name_of_its_own() {
        for (value, name) in EnrolmentApproval::ALL.iter().zip(EnrolmentApproval::NAMES) {
            assert_eq!(EnrolmentApproval::from_name(name), Some(*value));
        }
        assert_eq!(EnrolmentApproval::ALL.len(), EnrolmentApproval::NAMES.len());
    }
}

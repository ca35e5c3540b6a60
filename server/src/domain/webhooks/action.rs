//! A URL action as it is stored.

use super::headers::Headers;
use crate::audit::Stamps;
use crate::auth::Secret;
use crate::storage::{TextEnum, stored_as_text};

/// A stored URL action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAction {
    /// Key of the row; 0 before it is stored.
    pub id: i64,
    pub name: String,
    /// What it is for.
    pub desc: String,
    pub action_type: ActionType,
    pub template: Template,
    /// What requests are signed with; none: they are not.
    pub secret: Option<Secret>,
    /// Who made and changed it.
    pub stamps: Stamps,
}

/// An address with placeholders, and how it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The address.
    pub pattern: String,
    pub method: RestMethod,
    /// The content of the request; empty for none.
    pub body: String,
    pub headers: Headers,
}

/// What is done with the address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActionType {
    /// A person opens it.
    #[default]
    Web,
    /// The server calls it.
    Rest,
}

impl ActionType {
    /// The names in the API.
    pub const NAMES: &'static [&'static str] = &["web", "rest"];
}

impl TextEnum for ActionType {
    const ALL: &'static [Self] = &[Self::Web, Self::Rest];

    fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

stored_as_text!(ActionType);

/// The HTTP method of a webhook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RestMethod {
    Get,
    #[default]
    Post,
    Put,
    Delete,
    Patch,
}

impl RestMethod {
    /// The names in the API.
    pub const NAMES: &'static [&'static str] = &["get", "post", "put", "delete", "patch"];
}

impl TextEnum for RestMethod {
    const ALL: &'static [Self] = &[Self::Get, Self::Post, Self::Put, Self::Delete, Self::Patch];

    fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

stored_as_text!(RestMethod);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_name_of_its_own() {
        for (value, name) in ActionType::ALL.iter().zip(ActionType::NAMES) {
            assert_eq!(ActionType::from_name(name), Some(*value));
        }
        for (value, name) in RestMethod::ALL.iter().zip(RestMethod::NAMES) {
            assert_eq!(RestMethod::from_name(name), Some(*value));
        }
        assert_eq!((ActionType::NAMES.len(), RestMethod::NAMES.len()), (2, 5));
    }
}

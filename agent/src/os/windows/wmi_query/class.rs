//! What to ask WMI for, and what it answers.

use serde_json::{Map, Value};

/// The namespace of almost every class.
pub const CIMV2: &str = r"ROOT\CIMV2";

/// What one object of a class says, by property. A property without a value is not
/// there; a date is text in RFC 3339, a size is a number.
pub type Row = Map<String, Value>;

/// The objects to ask for, and what of them.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    pub namespace: &'static str,
    pub name: &'static str,
    /// What follows `WHERE`; empty for all objects.
    pub condition: &'static str,
    /// The properties; the objects are sorted by the first of them. One that this
    /// release of Windows does not know is left out.
    pub properties: &'static [&'static str],
}

//! Rights as the API writes them: one boolean per flag.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::auth::{Right, Rights};

/// Every right there is, as a boolean under its flag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(pub Rights);

impl Flags {
    /// These flags, overridden by those that a caller sent.
    pub fn with(self, sent: &[(Right, bool)]) -> Self {
        let is_set = |right: &Right| {
            let own = sent.iter().find(|(sent, _)| sent == right);
            own.map_or(self.0.has(*right), |(_, is_set)| *is_set)
        };
        Self(Right::ALL.iter().copied().filter(is_set).collect())
    }
}

impl Serialize for Flags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Right::ALL.len()))?;
        for right in Right::ALL {
            map.serialize_entry(right.flag(), &self.0.has(*right))?;
        }
        map.end()
    }
}

impl PartialSchema for Flags {
    fn schema() -> RefOr<Schema> {
        let mut object = ObjectBuilder::new();
        for right in Right::ALL {
            let flag = ObjectBuilder::new()
                .schema_type(Type::Boolean)
                .description(Some(format!("May {}.", right.sentence())));
            object = object.property(right.flag(), flag);
        }
        object.into()
    }
}

impl ToSchema for Flags {}

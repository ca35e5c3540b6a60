//! Who made and last changed something, and when.

use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use crate::time::Timestamp;

/// Who made and last changed something, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, FromQueryResult)]
pub struct Stamps {
    /// Who made it.
    pub created_by: String,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_time: Timestamp,
    /// Who last changed it.
    pub modified_by: String,
    /// When it was last changed.
    #[schema(value_type = String, format = DateTime)]
    pub modified_time: Timestamp,
}

impl Stamps {
    /// For something that is not stored yet.
    pub fn none() -> Self {
        let never = Timestamp::from_micros(0);
        Self {
            created_by: String::new(),
            created_time: never,
            modified_by: String::new(),
            modified_time: never,
        }
    }
}

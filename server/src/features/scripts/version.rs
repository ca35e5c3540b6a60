//! A former body of a script.

use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use crate::time::Timestamp;

/// A body that was replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, FromQueryResult)]
pub struct ScriptVersion {
    /// Its number, counted from 1.
    pub n: i64,
    /// The code.
    pub body: String,
    /// SHA-256 of the code, hexadecimal.
    pub script_hash: String,
    /// Who wrote it.
    pub author: String,
    /// When it was written.
    #[schema(value_type = String, format = DateTime)]
    pub time: Timestamp,
}

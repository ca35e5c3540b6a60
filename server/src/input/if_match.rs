//! `If-Match`: which state of an object a change was made from.

use axum::extract::FromRequestParts;
use axum::http::header::IF_MATCH;
use axum::http::request::Parts;
use serde::Serialize;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, Required};

use crate::audit::Stamps;
use crate::error::ApiError;
use crate::time::Timestamp;

/// The state of the object that the caller has seen, if sent: its
/// `modified_time`. Without it, the caller overwrites whatever is stored.
pub struct IfMatch(Option<Timestamp>);

impl IfMatch {
    /// Refuses a change that was made from an older state than this one, with
    /// what is stored: as its own address shows it, so only to callers who may
    /// change it.
    pub fn must_be_newest(&self, stamps: &Stamps, stored: &impl Serialize) -> Result<(), ApiError> {
        self.must_be(&stamps.modified_by, stamps.modified_time, stored)
    }

    /// Like `must_be_newest`, for objects of which only the last change is
    /// known.
    pub fn must_be(
        &self,
        by: &str,
        time: Timestamp,
        stored: &impl Serialize,
    ) -> Result<(), ApiError> {
        if !self.differs_from(time) {
            return Ok(());
        }
        let current =
            serde_json::to_value(stored).map_err(|error| ApiError::Internal(error.into()))?;
        Err(ApiError::EditConflict { by: by.to_owned(), time, current })
    }

    /// Whether the caller has seen another state than the one of this time.
    pub fn differs_from(&self, time: Timestamp) -> bool {
        self.0.is_some_and(|seen| seen != time)
    }
}

impl<S: Sync> FromRequestParts<S> for IfMatch {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Some(value) = parts.headers.get(IF_MATCH) else { return Ok(Self(None)) };
        let text = value.to_str().unwrap_or_default().trim();
        if text == "*" {
            return Ok(Self(None));
        }
        let time = Timestamp::parse(text.trim_matches('"'));
        let wrong = || ApiError::invalid("If-Match", "must be the modified_time of the object");
        Ok(Self(Some(time.ok_or_else(wrong)?)))
    }
}

impl IntoParams for IfMatch {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "The `modified_time` of the object as it was read, in quotes. 409 \
                     `edit_conflict` when somebody has changed it since, with what is stored as \
                     `current`; without the header, or with `*`, the change is made in any case.";
        let parameter = ParameterBuilder::new()
            .name("If-Match")
            .parameter_in(ParameterIn::Header)
            .required(Required::False)
            .description(Some(about))
            .schema(Some(ObjectBuilder::new().schema_type(Type::String)));
        vec![parameter.build()]
    }
}

//! `GET /api/schema/`: the OpenAPI document.

use axum::Extension;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use super::document::Texts;
use super::enabled::Enabled;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};

/// In which spelling the document is wanted.
#[derive(Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReadSchema {
    /// `json` or `yaml`; if not said, what the header `Accept` asks for, else
    /// `json`.
    format: Option<String>,
}

impl Parse for ReadSchema {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { format: fields.text("format").one_of(&["json", "yaml"]).optional() }
    }
}

/// Read the OpenAPI document.
///
/// Describes every route, body, answer and error. Needs the setting
/// `SWAGGER_ENABLED`.
#[utoipa::path(
    get,
    path = "/api/schema/",
    tag = "schema",
    params(ReadSchema),
    responses((status = 200, description = "OpenAPI 3.1", body = serde_json::Value),
              (status = "default", body = ErrorBody)),
)]
pub async fn read_schema(
    _: Enabled,
    _: Caller<may::BeLoggedIn>,
    Extension(texts): Extension<Texts>,
    headers: HeaderMap,
    Query(query): Query<ReadSchema>,
) -> Result<Response, ApiError> {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let wants_yaml = match query.format.as_deref() {
        Some(format) => format == "yaml",
        None => accepts.is_some_and(|accepts| accepts.contains("yaml")),
    };
    let (kind, text) = if wants_yaml {
        ("application/yaml", texts.yaml())
    } else {
        ("application/json", texts.json())
    };
    let text = text.map_err(ApiError::Internal)?.to_owned();
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

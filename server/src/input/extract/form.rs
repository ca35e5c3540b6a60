//! A body that may be JSON or a form.

use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;

use super::multipart::{boundary, fields};
use super::{Body, BodyLimits, collect, read_body};
use crate::app::App;
use crate::error::ApiError;
use crate::input::{Parse, parse};

/// A JSON body, or one in `multipart/form-data`, where every value is text and a
/// field that is repeated is a list.
///
/// Only after the [`Caller`](crate::auth::Caller), like [`Body`].
pub struct FormBody<T>(pub T);

impl<T: Parse> FromRequest<App> for FormBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let content_type = request.headers().get(CONTENT_TYPE);
        let content_type = content_type.and_then(|value| value.to_str().ok()).unwrap_or_default();
        let Some(boundary) = boundary(content_type).map(str::to_owned) else {
            return Body::from_request(request, app).await.map(|Body(value)| Self(value));
        };
        let (parts, body) = request.into_parts();
        let limits = BodyLimits::of_callers(&app.settings);
        let bytes = read_body(&parts.headers, body, limits).await?;
        let Some(fields) = fields(&bytes, &boundary) else {
            let problem = "the body is not a form of texts, as its Content-Type says";
            return Err(ApiError::Malformed(problem.to_owned()));
        };
        parse(&collect(fields), true).map(Self)
    }
}

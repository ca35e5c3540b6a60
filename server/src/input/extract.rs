//! Body, query and path as axum hands them to a handler.
//!
//! axum's own extractors answer in plain text and stop at the first problem;
//! all our refusals have one shape.

mod form;
mod multipart;

use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri};
use bytes::Bytes;
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio::time::timeout;

pub use self::form::FormBody;
use super::{Parse, parse};
use crate::app::App;
use crate::config::Settings;
use crate::error::ApiError;
use crate::slot::without_slot;

/// A JSON body. No body at all counts as `{}`.
///
/// Only after the [`Caller`](crate::auth::Caller): a stranger could fill the
/// memory with it.
pub struct Body<T>(pub T);

impl<T: Parse> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        read_json(request, BodyLimits::of_callers(&app.settings)).await.map(Body)
    }
}

/// A JSON body of a route that expects no credential.
pub struct SmallBody<T>(pub T);

impl<T: Parse> FromRequest<App> for SmallBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        read_json(request, BodyLimits::of_strangers(&app.settings)).await.map(SmallBody)
    }
}

async fn read_json<T: Parse>(request: Request, limits: BodyLimits) -> Result<T, ApiError> {
    let is_json = says_json(&request);
    let (parts, body) = request.into_parts();
    let bytes = read_body(&parts.headers, body, limits).await?;
    if bytes.is_empty() {
        return parse(&Map::new(), false);
    }
    if !is_json {
        return Err(ApiError::NotJson);
    }
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(object)) => parse(&object, false),
        Ok(_) => Err(ApiError::Malformed("the body must be a JSON object".to_owned())),
        Err(error) => Err(ApiError::Malformed(format!("the body is not valid JSON: {error}"))),
    }
}

/// How large a body may be, and how long it may take to arrive.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimits {
    bytes: usize,
    time: Duration,
}

/// What strangers may send: a login, a token, a key.
const STRANGERS_BYTES: usize = 16 * 1024;
const STRANGERS_TIME: Duration = Duration::from_secs(5);

impl BodyLimits {
    /// For callers with a credential.
    pub fn of_callers(settings: &Settings) -> Self {
        Self { bytes: settings.body_limit, time: settings.request_time }
    }

    /// For everybody.
    pub fn of_strangers(settings: &Settings) -> Self {
        let whole = Self::of_callers(settings);
        let (bytes, time) = (STRANGERS_BYTES, STRANGERS_TIME);
        Self { bytes: whole.bytes.min(bytes), time: whole.time.min(time) }
    }
}

/// The whole body, within the limits of size and time. While it arrives, the
/// request has no slot: a slow caller must not take one from others. A
/// compressed one is refused unread: a few bytes of it could be gigabytes.
pub async fn read_body(
    headers: &HeaderMap,
    body: axum::body::Body,
    limits: BodyLimits,
) -> Result<Bytes, ApiError> {
    if headers.get(CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        return Err(ApiError::Compressed);
    }
    let BodyLimits { bytes: limit, time } = limits;
    let Ok(read) = without_slot(timeout(time, to_bytes(body, limit))).await? else {
        return Err(ApiError::TooSlow { seconds: time.as_secs() });
    };
    read.map_err(|error| match error.into_inner().is::<LengthLimitError>() {
        true => ApiError::TooLarge { limit },
        false => ApiError::Malformed("the body did not arrive as its headers say".to_owned()),
    })
}

fn says_json(request: &Request) -> bool {
    let Some(content_type) = request.headers().get(CONTENT_TYPE) else {
        return true; // Not set: the parser decides.
    };
    let text = content_type.to_str().unwrap_or_default().to_ascii_lowercase();
    let essence = text.split(';').next().unwrap_or_default().trim();
    essence == "application/json"
        || (essence.starts_with("application/") && essence.ends_with("+json"))
}

/// The query after the `?`.
pub struct Query<T>(pub T);

impl<T: Parse, S: Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parse(&query_of(&parts.uri)?, true).map(Query)
    }
}

/// The parameters of an address.
pub fn query_of(uri: &Uri) -> Result<Map<String, Value>, ApiError> {
    let pairs = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(uri);
    let axum::extract::Query(pairs) = pairs
        .map_err(|error| ApiError::Malformed(format!("the query is not readable: {error}")))?;
    Ok(collect(pairs))
}

/// A parameter that is repeated becomes a list.
fn collect(pairs: Vec<(String, String)>) -> Map<String, Value> {
    let mut object = Map::new();
    for (name, text) in pairs {
        match object.get_mut(&name) {
            None => {
                object.insert(name, Value::String(text));
            }
            Some(Value::Array(items)) => items.push(Value::String(text)),
            Some(first) => *first = Value::Array(vec![first.take(), Value::String(text)]),
        }
    }
    object
}

/// A GET that changes something, for callers who know it as one. `HEAD`, which
/// the router takes for a GET, must not: programs send it to look around.
pub struct OnlyGet;

impl<S: Sync> FromRequestParts<S> for OnlyGet {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        if parts.method == Method::GET { Ok(Self) } else { Err(ApiError::MethodNotAllowed) }
    }
}

/// The variable part of a path. One that cannot be an id names nothing: 404.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(_) => Err(ApiError::NotFound("object")),
        }
    }
}

//! Answers that are stored, and sent again.

use axum::body::{Body, HttpBody, to_bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::{RequestKey, queries};
use crate::app::App;
use crate::auth::Purpose;
use crate::error::ApiError;

/// Larger answers are not stored.
const LARGEST: u64 = 256 * 1024;
/// Headers that matter to a caller; the frame adds the others each time.
const STORED_HEADERS: [&str; 5] =
    ["content-type", "content-disposition", "x-run-id", "x-bulk-id", "x-total-count"];
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// An answer as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredAnswer {
    status: u16,
    headers: Vec<(String, String)>,
    #[serde(with = "serde_bytes")]
    body: Vec<u8>,
}

/// Stores an answer, or forgets the request if it failed; passes the answer on.
pub async fn store_or_forget(app: &App, request_key: &RequestKey, response: Response) -> Response {
    if !response.status().is_success() {
        forget(app, request_key).await;
        return response;
    }
    let (response, stored) = buffer(response).await;
    // The answer may contain a secret that is shown only once: a new API key.
    let sealed =
        stored.map(|stored| app.vault.seal(Purpose::Answer, &muster_protocol::encode(&stored)));
    if let Err(error) = queries::store_answer(&app.db, request_key, sealed).await {
        tracing::error!(error = %error, "an answer could not be stored for its Idempotency-Key");
    }
    response
}

/// Forgets a request, so that its key can be used again.
pub async fn forget(app: &App, request_key: &RequestKey) {
    if let Err(error) = queries::forget(&app.db, request_key).await {
        tracing::error!(error = %error, "an Idempotency-Key could not be released");
    }
}

async fn buffer(response: Response) -> (Response, Option<StoredAnswer>) {
    let is_small = response.body().size_hint().upper().is_some_and(|bytes| bytes <= LARGEST);
    if !is_small {
        return (response, None);
    }
    let (parts, body) = response.into_parts();
    let Ok(body) = to_bytes(body, usize::try_from(LARGEST).unwrap_or(usize::MAX)).await else {
        let error = ApiError::Internal(anyhow::anyhow!("an answer broke off"));
        return (error.into_response(), None);
    };
    let header = |name: &&str| {
        let value = parts.headers.get(*name)?.to_str().ok()?;
        Some(((*name).to_owned(), value.to_owned()))
    };
    let stored = StoredAnswer {
        status: parts.status.as_u16(),
        headers: STORED_HEADERS.iter().filter_map(header).collect(),
        body: body.to_vec(),
    };
    (Response::from_parts(parts, Body::from(body)), Some(stored))
}

/// The answer of the first time.
pub fn replay(app: &App, sealed: &[u8]) -> Response {
    let opened = app.vault.open_sealed(Purpose::Answer, sealed).ok();
    let stored: Option<StoredAnswer> =
        opened.and_then(|stored| muster_protocol::decode(&stored).ok());
    let Some(stored) = stored else {
        let cause = anyhow::anyhow!("a stored answer cannot be read");
        return ApiError::Internal(cause).into_response();
    };
    let status = StatusCode::from_u16(stored.status).unwrap_or(StatusCode::OK);
    let mut response = (status, stored.body).into_response();
    response.headers_mut().remove(header::CONTENT_TYPE);
    for (name, value) in stored.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().insert(name, value);
        }
    }
    response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    response
}

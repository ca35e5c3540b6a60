//! Answers that are stored, and sent again.

use axum::body::{Body, HttpBody, to_bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::{Mark, queries};
use crate::app::App;
use crate::error::ApiError;

/// Larger answers are not stored.
const LARGEST: u64 = 256 * 1024;
/// Headers that matter to a caller; the frame adds the others each time.
const KEPT: [&str; 5] =
    ["content-type", "content-disposition", "x-run-id", "x-bulk-id", "x-total-count"];
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// An answer as it is stored.
#[derive(Serialize, Deserialize)]
struct Kept {
    status: u16,
    headers: Vec<(String, String)>,
    #[serde(with = "serde_bytes")]
    body: Vec<u8>,
}

/// Stores an answer, or forgets the request if it failed; passes the answer on.
pub async fn settle(app: &App, mark: &Mark, response: Response) -> Response {
    if !response.status().is_success() {
        forget(app, mark).await;
        return response;
    }
    let (response, kept) = take_down(response).await;
    // The answer may contain a secret that is shown only once: a new API key.
    let sealed = kept.map(|kept| app.vault.seal(&muster_protocol::encode(&kept)));
    if let Err(error) = queries::keep(&app.db, mark, sealed).await {
        tracing::error!(error = %error, "an answer could not be stored for its Idempotency-Key");
    }
    response
}

/// Forgets a request, so that its key can be used again.
pub async fn forget(app: &App, mark: &Mark) {
    if let Err(error) = queries::forget(&app.db, mark).await {
        tracing::error!(error = %error, "an Idempotency-Key could not be released");
    }
}

async fn take_down(response: Response) -> (Response, Option<Kept>) {
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
    let kept = Kept {
        status: parts.status.as_u16(),
        headers: KEPT.iter().filter_map(header).collect(),
        body: body.to_vec(),
    };
    (Response::from_parts(parts, Body::from(body)), Some(kept))
}

/// The answer of the first time.
pub fn replay(app: &App, sealed: &[u8]) -> Response {
    let opened = app.vault.open_sealed(sealed).ok();
    let kept: Option<Kept> = opened.and_then(|kept| muster_protocol::decode(&kept).ok());
    let Some(kept) = kept else {
        let cause = anyhow::anyhow!("a stored answer cannot be read");
        return ApiError::Internal(cause).into_response();
    };
    let status = StatusCode::from_u16(kept.status).unwrap_or(StatusCode::OK);
    let mut response = (status, kept.body).into_response();
    response.headers_mut().remove(header::CONTENT_TYPE);
    for (name, value) in kept.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().insert(name, value);
        }
    }
    response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    response
}

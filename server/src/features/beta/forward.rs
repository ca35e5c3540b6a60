//! Forwarding to the main API, on behalf of the caller of the beta API.
//!
//! Credentials, addresses and request ids are forwarded, so the main route's own
//! checks decide: a right or a scope cannot be forgotten here.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use tower::ServiceExt;

use crate::auth::ClientAddress;
use crate::error::ApiError;
use crate::http::RequestId;

/// Calls a route of the main API.
pub async fn forward(
    main: &Router,
    parts: &Parts,
    method: Method,
    uri: &str,
    body: Body,
) -> Response {
    let Ok(uri) = uri.parse::<Uri>() else {
        return ApiError::NotFound("object").into_response();
    };
    let mut request = Request::new(body);
    *request.method_mut() = method;
    *request.uri_mut() = uri;
    *request.headers_mut() = parts.headers.clone();
    // Only these: the path variables of the two routes differ.
    if let Some(address) = parts.extensions.get::<ClientAddress>() {
        request.extensions_mut().insert(*address);
    }
    if let Some(id) = parts.extensions.get::<RequestId>() {
        request.extensions_mut().insert(id.clone());
    }
    match main.clone().oneshot(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
}

/// The body of a response, or the error response unchanged.
pub async fn body_of<T: DeserializeOwned>(response: Response) -> Result<T, Response> {
    if response.status() != StatusCode::OK {
        return Err(response);
    }
    let failed = |error: anyhow::Error| {
        ApiError::Internal(error.context("while reading a list of the main API")).into_response()
    };
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX)
        .await
        .map_err(|error| failed(error.into()))?;
    serde_json::from_slice(&bytes).map_err(|error| failed(error.into()))
}

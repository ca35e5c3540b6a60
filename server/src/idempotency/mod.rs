//! `Idempotency-Key` on every POST: the same key from the same credential on the
//! same path within a day is answered as the first time, and starts nothing.
//!
//! The answer is stored once the request has succeeded; one that failed may be
//! sent again with the same key. A request with a key is completed even if its
//! caller hangs up: that is when they send it again. Runs store their key with
//! the run itself, in one transaction, which is stronger; here they are only
//! bound to one path.
//!
//! A request that a killed server left without an answer keeps its key for the
//! day: nobody knows how far it came (decision 51).

mod answer;
mod document;
mod key;
mod pruning;
mod queries;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::Method;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::Instrument;

#[cfg(test)]
pub use self::document::describe;
pub use self::document::list_own;
pub use self::key::{IdempotencyKey, REMEMBERED};
use self::queries::Claim;
use crate::app::App;
use crate::auth::identify;
use crate::error::ApiError;
use crate::http::RouteTemplate;
use crate::input::{BodyLimits, read_body};
use crate::slot::keep_slot;
pub use pruning::prune;

/// The state of the layer.
#[derive(Clone)]
pub struct Idempotency {
    app: App,
    /// Templates of the routes that store their keys themselves.
    own: Arc<HashSet<String>>,
}

impl Idempotency {
    /// For an API in which these routes store their keys themselves.
    pub fn new(app: &App, own: HashSet<String>) -> Self {
        Self { app: app.clone(), own: Arc::new(own) }
    }

    fn stores_own_keys(&self, parts: &Parts) -> bool {
        let template = parts.extensions.get::<RouteTemplate>();
        template.is_some_and(|template| self.own.contains(&*template.0))
    }
}

/// Middleware: answers a request that was answered before.
pub async fn remember(State(layer): State<Idempotency>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST || !request.headers().contains_key(key::HEADER) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    // Unauthenticated callers are left to the route, which refuses them or is
    // open to all.
    let caller = match identify(&parts, &layer.app).await {
        Ok(identity) => identity.credential_name(),
        Err(_) => None,
    };
    let Some(caller) = caller else {
        return next.run(Request::from_parts(parts, body)).await;
    };
    match claim(&layer, caller, &parts, body).await {
        Ok((Claim::Answered(sealed), _, _)) => answer::replay(&layer.app, &sealed),
        Ok((Claim::New | Claim::InProgress, request_key, body))
            if layer.stores_own_keys(&parts) =>
        {
            let response = next.run(Request::from_parts(parts, body.into())).await;
            if !response.status().is_success() {
                answer::forget(&layer.app, &request_key).await;
            }
            response
        }
        Ok((Claim::New, request_key, body)) => {
            carry_out(layer.app, request_key, Request::from_parts(parts, body.into()), next).await
        }
        Ok((refused, _, _)) => refusal(&refused).into_response(),
        Err(error) => error.into_response(),
    }
}

/// The key of a stored request: the credential of its caller, and the key sent.
#[derive(Clone, Debug)]
struct RequestKey {
    caller: String,
    key: String,
}

async fn claim(
    layer: &Idempotency,
    caller: String,
    parts: &Parts,
    body: Body,
) -> Result<(Claim, RequestKey, Bytes), ApiError> {
    let key = key::read(&parts.headers)?.unwrap_or_default();
    let body = read_body(&parts.headers, body, BodyLimits::of_callers(&layer.app.settings)).await?;
    let request_key = RequestKey { caller, key };
    let claim = queries::claim(&layer.app.db, &request_key, parts.uri.path()).await?;
    Ok((claim, request_key, body))
}

fn refusal(claim: &Claim) -> ApiError {
    let sentence = match claim {
        Claim::OtherPath => key::OTHER_PATH,
        Claim::NotStored => "this request was carried out, but its answer was too large to be kept",
        Claim::Full => return ApiError::TooMany { seconds: 3600 },
        _ => {
            "a request with this Idempotency-Key is being carried out, or was when a server \
             stopped: look what came of it before you send it with another key"
        }
    };
    ApiError::Conflict(sentence.to_owned())
}

/// Completes a request, whether or not its caller still waits, and stores its
/// answer.
async fn carry_out(app: App, request_key: RequestKey, request: Request, next: Next) -> Response {
    let (later, keeper) = (request_key.clone(), app.clone());
    let work = async move {
        let response = next.run(request).await;
        answer::store_or_forget(&keeper, &later, response).await
    };
    match app.tasks.spawn(keep_slot(work.in_current_span())).await {
        Ok(response) => response,
        Err(broken) => {
            answer::forget(&app, &request_key).await;
            match broken.try_into_panic() {
                // The frame around us turns it into an answer.
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(_) => ApiError::Unavailable("the server").into_response(),
            }
        }
    }
}

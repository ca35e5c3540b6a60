//! The outermost step: request id, log line, metrics, and the error body.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::normalise::RouteTemplate;
use crate::auth::random_letters;
use crate::error::Refusal;

const HEADER: &str = "x-request-id";
const LONGEST: usize = 64;
const LOG_INTERVAL: Duration = Duration::from_secs(1);

static OVERLOAD: Mutex<OverloadCount> = Mutex::new(OverloadCount { calls: 0, last_logged: None });

/// The id that ties an answer, the log and an error body together.
#[derive(Clone)]
pub struct RequestId(pub String);

/// Middleware: adds an id to the request and completes its answer.
pub async fn finish(mut request: Request, next: Next) -> Response {
    let id = sent_id(request.headers()).unwrap_or_else(|| random_letters(16));
    request.extensions_mut().insert(RequestId(id.clone()));
    let method = request.method().clone();
    let template = request.extensions().get::<RouteTemplate>().map(|route| route.0.clone());
    let route = template.as_deref().unwrap_or("unknown").to_owned();

    let started = Instant::now();
    let response = next.run(request).await;
    let is_overload = response.extensions().get::<Refusal>().is_some_and(Refusal::is_overload);
    let response = with_error_body(response, &id);

    let (status, elapsed) = (response.status().as_u16(), started.elapsed());
    let labels = [("method", method.to_string()), ("route", route), ("status", status.to_string())];
    ::metrics::counter!("muster_http_requests_total", &labels).increment(1);
    if is_overload {
        OVERLOAD.lock().unwrap_or_else(PoisonError::into_inner).count();
    } else {
        ::metrics::histogram!("muster_http_request_seconds", &labels[..2]).record(elapsed);
        let [(_, method), (_, route), _] = labels;
        // Paths are left out on purpose: the template is enough, and a path may
        // contain what a caller put into it by mistake.
        tracing::info!(
            request.id = id,
            method,
            route,
            status,
            duration_ms = elapsed.as_secs_f64() * 1000.0,
            "answered a request"
        );
    }
    with_id(response, &id)
}

/// The log fields of a request while it is worked on.
pub fn span_of(request: &Request) -> tracing::Span {
    let id = request.extensions().get::<RequestId>().map_or("", |id| &*id.0);
    let route = request.extensions().get::<RouteTemplate>().map_or("unknown", |route| &*route.0);
    tracing::info_span!("request", id, method = %request.method(), route)
}

/// Calls that were refused because of overload since that was last logged.
///
/// A log line for each would be one more burden for an overloaded server; the
/// metrics count them all.
struct OverloadCount {
    calls: u64,
    last_logged: Option<Instant>,
}

impl OverloadCount {
    fn count(&mut self) {
        self.calls += 1;
        if self.last_logged.is_none_or(|last_logged| last_logged.elapsed() >= LOG_INTERVAL) {
            tracing::warn!(calls = self.calls, "overloaded: refused calls with 503");
            (self.calls, self.last_logged) = (0, Some(Instant::now()));
        }
    }
}

/// A caller may send its own id, if it can be logged.
fn sent_id(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(HEADER)?.to_str().ok()?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let usable = !text.is_empty() && text.len() <= LONGEST && text.chars().all(is_plain);
    usable.then(|| text.to_owned())
}

fn with_error_body(mut response: Response, id: &str) -> Response {
    let Some(refusal) = response.extensions_mut().remove::<Refusal>() else {
        return response;
    };
    let status = response.status();
    let headers = std::mem::take(response.headers_mut());
    let mut finished = (status, refusal.into_body(id)).into_response();
    for (name, value) in &headers {
        if name != axum::http::header::CONTENT_LENGTH && name != axum::http::header::CONTENT_TYPE {
            finished.headers_mut().insert(name.clone(), value.clone());
        }
    }
    finished
}

fn with_id(mut response: Response, id: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(id) {
        response.headers_mut().insert(HEADER, value);
    }
    response
}

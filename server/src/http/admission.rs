//! How many requests are worked on at once, and how many may wait for that.
//!
//! A machine that gets more work than it can do becomes slower with every
//! request, until no request is answered in time. So a bounded number of them
//! is worked on, a bounded number waits for a bounded time, and anyone beyond
//! that is refused at once with `Retry-After`: which costs next to nothing.
//!
//! There are two lanes, so that a thousand commands at once do not block
//! reading, nor the other way round. Agents, monitoring and the files of the
//! interface need no slot. A request that waits for an agent releases its slot:
//! see [`release_slot`].

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::Instrument;

use super::frame;
use super::normalise::RouteTemplate;
use crate::error::ApiError;
use crate::lane::{Lane, Limits, Slot};

/// Calls that only look. The database reads for a few of them at a time.
const READING: Limits = Limits { at_once: 32, waiting: 256, max_wait: Duration::from_secs(2) };
/// Calls that change something: more of them may wait and longer, because a
/// program that has a thousand things to do sends all of them.
const WRITING: Limits = Limits { at_once: 32, waiting: 2000, max_wait: Duration::from_secs(20) };

/// Searches that are not a GET, because their conditions are a body.
const SEARCHES: &[&str] = &["/logs/audit/", "/core/customfields"];
/// What needs no slot: it has its own limits, costs nothing, or must be
/// answered especially when the server is overloaded.
const FREE: &[&str] =
    &["/link/", "/ws/", "/ui/", "/core/v2/status/", "/core/status/", "/metrics", "/api/schema/"];

/// The lanes of one server.
pub struct Admission {
    reading: Lane,
    writing: Lane,
}

impl Default for Admission {
    fn default() -> Self {
        Self::new(READING, WRITING)
    }
}

impl Admission {
    /// Lanes with these bounds.
    pub fn new(reading: Limits, writing: Limits) -> Self {
        Self { reading: Lane::new(reading), writing: Lane::new(writing) }
    }

    fn lane(&self, request: &Request) -> Option<&Lane> {
        let template = request.extensions().get::<RouteTemplate>().map_or("", |route| &*route.0);
        if FREE.iter().any(|start| template.starts_with(start)) {
            return None;
        }
        match *request.method() {
            Method::GET | Method::HEAD | Method::OPTIONS => Some(&self.reading),
            Method::PATCH if SEARCHES.contains(&template) => Some(&self.reading),
            _ => Some(&self.writing),
        }
    }
}

/// The slot of a request, until it is released.
#[derive(Clone)]
struct HeldSlot(Arc<Mutex<Option<Slot>>>);

tokio::task_local! {
    static SLOT: HeldSlot;
}

/// Middleware: works on the request, or refuses it.
pub async fn admit(
    State(admission): State<Arc<Admission>>,
    request: Request,
    next: Next,
) -> Response {
    let mut held = None;
    if let Some(lane) = admission.lane(&request) {
        let Some(slot) = lane.enter().await else { return ApiError::Overloaded.into_response() };
        held = Some(slot);
    }
    let span = frame::span_of(&request);
    let held = HeldSlot(Arc::new(Mutex::new(held)));
    SLOT.scope(held, next.run(request).instrument(span)).await
}

/// Releases the slot of this request for the next one: from here on it does not
/// work, it only waits. Does nothing outside a request.
pub fn release_slot() {
    let _ = SLOT.try_with(|held| held.0.lock().unwrap_or_else(PoisonError::into_inner).take());
}

/// Wraps work of this request that continues in its own task, so that it keeps
/// the slot.
pub fn keep_slot<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let held = SLOT.try_with(Clone::clone).unwrap_or_else(|_| HeldSlot(Arc::default()));
    SLOT.scope(held, work)
}

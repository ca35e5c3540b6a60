//! How many requests are worked on at once, and how many may wait for that.
//!
//! A machine that gets more work than it can do becomes slower with every
//! request, until no request is answered in time. So a bounded number of them
//! is worked on, a bounded number waits for a bounded time, and anyone beyond
//! that is refused at once with `Retry-After`: which costs next to nothing.
//!
//! There are three lanes, so that a thousand commands at once do not block
//! reading, nor the other way round, and strangers block neither. Agents,
//! monitoring and the files of the interface need no slot. A request that waits
//! for an agent or for its own body releases its slot: see [`crate::slot`].

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::Instrument;

use super::frame;
use super::normalise::RouteTemplate;
use crate::lane::{Lane, Limits};
use crate::slot::{self, HeldSlot};
use crate::strangers::Peer;

/// Calls that only look. The database reads for a few of them at a time.
const READING: Limits = Limits { at_once: 32, waiting: 256, max_wait: Duration::from_secs(2) };
/// Calls that change something: more of them may wait and longer, because a
/// program that has a thousand things to do sends all of them.
const WRITING: Limits = Limits { at_once: 32, waiting: 2000, max_wait: Duration::from_secs(20) };

/// Calls without a credential: a login, a computer that becomes an agent.
const STRANGERS: Limits = Limits { at_once: 8, waiting: 1000, max_wait: Duration::from_secs(10) };

/// Routes that expect no credential.
const FOR_STRANGERS: &[&str] =
    &["/v2/checkcreds/", "/v2/login/", "/setup/", "/link/enroll/", "/link/leave/"];
/// Searches that are not a GET, because their conditions are a body.
const SEARCHES: &[&str] = &["/logs/audit/", "/logs/debug/", "/core/customfields"];
/// What needs no slot: it has its own limits, costs nothing, or must be
/// answered especially when the server is overloaded.
const FREE: &[&str] =
    &["/link/", "/ws/", "/ui/", "/core/v2/status/", "/core/status/", "/metrics", "/api/schema/"];

/// The lanes of one server.
pub struct Admission {
    reading: Arc<Lane>,
    writing: Arc<Lane>,
    strangers: Arc<Lane>,
}

impl Default for Admission {
    fn default() -> Self {
        Self::new(READING, WRITING, STRANGERS)
    }
}

impl Admission {
    /// Lanes with these bounds.
    pub fn new(reading: Limits, writing: Limits, strangers: Limits) -> Self {
        let [reading, writing, strangers] =
            [reading, writing, strangers].map(|limits| Arc::new(Lane::new(limits)));
        Self { reading, writing, strangers }
    }

    fn lane(&self, request: &Request) -> Option<&Arc<Lane>> {
        let template = request.extensions().get::<RouteTemplate>().map_or("", |route| &*route.0);
        if FOR_STRANGERS.contains(&template) {
            return Some(&self.strangers);
        }
        if FREE.iter().any(|free| is_below(template, free)) {
            return None;
        }
        match *request.method() {
            Method::GET | Method::HEAD | Method::OPTIONS => Some(&self.reading),
            Method::PATCH if SEARCHES.contains(&template) => Some(&self.reading),
            _ => Some(&self.writing),
        }
    }
}

/// Whether a path is one of these: all that begin with it if it ends in a slash.
fn is_below(template: &str, free: &str) -> bool {
    template == free || (free.ends_with('/') && template.starts_with(free))
}

/// Middleware: works on the request, or refuses it.
pub async fn admit(
    State(admission): State<Arc<Admission>>,
    request: Request,
    next: Next,
) -> Response {
    let waiting = request.extensions().get::<Peer>().and_then(Peer::wait_for_us);
    let held = match HeldSlot::enter(admission.lane(&request)).await {
        Ok(held) => held,
        Err(error) => return error.into_response(),
    };
    drop(waiting);
    let span = frame::span_of(&request);
    slot::hold(held, next.run(request).instrument(span)).await
}

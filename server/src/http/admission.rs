//! How many requests are worked on at once, and how many may wait for that.
//!
//! A machine that is given more than it can do gets slower with every request,
//! until nobody is answered in time. So a bounded number of them is worked on,
//! a bounded number waits for a bounded time, and whoever comes on top of that
//! is told at once to come back: which costs next to nothing.
//!
//! There are two lanes, so that a thousand commands at once do not keep anybody
//! from looking, nor the other way round. Agents, monitoring and the files of
//! the interface pass without one. Whoever waits for an agent gives their place
//! to others: see [`step_aside`].

use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::normalise::RouteTemplate;
use crate::error::ApiError;

/// Calls that only look. The database reads for a few of them at a time.
const LOOKING: Limits = Limits { at_once: 32, waiting: 256, patience: Duration::from_secs(2) };
/// Calls that do something: more of them may wait and longer, because a program
/// that has a thousand things to do comes with all of them.
const DOING: Limits = Limits { at_once: 32, waiting: 2000, patience: Duration::from_secs(20) };

/// Searches that are no GET, because their conditions are a body.
const SEARCHES: &[&str] = &["/logs/audit/", "/core/customfields"];
/// What needs no place: it has limits of its own, costs nothing, or has to be
/// answered above all when there is too much to do.
const FREE: &[&str] =
    &["/link/", "/ws/", "/ui/", "/core/v2/status/", "/core/status/", "/metrics", "/api/schema/"];

/// The bounds of one lane.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests that are worked on at once.
    pub at_once: usize,
    /// Requests that wait for one of those to end.
    pub waiting: usize,
    /// How long each of them waits.
    pub patience: Duration,
}

/// The lanes of one server.
pub struct Admission {
    looking: Lane,
    doing: Lane,
}

struct Lane {
    limits: Limits,
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Default for Admission {
    fn default() -> Self {
        Self::new(LOOKING, DOING)
    }
}

impl Admission {
    /// Lanes with these bounds.
    pub fn new(looking: Limits, doing: Limits) -> Self {
        Self { looking: Lane::new(looking), doing: Lane::new(doing) }
    }

    fn lane(&self, request: &Request) -> Option<&Lane> {
        let template = request.extensions().get::<RouteTemplate>().map_or("", |route| &*route.0);
        if FREE.iter().any(|start| template.starts_with(start)) {
            return None;
        }
        match *request.method() {
            Method::GET | Method::HEAD | Method::OPTIONS => Some(&self.looking),
            Method::PATCH if SEARCHES.contains(&template) => Some(&self.looking),
            _ => Some(&self.doing),
        }
    }
}

impl Lane {
    fn new(limits: Limits) -> Self {
        let places = Arc::new(Semaphore::new(limits.at_once));
        Self { limits, places, waiting: AtomicUsize::new(0) }
    }

    /// A place, or none when too many wait or it takes too long.
    async fn enter(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            return Some(place);
        }
        let _waiting = Waiting::begin(&self.waiting, self.limits.waiting)?;
        let place = Arc::clone(&self.places).acquire_owned();
        tokio::time::timeout(self.limits.patience, place).await.ok()?.ok()
    }
}

/// Counts somebody who waits, until they give up or hang up.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn begin(count: &'a AtomicUsize, most: usize) -> Option<Self> {
        let waiting = Self(count);
        (count.fetch_add(1, Ordering::Relaxed) < most).then_some(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The place of a request, until it is given away.
#[derive(Clone)]
struct Place(Arc<Mutex<Option<OwnedSemaphorePermit>>>);

tokio::task_local! {
    static PLACE: Place;
}

/// Middleware: works on the request, or refuses it.
pub async fn admit(
    State(admission): State<Arc<Admission>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(lane) = admission.lane(&request) else { return next.run(request).await };
    let Some(permit) = lane.enter().await else { return ApiError::Overloaded.into_response() };
    let place = Place(Arc::new(Mutex::new(Some(permit))));
    PLACE.scope(place, next.run(request)).await
}

/// Gives the place of this request to the next one: from here on it does not
/// work, it waits for somebody else. Does nothing outside a request.
pub fn step_aside() {
    let _ = PLACE.try_with(|place| place.0.lock().unwrap_or_else(PoisonError::into_inner).take());
}

/// Work of this request that goes on in a task of its own, and has its place.
pub fn in_its_place<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let place = PLACE.try_with(Clone::clone).unwrap_or_else(|_| Place(Arc::default()));
    PLACE.scope(place, work)
}

//! Too many concurrent requests: some wait, some are refused, none waits for nothing.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::response::Response;
use axum::routing::{get, post};
use futures_util::future::select;
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tower::ServiceExt;

use super::{Admission, KnownPaths, framed};
use crate::idempotency::Idempotency;
use crate::lane::Limits;
use crate::slot::release_slot;
use crate::testing::{TestServer, superuser_key};

/// Only a failing test sees its end.
const LONG: Duration = Duration::from_secs(120);
const TIGHT: Limits = Limits { at_once: 1, waiting: 1, max_wait: LONG };

/// Requests enter and stay until the gate releases them.
#[derive(Clone)]
struct Inside {
    count: Arc<Semaphore>,
    gate: Arc<Semaphore>,
}

impl Inside {
    async fn stay(self) -> &'static str {
        self.count.add_permits(1);
        self.gate.acquire().await.unwrap().forget();
        "done"
    }

    async fn stay_aside(self) -> &'static str {
        release_slot();
        self.stay().await
    }
}

/// A service for such requests.
struct Crowd {
    service: Router,
    inside: Inside,
    key: String,
    _server: TestServer,
}

impl Crowd {
    async fn new(limits: Limits) -> Self {
        let server = TestServer::start().await;
        let inside =
            Inside { count: Arc::new(Semaphore::new(0)), gate: Arc::new(Semaphore::new(0)) };
        let (reads, writes, waits) = (inside.clone(), inside.clone(), inside.clone());
        let busy = get(move || reads.stay()).post(move || writes.stay());
        let routes = Router::new()
            .route("/busy/", busy)
            .route("/wait/", post(move || waits.stay_aside()))
            .route("/metrics", get(|| async { "numbers" }))
            .route("/metrics/agents", get(|| async { "numbers of agents" }));
        let known = KnownPaths::new(["/busy/", "/wait/", "/metrics", "/metrics/agents"]);
        let idempotency = Idempotency::new(&server.app, Default::default());
        let admission = Admission::new(limits, limits, limits);
        let service = framed(routes, &server.app, known, idempotency, admission);
        let key = superuser_key(&server.app).await;
        Self { service, inside, key, _server: server }
    }

    fn call(&self, method: &str, path: &str) -> JoinHandle<Response> {
        self.call_keyed(method, path, "")
    }

    fn call_keyed(&self, method: &str, path: &str, key: &str) -> JoinHandle<Response> {
        let mut request = Request::builder().method(method).uri(path);
        if !key.is_empty() {
            request = request.header("X-API-KEY", &self.key).header("Idempotency-Key", key);
        }
        let answer = self.service.clone().oneshot(request.body(Body::empty()).unwrap());
        tokio::spawn(async move { answer.await.unwrap() })
    }

    /// Two calls, one of which has to wait; which one is up to the server: the
    /// answer of the other, and the one that waits.
    async fn call_two(&self) -> (Response, JoinHandle<Response>) {
        let both = select(self.call("GET", "/busy/"), self.call("GET", "/busy/"));
        let (answered, waiting) = both.await.factor_first();
        (answered.unwrap(), waiting.into_inner())
    }

    /// Waits until so many more requests are inside.
    async fn enter(&self, count: u32) {
        let entering = tokio::time::timeout(LONG, self.inside.count.acquire_many(count));
        entering.await.expect("they come in").unwrap().forget();
    }

    fn release(&self, count: usize) {
        self.inside.gate.add_permits(count);
    }
}

async fn assert_refused(response: Response) {
    assert_eq!(response.status(), 503);
    let seconds: u64 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=4).contains(&seconds), "{seconds}");
    let body = to_bytes(response.into_body(), 10_000).await.unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body["code"], "overloaded", "{body}");
}

#[tokio::test]
async fn some_are_worked_on_some_wait_and_the_rest_is_refused_with_retry_after() {
    let crowd = Crowd::new(TIGHT).await;
    let first = crowd.call("GET", "/busy/");
    crowd.enter(1).await;
    let (refused, waiting) = crowd.call_two().await;
    assert_refused(refused).await;
    crowd.release(2);
    for served in [first, waiting] {
        assert_eq!(served.await.unwrap().status(), 200);
    }
}

#[tokio::test]
async fn no_request_waits_longer_than_its_timeout() {
    let crowd = Crowd::new(Limits { max_wait: Duration::from_millis(50), ..TIGHT }).await;
    let first = crowd.call("GET", "/busy/");
    crowd.enter(1).await;
    assert_refused(crowd.call("GET", "/busy/").await.unwrap()).await;
    crowd.release(1);
    assert_eq!(first.await.unwrap().status(), 200);
}

#[tokio::test]
async fn numbers_of_the_server_need_no_slot_and_those_of_agents_do() {
    let crowd = Crowd::new(Limits { max_wait: Duration::from_millis(50), ..TIGHT }).await;
    let first = crowd.call("GET", "/busy/");
    crowd.enter(1).await;
    assert_eq!(crowd.call("GET", "/metrics").await.unwrap().status(), 200);
    assert_refused(crowd.call("GET", "/metrics/agents").await.unwrap()).await;
    crowd.release(1);
    assert_eq!(first.await.unwrap().status(), 200);
}

#[tokio::test]
async fn reading_and_writing_requests_do_not_block_each_other() {
    let crowd = Crowd::new(TIGHT).await;
    let calls = [crowd.call("GET", "/busy/"), crowd.call("POST", "/busy/")];
    crowd.enter(2).await;
    let waiting = ["GET", "POST"].map(|method| crowd.call(method, "/busy/"));
    assert_eq!(crowd.call("GET", "/metrics").await.unwrap().status(), 200);
    crowd.release(4);
    for served in calls.into_iter().chain(waiting) {
        assert_eq!(served.await.unwrap().status(), 200);
    }
}

#[tokio::test]
async fn a_request_that_waits_for_an_agent_takes_no_slot() {
    let crowd = Crowd::new(TIGHT).await;
    let mut calls = Vec::new();
    for number in 0..50 {
        // With a key the work continues in its own task.
        let key = if number % 2 == 0 { String::new() } else { number.to_string() };
        calls.push(crowd.call_keyed("POST", "/wait/", &key));
        crowd.enter(1).await;
    }
    crowd.release(50);
    for call in calls {
        assert_eq!(call.await.unwrap().status(), 200);
    }
}

#[tokio::test]
async fn a_caller_who_hangs_up_frees_the_slot() {
    let crowd = Crowd::new(TIGHT).await;
    let first = crowd.call("GET", "/busy/");
    crowd.enter(1).await;
    for _ in 0..3 {
        let (refused, waiting) = crowd.call_two().await;
        assert_refused(refused).await;
        waiting.abort();
        assert!(waiting.await.unwrap_err().is_cancelled());
    }
    first.abort();
    let last = crowd.call("GET", "/busy/");
    crowd.enter(1).await;
    crowd.release(1);
    assert_eq!(last.await.unwrap().status(), 200);
}

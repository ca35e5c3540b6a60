//! A server that receives webhooks in tests, and answers as the test says.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::net::TcpListener;

use super::until;

/// A received request.
#[derive(Clone, Debug)]
pub struct ReceivedWebhook {
    /// In capitals.
    pub method: String,
    /// The path and the query.
    pub path: String,
    pub headers: HeaderMap,
    pub body: String,
}

impl ReceivedWebhook {
    /// A header's text; empty when it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// What the receiver does with a request.
#[derive(Clone, Debug)]
enum Behaviour {
    Answer(u16, String),
    Redirect(u16, String),
    Silence,
}

#[derive(Default)]
struct Record {
    received: Vec<ReceivedWebhook>,
    behaviours: VecDeque<Behaviour>,
}

/// A receiver on a free port of this machine. It answers 200 `ok`, unless the
/// test has said something else for the next request.
pub struct WebhookReceiver {
    /// `http://127.0.0.1:PORT`.
    pub url: String,
    record: Arc<Mutex<Record>>,
}

impl WebhookReceiver {
    /// Starts one; it runs until the test ends.
    pub async fn start() -> Self {
        let record = Arc::<Mutex<Record>>::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(receive).with_state(record.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, record }
    }

    /// The next request without a behaviour is answered with this.
    pub fn answer(&self, status: u16, body: &str) {
        self.add(Behaviour::Answer(status, body.to_owned()));
    }

    /// The next request without a behaviour is redirected.
    pub fn redirect(&self, status: u16, location: &str) {
        self.add(Behaviour::Redirect(status, location.to_owned()));
    }

    /// The next request without a behaviour is never answered.
    pub fn stay_silent(&self) {
        self.add(Behaviour::Silence);
    }

    /// What it received so far.
    pub fn received(&self) -> Vec<ReceivedWebhook> {
        self.record.lock().unwrap().received.clone()
    }

    /// Waits until it has received this many, and returns all.
    pub async fn wait_for(&self, count: usize) -> Vec<ReceivedWebhook> {
        let enough = async || Some(self.received()).filter(|all| all.len() >= count);
        until("the webhook arrives", enough).await
    }

    fn add(&self, behaviour: Behaviour) {
        self.record.lock().unwrap().behaviours.push_back(behaviour);
    }
}

async fn receive(State(record): State<Arc<Mutex<Record>>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let received = ReceivedWebhook {
        method: parts.method.to_string(),
        path: parts.uri.to_string(),
        headers: parts.headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    let behaviour = {
        let mut record = record.lock().unwrap();
        record.received.push(received);
        record.behaviours.pop_front()
    };
    match behaviour.unwrap_or(Behaviour::Answer(200, "ok".to_owned())) {
        Behaviour::Answer(status, body) => {
            Response::builder().status(status).body(Body::from(body)).unwrap()
        }
        Behaviour::Redirect(status, location) => {
            let response = Response::builder().status(status).header("location", location);
            response.body(Body::empty()).unwrap()
        }
        Behaviour::Silence => std::future::pending().await,
    }
}

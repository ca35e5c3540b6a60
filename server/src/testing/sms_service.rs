//! A provider of text messages for tests: receives real requests, and answers as
//! the test says.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;
use reqwest::Url;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A received request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReceivedSms {
    /// Method and path.
    pub call: String,
    /// User name and password: `AC1:token`.
    pub login: String,
    pub content_type: String,
    /// The fields of the body in their order, decoded.
    pub form: Vec<(String, String)>,
}

/// What the service does with a request.
enum Behaviour {
    Answer(u16, String),
    Redirect(String),
    Silence,
}

#[derive(Default)]
struct Record {
    received: Vec<ReceivedSms>,
    behaviours: VecDeque<Behaviour>,
}

/// A provider on a free port of this machine. It accepts every message, unless the
/// test has said something else for the next request.
pub struct SmsService {
    /// `http://127.0.0.1:PORT/`.
    pub url: Url,
    record: Arc<Mutex<Record>>,
}

impl SmsService {
    /// The number that messages come from.
    pub const NUMBER: &'static str = "+15550100";
    /// The account's token.
    pub const TOKEN: &'static str = "kanarienvogel-31415926";

    /// Starts one; it runs until the test ends.
    pub async fn start() -> Self {
        let record = Arc::<Mutex<Record>>::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(receive).with_state(record.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url: url.parse().unwrap(), record }
    }

    /// Settings of an account at this service.
    pub fn settings() -> Value {
        json!({
            "twilio_number": Self::NUMBER, "twilio_account_sid": "AC1",
            "twilio_auth_token": Self::TOKEN,
        })
    }

    /// What it receives when a message is sent with these settings.
    pub fn expected(to: &str, text: &str) -> ReceivedSms {
        let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        ReceivedSms {
            call: "POST /2010-04-01/Accounts/AC1/Messages.json".to_owned(),
            login: format!("AC1:{}", Self::TOKEN),
            content_type: "application/x-www-form-urlencoded".to_owned(),
            form: vec![field("From", Self::NUMBER), field("To", to), field("Body", text)],
        }
    }

    /// The next request without a behaviour is answered with this.
    pub fn answer(&self, status: u16, body: impl ToString) {
        self.add(Behaviour::Answer(status, body.to_string()));
    }

    /// The next request without a behaviour is redirected.
    pub fn redirect(&self, location: &str) {
        self.add(Behaviour::Redirect(location.to_owned()));
    }

    /// The next request without a behaviour is never answered.
    pub fn stay_silent(&self) {
        self.add(Behaviour::Silence);
    }

    /// What it received so far.
    pub fn received(&self) -> Vec<ReceivedSms> {
        self.record.lock().unwrap().received.clone()
    }

    fn add(&self, behaviour: Behaviour) {
        self.record.lock().unwrap().behaviours.push_back(behaviour);
    }
}

async fn receive(State(record): State<Arc<Mutex<Record>>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let received = ReceivedSms {
        call: format!("{} {}", parts.method, parts.uri),
        login: login(&parts.headers),
        content_type: header(&parts.headers, "content-type"),
        form: form(&String::from_utf8_lossy(&body)),
    };
    let behaviour = {
        let mut record = record.lock().unwrap();
        record.received.push(received);
        record.behaviours.pop_front()
    };
    let accepted = || json!({ "sid": "SM1", "status": "queued" }).to_string();
    match behaviour.unwrap_or_else(|| Behaviour::Answer(201, accepted())) {
        Behaviour::Answer(status, body) => {
            Response::builder().status(status).body(Body::from(body)).unwrap()
        }
        Behaviour::Redirect(location) => {
            let response = Response::builder().status(307).header("location", location);
            response.body(Body::empty()).unwrap()
        }
        Behaviour::Silence => std::future::pending().await,
    }
}

fn header(headers: &HeaderMap, name: &str) -> String {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}

fn login(headers: &HeaderMap) -> String {
    let sent = header(headers, "authorization");
    let decoded = sent.strip_prefix("Basic ").and_then(|text| STANDARD.decode(text).ok());
    String::from_utf8(decoded.unwrap_or_default()).unwrap_or_default()
}

fn form(body: &str) -> Vec<(String, String)> {
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let fields = body.split('&').filter_map(|field| field.split_once('='));
    fields.map(|(name, value)| (decoded(name), decoded(value))).collect()
}

//! A caller of the API, as a program outside would be.

use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::answers::check_enum_values;

/// A caller, with or without a credential.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    url: String,
    headers: Vec<(&'static str, String)>,
}

/// The answer.
#[derive(Debug)]
pub struct Reply {
    /// The status code.
    pub status: u16,
    /// All headers.
    pub headers: HeaderMap,
    /// The body as JSON; null if it is not.
    pub json: Value,
    /// The body as text.
    pub text: String,
    /// The body as it came.
    pub bytes: bytes::Bytes,
}

impl Client {
    /// A caller without a credential.
    pub fn new(url: &str) -> Self {
        // One connection per caller, never through a proxy of the machine. The
        // tests use plain HTTP: reading all root certificates of the machine
        // for each caller would cost more than the calls.
        let http = reqwest::Client::builder()
            .no_proxy()
            .tls_certs_only([])
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("a client");
        Self { http, url: url.to_owned(), headers: Vec::new() }
    }

    /// The caller with an API key.
    pub fn with_key(&self, key: &str) -> Self {
        self.with_header("X-API-KEY", key)
    }

    /// The caller with a session token.
    pub fn with_token(&self, token: &str) -> Self {
        self.with_header("Authorization", &format!("Token {token}"))
    }

    /// The caller with a header on every call.
    pub fn with_header(&self, name: &'static str, value: &str) -> Self {
        let mut other = self.clone();
        other.headers.retain(|(known, _)| *known != name);
        other.headers.push((name, value.to_owned()));
        other
    }

    /// GET.
    pub async fn get(&self, path: &str) -> Reply {
        self.call(Method::GET, path).send().await
    }

    /// POST with a JSON body.
    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.call(Method::POST, path).json(&body).send().await
    }

    /// PUT with a JSON body.
    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.call(Method::PUT, path).json(&body).send().await
    }

    /// PATCH with a JSON body.
    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.call(Method::PATCH, path).json(&body).send().await
    }

    /// DELETE.
    pub async fn delete(&self, path: &str) -> Reply {
        self.call(Method::DELETE, path).send().await
    }

    /// Any call.
    pub fn call(&self, method: Method, path: &str) -> Call {
        let mut builder = self.http.request(method, format!("{}{path}", self.url));
        for (name, value) in &self.headers {
            builder = builder.header(*name, value);
        }
        Call(builder)
    }
}

/// A call that is being built.
pub struct Call(reqwest::RequestBuilder);

impl Call {
    /// With a JSON body.
    pub fn json(self, body: &Value) -> Self {
        Self(self.0.json(body))
    }

    /// With a body as it is.
    pub fn body(self, body: impl Into<reqwest::Body>) -> Self {
        Self(self.0.body(body))
    }

    /// With a header.
    pub fn header(self, name: &str, value: &str) -> Self {
        Self(self.0.header(name, value))
    }

    /// Sends it and reads the whole answer.
    pub async fn send(self) -> Reply {
        let (http, request) = self.0.build_split();
        let request = request.expect("a request");
        let (method, path) = (request.method().clone(), request.url().path().to_owned());
        let response = http.execute(request).await.expect("the server answers");
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        // A stream of events has no end to wait for.
        let is_stream = headers.get("content-type").is_some_and(|kind| kind == "text/event-stream");
        let bytes = match is_stream {
            true => bytes::Bytes::new(),
            false => response.bytes().await.expect("the body arrives"),
        };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        if status == 200 {
            check_enum_values(method.as_str(), &path, &json);
        }
        Reply { status, headers, json, text, bytes }
    }
}

impl Reply {
    /// The body, if the call worked.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        self.json
    }

    /// Compares status and code of a refusal.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        assert_eq!(
            (self.status, self.json["code"].as_str()),
            (status, Some(code)),
            "{}",
            self.text
        );
        assert_eq!(self.json["request_id"], self.headers["x-request-id"].to_str().unwrap());
        self.json
    }

    /// The problems of a 400, field path → sentences.
    #[track_caller]
    pub fn problems(self) -> Value {
        self.refused(400, "invalid")["errors"].clone()
    }

    /// A header's text; empty when it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

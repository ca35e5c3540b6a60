//! The API as a program with a key uses it.

use std::time::{Duration, Instant};

use reqwest::{Certificate, Client, Method};
use serde_json::{Value, json};

/// Longer than the longest answer a test waits for.
const LIMIT: Duration = Duration::from_secs(120);

/// A caller with an API key.
#[derive(Clone)]
pub struct Api {
    client: Client,
    url: String,
    key: String,
}

/// An answer of the server.
#[derive(Debug)]
pub struct Reply {
    /// HTTP status.
    pub status: u16,
    /// The body; null when it is no JSON.
    pub json: Value,
    /// The body as it came.
    pub text: String,
    /// From the request to the last byte of the answer.
    pub took: Duration,
}

impl Reply {
    /// The stable word of a refusal.
    pub fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or_default()
    }

    /// The sentence of a refusal.
    pub fn detail(&self) -> &str {
        self.json["detail"].as_str().unwrap_or_default()
    }
}

impl Api {
    /// A caller who may trust an authority of the test's own.
    pub fn new(url: &str, authority: Option<&str>) -> Self {
        // Every test does this; the first one counts.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder().no_proxy().timeout(LIMIT);
        if let Some(pem) = authority {
            let certificate = Certificate::from_pem(pem.as_bytes()).expect("a certificate");
            builder = builder.tls_certs_only([certificate]);
        }
        let client = builder.build().expect("the client is well set up");
        Self { client, url: url.to_owned(), key: String::new() }
    }

    /// The same caller with a key.
    pub fn with_key(&self, key: &str) -> Self {
        Self { key: key.to_owned(), ..self.clone() }
    }

    /// Its key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The same caller at another server.
    pub fn at(&self, url: &str) -> Self {
        Self { url: url.to_owned(), ..self.clone() }
    }

    /// Reads a path.
    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, None, &[]).await.expect("the server answers")
    }

    /// Reads a path with one more header.
    pub async fn get_with(&self, path: &str, name: &str, value: &str) -> Reply {
        let sent = self.send(Method::GET, path, None, &[(name, value)]).await;
        sent.expect("the server answers")
    }

    /// Posts JSON.
    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(Method::POST, path, Some(body), &[]).await.expect("the server answers")
    }

    /// Posts JSON; none if the server went away before it answered.
    pub async fn try_post(&self, path: &str, body: Value) -> Option<Reply> {
        self.send(Method::POST, path, Some(body), &[]).await.ok()
    }

    /// Puts JSON.
    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.send(Method::PUT, path, Some(body), &[]).await.expect("the server answers")
    }

    /// Deletes what is at a path.
    pub async fn delete(&self, path: &str) -> Reply {
        self.send(Method::DELETE, path, None, &[]).await.expect("the server answers")
    }

    /// Runs a command in the detailed form.
    pub async fn run(&self, agent_id: &str, shell: &str, cmd: &str, timeout: u32) -> Reply {
        let body = json!({ "shell": shell, "cmd": cmd, "timeout": timeout });
        self.post(&format!("/agents/{agent_id}/cmd/?detail=true"), body).await
    }

    /// Runs a command once, however often it is asked for with the same key.
    /// An error when the server went away before it answered.
    pub async fn run_once(
        &self,
        key: &str,
        agent_id: &str,
        cmd: &str,
        timeout: u32,
    ) -> reqwest::Result<Reply> {
        self.run_once_in("bash", key, agent_id, cmd, timeout).await
    }

    /// The same in a shell of the caller's choice.
    pub async fn run_once_in(
        &self,
        shell: &str,
        key: &str,
        agent_id: &str,
        cmd: &str,
        timeout: u32,
    ) -> reqwest::Result<Reply> {
        let body = json!({ "shell": shell, "cmd": cmd, "timeout": timeout });
        let path = format!("/agents/{agent_id}/cmd/?detail=true");
        self.send(Method::POST, &path, Some(body), &[("Idempotency-Key", key)]).await
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> reqwest::Result<Reply> {
        let began = Instant::now();
        let mut request = self.client.request(method, format!("{}{path}", self.url));
        if !self.key.is_empty() {
            request = request.header("X-API-KEY", &self.key);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await?;
        let status = answer.status().as_u16();
        let text = answer.text().await?;
        let json = serde_json::from_str(&text).unwrap_or_default();
        Ok(Reply { status, json, text, took: began.elapsed() })
    }
}

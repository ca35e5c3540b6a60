//! The program `curl`, as callers in the wild use it.

use serde_json::Value;
use tokio::process::Command;

use crate::process::finish;

/// Somebody with a shell, a key and `curl`.
pub struct Curl {
    url: String,
    headers: Vec<String>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// The body; null when it is no JSON.
    pub json: Value,
    /// The body as it came.
    pub text: String,
    /// The header `Content-Type`.
    pub content_type: String,
}

impl Curl {
    /// A caller with the headers of the specification's examples.
    pub fn new(url: &str, key: &str) -> Self {
        let headers = [format!("X-API-KEY: {key}"), "Content-Type: application/json".to_owned()];
        Self { url: url.to_owned(), headers: headers.to_vec() }
    }

    /// The same caller with this header instead of all others.
    pub fn with_only(&self, header: &str) -> Self {
        Self { url: self.url.clone(), headers: vec![header.to_owned()] }
    }

    /// Sends a request without a body.
    pub async fn send(&self, method: &str, path: &str) -> Answer {
        self.run(method, path, None).await
    }

    /// Sends a request with a body, as it is.
    pub async fn send_with(&self, method: &str, path: &str, body: &str) -> Answer {
        self.run(method, path, Some(body)).await
    }

    async fn run(&self, method: &str, path: &str, body: Option<&str>) -> Answer {
        let mut command = Command::new("curl");
        // Nothing of the tester's own settings, no proxy, the path unchanged.
        command.args(["--disable", "--noproxy", "*", "--path-as-is", "--silent", "--show-error"]);
        command.args(["--max-time", "25", "--request", method]);
        for header in &self.headers {
            command.args(["--header", header]);
        }
        if let Some(body) = body {
            command.args(["--data-raw", body]);
        }
        command.args(["--write-out", "\n%{http_code} %{content_type}"]);
        command.arg(format!("{}{path}", self.url)).kill_on_drop(true);
        let ended = finish(command).await;
        assert_eq!(ended.code, Some(0), "curl {method} {path}: {}", ended.stderr);
        let (text, about) = ended.stdout.rsplit_once('\n').expect("what was asked for");
        let (status, content_type) = about.split_once(' ').expect("two words");
        Answer {
            status: status.parse().expect("a status"),
            json: serde_json::from_str(text).unwrap_or_default(),
            text: text.to_owned(),
            content_type: content_type.to_owned(),
        }
    }
}

impl Answer {
    /// The body of a call that worked: 200 and JSON, as callers test for.
    #[track_caller]
    pub fn ok(self) -> Value {
        let found = (self.status, self.content_type.as_str());
        assert_eq!(found, (200, "application/json"), "{}", self.text);
        self.json
    }

    /// Compares status and code of a refusal.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) {
        let found = (self.status, self.json["code"].as_str());
        assert_eq!(found, (status, Some(code)), "{}", self.text);
        assert!(self.json["detail"].is_string() && self.json["request_id"].is_string());
    }
}

//! The server's API, as a program outside calls it.

use std::error::Error;
use std::net::IpAddr;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use serde_json::Value;

use crate::auth::Secret;
use crate::remote_viewer::{Gone, printable};

/// The server may ask an agent meanwhile.
const LIMIT: Duration = Duration::from_secs(60);

const CONNECT_LIMIT: Duration = Duration::from_secs(20);

/// A server, and the key that it is called with.
pub struct Api {
    http: Client,
    /// Without a slash at its end.
    root: String,
    is_protected: bool,
    key: Secret,
}

impl Api {
    /// Calls nobody yet. Without TLS everybody on the way would learn the key.
    pub fn new(server: &str, key: Secret, insecure: bool) -> anyhow::Result<Self> {
        let root = server.trim().trim_end_matches('/').to_owned();
        let url = Url::parse(&root).ok().filter(|url| url.has_host());
        let url = url.filter(|url| matches!(url.scheme(), "http" | "https"));
        let url = url.with_context(|| {
            format!(
                "{server} is not the address of a server: it looks like https://rmm.example.com"
            )
        })?;
        let is_protected = is_protected(&url);
        ensure!(
            is_protected || insecure,
            "{root} is not encrypted, and everybody on the way would see the API key: use \
             https://, or --insecure in a network you trust"
        );
        // The key goes to this server alone, whatever it redirects to.
        let mut http = Client::builder()
            .redirect(Policy::none())
            .http1_only()
            .connect_timeout(CONNECT_LIMIT)
            .user_agent(concat!("Muster/", env!("CARGO_PKG_VERSION")));
        if is_local(&url) {
            http = http.no_proxy();
        }
        if url.scheme() == "http" {
            // Reading the certificates of the machine takes longer than the request.
            http = http.tls_certs_only([]);
        }
        Ok(Self { http: http.build()?, root, is_protected, key })
    }

    /// What is at a path, with these parameters.
    pub async fn get(&self, path: &str, query: &[(&str, &str)]) -> Result<Value, Refusal> {
        let url = Url::parse_with_params(&format!("{}{path}", self.root), query);
        let url = url.map_err(|_| Refusal::local("the server's address cannot be used"))?;
        self.call(self.http.get(url)).await
    }

    /// Posts JSON to a path.
    pub async fn post(&self, path: &str, body: &Value) -> Result<Value, Refusal> {
        self.call(self.http.post(format!("{}{path}", self.root)).json(body)).await
    }

    /// A request to a relay, which is this server or another one. It does not get the key.
    pub fn relay(&self, named: &str) -> anyhow::Result<RequestBuilder> {
        let text = match named.split_once("://") {
            None => format!("{}{named}", self.root),
            Some(("wss", rest)) => format!("https://{rest}"),
            Some(("ws", rest)) => format!("http://{rest}"),
            Some(_) => named.to_owned(),
        };
        let url = Url::parse(&text).context("the relay's address cannot be read")?;
        // The ticket travels before anything is sealed.
        if self.is_protected && !is_protected(&url) {
            bail!("the relay's address is not encrypted: {named}");
        }
        Ok(self.http.get(url))
    }

    async fn call(&self, request: RequestBuilder) -> Result<Value, Refusal> {
        let request = request.header("X-API-KEY", self.key.reveal()).timeout(LIMIT);
        let unreached = |error| Refusal::unreached(&self.root, &error);
        let response = request.send().await.map_err(unreached)?;
        let status = response.status();
        let body = response.bytes().await.map_err(unreached)?;
        match serde_json::from_slice(&body) {
            Ok(answer) if status.is_success() => Ok(answer),
            answer => Err(Refusal::from_answer(&self.root, status, answer.ok().as_ref())),
        }
    }
}

/// Whether nobody on the way can read what is sent there.
fn is_protected(url: &Url) -> bool {
    url.scheme() == "https" || is_local(url)
}

fn is_local(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Why a call did not work.
#[derive(Debug, thiserror::Error)]
#[error("{sentence}")]
pub struct Refusal {
    /// The status; 0 when there was no answer.
    pub status: u16,
    /// A word for programs; may be empty.
    pub code: String,
    sentence: String,
}

impl Refusal {
    fn local(sentence: &str) -> Self {
        Self { status: 400, code: String::new(), sentence: sentence.to_owned() }
    }

    fn unreached(root: &str, error: &reqwest::Error) -> Self {
        let mut cause: &dyn Error = error;
        while let Some(deeper) = cause.source() {
            cause = deeper;
        }
        let sentence = format!("cannot reach {root}: {cause}. Is that the server's address?");
        Self { status: 0, code: String::new(), sentence }
    }

    fn from_answer(root: &str, status: StatusCode, answer: Option<&Value>) -> Self {
        let text = |name: &str| answer.and_then(|answer| answer[name].as_str()).unwrap_or_default();
        let code = text("code").to_owned();
        let sentence = match (text("detail"), status) {
            ("", status) => {
                format!("{root} answers {status}, as no Muster does. Is that the server's address?")
            }
            (detail, StatusCode::UNAUTHORIZED) => {
                format!("the server does not accept the API key: {detail}")
            }
            (detail, _) => with_problems(detail, answer.map(|answer| &answer["errors"])),
        };
        Self { status: status.as_u16(), code, sentence: printable(&sentence) }
    }

    /// Whether the same may work in a moment.
    pub fn is_temporary(&self) -> bool {
        matches!(self.status, 0 | 408 | 429 | 500..) || self.code == "agent_offline"
    }
}

impl From<Refusal> for Gone {
    fn from(refusal: Refusal) -> Self {
        match refusal.is_temporary() {
            true => Self::Broken(refusal.to_string()),
            false => Self::Ended(refusal.to_string()),
        }
    }
}

/// A sentence with what is wrong about which field.
fn with_problems(detail: &str, errors: Option<&Value>) -> String {
    let problems = errors.and_then(Value::as_object).into_iter().flatten();
    let problems = problems.flat_map(|(field, texts)| {
        let texts = texts.as_array().into_iter().flatten().filter_map(Value::as_str);
        texts.map(move |text| format!(" {field}: {text}"))
    });
    std::iter::once(detail.to_owned()).chain(problems).collect()
}

#[cfg(test)]
#[path = "api_tests.rs"]
mod tests;

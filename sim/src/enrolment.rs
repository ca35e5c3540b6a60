//! Becoming an agent, by the call that real computers make.

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use muster_protocol::{ENROL_PATH, EnrolmentAnswer, EnrolmentRequest};

use crate::counts::Counts;
use crate::identity::Identity;
use crate::server::Server;

/// A server under load may refuse now and then; a wrong token it refuses for
/// ever.
const TRIES: u32 = 5;

/// Enrols one computer and returns its agent id.
pub async fn enrol(
    server: &Server,
    token: &str,
    identity: &Identity,
    counts: &Counts,
) -> anyhow::Result<String> {
    let request = EnrolmentRequest {
        token: token.to_owned(),
        public_key: identity.public_key(),
        hostname: identity.hostname.clone(),
        plat: identity.plat.to_owned(),
        goarch: "amd64".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        monitoring_type: identity.monitoring_type.to_owned(),
        hardware_id: identity.hardware_id.clone(),
        // The same computer has the same key: there is nothing to prove.
        previous_agent_id: String::new(),
        previous_signature: String::new(),
    };
    let mut tries = 0;
    loop {
        let began = Instant::now();
        match ask(server, &request).await {
            Ok(agent_id) => {
                counts.enrolling.add(began.elapsed());
                counts.enrolled.up();
                return Ok(agent_id);
            }
            Err(Refused::ForGood(error)) => return Err(error),
            Err(Refused::ForNow(error)) => {
                counts.enrolments_failed.up();
                tries += 1;
                if tries == TRIES {
                    return Err(error);
                }
                tokio::time::sleep(Duration::from_millis(500) * tries).await;
            }
        }
    }
}

enum Refused {
    ForNow(anyhow::Error),
    ForGood(anyhow::Error),
}

async fn ask(server: &Server, request: &EnrolmentRequest) -> Result<String, Refused> {
    let url = format!("{}{ENROL_PATH}", server.url);
    let exchange = async {
        let answer = server.http.post(url).json(request).send().await?;
        Ok::<_, reqwest::Error>((answer.status(), answer.text().await?))
    };
    let (status, text) = exchange
        .await
        .context("the server does not answer an enrolment")
        .map_err(Refused::ForNow)?;
    if status.is_success() {
        let answer: Result<EnrolmentAnswer, _> = serde_json::from_str(&text);
        let answer = answer.context("the answer to an enrolment cannot be read");
        return answer.map(|answer| answer.agent_id).map_err(Refused::ForGood);
    }
    let refused = refusal(status, &text);
    match status.is_client_error() && status.as_u16() != 429 {
        true => Err(Refused::ForGood(refused)),
        false => Err(Refused::ForNow(refused)),
    }
}

fn refusal(status: reqwest::StatusCode, text: &str) -> anyhow::Error {
    let body: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    let sentence = body["errors"]["token"][0].as_str().map(str::to_owned);
    let detail = || body["detail"].as_str().unwrap_or("no reason given").to_owned();
    anyhow!("an enrolment is refused ({status}): {}", sentence.unwrap_or_else(detail))
}

//! The greeting of a new line: who calls, the proof of it, and what the server
//! makes of it.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use muster_protocol::{
    CHECKS_PROTOCOL, FromAgent, Hello, METRICS_PROTOCOL, PROOF_PROTOCOL, PROTOCOL, Refusal,
    ToAgent, capability, decode, encode,
};
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::Message;

use super::Agent;
use crate::answers::CAPABILITIES;
use crate::server::{NoLine, Socket};

impl Agent {
    /// Greets the server on a new line, and hears what it has of this agent.
    pub(super) async fn greet(&mut self, socket: &mut Socket, server: &str) -> Result<(), NoLine> {
        let ToAgent::Challenge { nonce, protocol } = next_message(socket).await? else {
            return Err(NoLine::Failed("the server does not begin with a challenge".to_owned()));
        };
        let mut signature = Vec::new();
        if protocol >= PROOF_PROTOCOL {
            let proof = self.identity.prove(&self.agent_id, server, &nonce);
            self.send(socket, &proof).await?;
            match next_message(socket).await? {
                ToAgent::Proven => {}
                other => return Err(refused(other)),
            }
        } else {
            signature = self.identity.sign(&self.agent_id, &nonce);
        }
        let now = Instant::now();
        let hello = self.hello(signature, now);
        self.send(socket, &FromAgent::Hello(Box::new(hello))).await?;
        match next_message(socket).await? {
            ToAgent::Welcome(welcome) => {
                for _ in 0..self.runs.welcome(&welcome.runs, now) {
                    self.common.counts.closed.up();
                }
                if welcome.send_inventory {
                    self.send_inventory(now);
                }
                if let Some(reporting) = &mut self.reporting {
                    reporting.connect(welcome.protocol >= METRICS_PROTOCOL, now);
                }
                if let Some(checking) = &mut self.checking {
                    checking.connect(welcome.protocol >= CHECKS_PROTOCOL);
                }
                Ok(())
            }
            other => Err(refused(other)),
        }
    }

    fn hello(&mut self, signature: Vec<u8>, now: Instant) -> Hello {
        let checks = self.checking.is_some().then_some(capability::CHECKS);
        let capabilities = CAPABILITIES.iter().copied().chain(checks);
        Hello {
            signature,
            agent_id: self.agent_id.clone(),
            protocol: PROTOCOL,
            capabilities: capabilities.map(str::to_owned).collect(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            plat: self.identity.plat.to_owned(),
            goarch: "amd64".to_owned(),
            hostname: self.identity.hostname.clone(),
            inventory_digest: format!("sim-{}", self.common.seed),
            runs: self.runs.known(now),
            process_id: format!("sim-{}-{}", self.common.seed, self.number),
            definitions_digest: self.definitions.clone(),
            is_trial: false,
            packages_digest: format!("sim-{}", self.common.seed),
        }
    }

    /// Sends a message of the greeting, as late as the network is.
    async fn send(&mut self, socket: &mut Socket, message: &FromAgent) -> Result<(), NoLine> {
        sleep(self.common.faults.delay(&mut self.chance)).await;
        let sent = socket.send(Message::binary(encode(message))).await;
        sent.map_err(|error| NoLine::Failed(error.to_string()))
    }
}

/// Why there is no line, if the server answers with this.
fn refused(answer: ToAgent) -> NoLine {
    match answer {
        ToAgent::Refused { refusal: Refusal::TryLater, retry_after_seconds, .. } => {
            NoLine::PutOff(Duration::from_secs(retry_after_seconds.max(1)))
        }
        ToAgent::Refused { reason, .. } => NoLine::Failed(format!("refused: {reason}")),
        _ => NoLine::Failed("the server answers the greeting with something else".to_owned()),
    }
}

async fn next_message(socket: &mut Socket) -> Result<ToAgent, NoLine> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Binary(frame))) => {
                return decode(&frame).map_err(|error| NoLine::Failed(error.to_string()));
            }
            Some(Ok(Message::Close(_))) | None => {
                return Err(NoLine::Failed("the server hung up".to_owned()));
            }
            Some(Err(error)) => return Err(NoLine::Failed(error.to_string())),
            Some(Ok(_)) => {}
        }
    }
}

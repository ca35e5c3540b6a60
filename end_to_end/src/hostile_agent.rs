//! An agent that is not ours any more: it has its key, and keeps to nothing else.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use muster_protocol::{
    CONNECT_PATH, ENROL_PATH, FromAgent, Hello, KnownRun, MAX_FRAME_BYTES, PROTOCOL, StartReason,
    TaskStart, ToAgent, decode, encode, proof_to_sign,
};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::server::Server;

/// Runs in each hello, all of them unknown to the server.
const RUNS: usize = 15_000;
/// Different hellos. They are made before: on a small machine, making one for
/// each connection would cost the server its processor.
const HELLOS: usize = 4;
/// After this long it tries again when it was refused.
const BACK: Duration = Duration::from_millis(100);

/// An agent that connects again and again with hellos as large as they may be,
/// until this is dropped.
pub struct HostileAgent {
    welcomes: Arc<AtomicUsize>,
    _tasks: JoinSet<()>,
}

impl HostileAgent {
    /// Enrols it with a server without TLS, and begins.
    pub async fn begin(server: &Server) -> Self {
        let identity = Identity::enrol(server).await;
        let hellos = (0..HELLOS).map(|number| hello(&identity.agent_id, number)).collect();
        let (welcomes, mut tasks) = (Arc::default(), JoinSet::new());
        tasks.spawn(come_again(identity, hellos, Arc::clone(&welcomes)));
        Self { welcomes, _tasks: tasks }
    }

    /// How often the server has welcomed it.
    pub fn welcomes(&self) -> usize {
        self.welcomes.load(Ordering::Relaxed)
    }
}

async fn come_again(identity: Identity, hellos: Vec<Message>, welcomes: Arc<AtomicUsize>) {
    for hello in hellos.iter().cycle() {
        match identity.connect(hello.clone()).await {
            Some(()) => {
                welcomes.fetch_add(1, Ordering::Relaxed);
            }
            None => sleep(BACK).await,
        }
    }
}

struct Identity {
    agent_id: String,
    /// `host:port`.
    server: String,
    pair: Ed25519KeyPair,
}

impl Identity {
    async fn enrol(server: &Server) -> Self {
        let token = server.enrolment_token().await;
        let pair = Ed25519KeyPair::from_seed_unchecked(&rand::random::<[u8; 32]>())
            .expect("every 32 bytes are a private key of Ed25519");
        let digits = pair.public_key().as_ref().iter().map(|byte| format!("{byte:02x}"));
        let body = json!({
            "token": token,
            "public_key": digits.collect::<String>(),
            "hostname": "hostile",
            "plat": "linux",
            "goarch": "amd64",
            "version": "0.1.0",
            "monitoring_type": "",
            "hardware_id": "",
        });
        let reply = server.api.post(ENROL_PATH, body).await;
        let agent_id = reply.json["agent_id"].as_str();
        let agent_id = agent_id.unwrap_or_else(|| panic!("{}", reply.text)).to_owned();
        let server = server.url.trim_start_matches("http://").to_owned();
        Self { agent_id, server, pair }
    }

    /// Connects, proves who it is, says hello, and hangs up once it is welcome;
    /// none if the server did not want it.
    async fn connect(&self, hello: Message) -> Option<()> {
        let stream = TcpStream::connect(&self.server).await.ok()?;
        let url = format!("ws://{}{CONNECT_PATH}", self.server);
        let (mut socket, _) = client_async(url, stream).await.ok()?;
        let ToAgent::Challenge { nonce, .. } = next_message(&mut socket).await? else {
            return None;
        };
        socket.send(Message::binary(encode(&self.prove(&nonce)))).await.ok()?;
        if next_message(&mut socket).await? != ToAgent::Proven {
            return None;
        }
        socket.send(hello).await.ok()?;
        matches!(next_message(&mut socket).await?, ToAgent::Welcome(_)).then_some(())
    }

    fn prove(&self, nonce: &[u8]) -> FromAgent {
        let signature = self.pair.sign(&proof_to_sign(&self.agent_id, &self.server, nonce));
        FromAgent::Prove {
            agent_id: self.agent_id.clone(),
            server: self.server.clone(),
            signature: signature.as_ref().to_vec(),
        }
    }
}

async fn next_message(socket: &mut WebSocketStream<TcpStream>) -> Option<ToAgent> {
    loop {
        if let Message::Binary(frame) = socket.next().await?.ok()? {
            return decode(&frame).ok();
        }
    }
}

/// A hello with a long name, each time another, and more runs than any agent has.
fn hello(agent_id: &str, number: usize) -> Message {
    let start = TaskStart {
        task: 0,
        name: "n".repeat(40),
        version: String::new(),
        due: 0,
        started: 0,
        reason: StartReason::Schedule,
        dropped: 0,
    };
    let run = |index: usize| KnownRun {
        run_id: format!("{number:08}{index:024}"),
        finished: false,
        task: Some(start.clone()),
    };
    let frame = encode(&FromAgent::Hello(Box::new(Hello {
        agent_id: agent_id.to_owned(),
        signature: Vec::new(),
        protocol: PROTOCOL,
        capabilities: vec!["c".repeat(100); 1000],
        version: "0.1.0".to_owned(),
        plat: "linux".to_owned(),
        goarch: "amd64".to_owned(),
        hostname: format!("{number}{}", "h".repeat(1 << 20)),
        inventory_digest: String::new(),
        runs: (0..RUNS).map(run).collect(),
        process_id: "hostile".to_owned(),
        definitions_digest: String::new(),
        is_trial: false,
        packages_digest: String::new(),
    })));
    assert!(frame.len() <= MAX_FRAME_BYTES, "{} bytes are too many", frame.len());
    Message::binary(frame)
}

//! An agent on the other end of the real link, controlled by the test.

use std::collections::HashSet;

use futures_util::{SinkExt, StreamExt};
use muster_protocol::{
    Answer, Definitions, DefinitionsReader, End, FromAgent, Inventory, KnownRun, Order, Outcome,
    PROTOCOL, Question, Stream, ToAgent, Welcome, decode, encode,
};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::waiting::TEST_TIMEOUT;
use super::{Identity, Location, TestServer};
use crate::auth::random_letters;

/// How often an agent says hello before the test fails.
const TRIES: usize = 3;

/// With longer ones the server keeps that much memory for each connection.
const LONGEST_FRAME: usize = 4096;

/// An agent with an open connection.
pub struct FakeAgent {
    /// Its stored data.
    pub identity: Identity,
    /// The server's answer on connecting.
    pub welcome: Welcome,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Its ledger: a repeated order is not a new one.
    seen: HashSet<String>,
    /// The parts of its definitions that have arrived so far.
    reader: DefinitionsReader,
}

impl TestServer {
    /// Enrols an agent and connects it.
    pub async fn add_agent(&self, location: Location, hostname: &str) -> FakeAgent {
        let identity = self.enrol(location, hostname).await;
        self.connect(&identity).await
    }

    /// The same on Windows.
    pub async fn add_windows_agent(&self, location: Location, hostname: &str) -> FakeAgent {
        let mut identity = self.enrol(location, hostname).await;
        identity.plat = "windows".to_owned();
        self.connect(&identity).await
    }

    /// Connects an enrolled agent that remembers nothing.
    pub async fn connect(&self, identity: &Identity) -> FakeAgent {
        self.connect_with(identity, &[]).await
    }

    /// Connects an enrolled agent that still remembers these runs.
    pub async fn connect_with(&self, identity: &Identity, runs: &[&str]) -> FakeAgent {
        self.connect_if_admitted(identity, runs).await.expect("the agent is admitted")
    }

    /// Connects an enrolled agent that knows this of its runs.
    pub async fn connect_knowing(&self, identity: &Identity, runs: Vec<KnownRun>) -> FakeAgent {
        match self.send_hello(identity, runs).await {
            (socket, ToAgent::Welcome(welcome)) => FakeAgent::new(identity, welcome, socket),
            (_, other) => panic!("the agent is admitted, but received {other:?}"),
        }
    }

    /// Connects an agent that still remembers these runs, unless it is refused.
    pub async fn connect_if_admitted(
        &self,
        identity: &Identity,
        runs: &[&str],
    ) -> Option<FakeAgent> {
        match self.try_connect(identity, runs).await {
            (socket, ToAgent::Welcome(welcome)) => Some(FakeAgent::new(identity, welcome, socket)),
            _ => None,
        }
    }

    /// Connects and returns the server's answer to the hello.
    pub async fn try_connect(
        &self,
        identity: &Identity,
        runs: &[&str],
    ) -> (WebSocketStream<MaybeTlsStream<TcpStream>>, ToAgent) {
        let known =
            |run_id: &&str| KnownRun { run_id: (*run_id).to_owned(), finished: false, task: None };
        self.send_hello(identity, runs.iter().map(known).collect()).await
    }

    /// A server that heard nothing in time hangs up, which is right on a machine
    /// that stood still meanwhile: the agent tries again then, as real ones do.
    async fn send_hello(
        &self,
        identity: &Identity,
        runs: Vec<KnownRun>,
    ) -> (WebSocketStream<MaybeTlsStream<TcpStream>>, ToAgent) {
        for _ in 0..TRIES {
            let (mut socket, nonce) = self.open_line().await;
            if let Some(proof) = identity.proof(&nonce) {
                let frame = Message::Binary(encode(&proof).into());
                // One that is closed already has no answer.
                let _ = socket.send(frame).await;
                match receive(&mut socket).await {
                    Some(ToAgent::Proven) => {}
                    Some(answer) => return (socket, answer),
                    None => continue,
                }
            }
            let hello = FromAgent::Hello(Box::new(identity.hello(&nonce, runs.clone())));
            let frame = Message::Binary(encode(&hello).into());
            if socket.send(frame).await.is_ok()
                && let Some(answer) = receive(&mut socket).await
            {
                return (socket, answer);
            }
        }
        panic!("no answer to {TRIES} hellos");
    }

    /// Connects, proves who it is, and lets something happen before the hello;
    /// returns the server's answer to the hello.
    pub async fn connect_slowly(
        &self,
        identity: &Identity,
        meanwhile: impl Future<Output = ()>,
    ) -> Option<ToAgent> {
        let (mut socket, nonce) = self.open_line().await;
        let proof = identity.proof(&nonce).expect("it proves who it is before its hello");
        socket.send(Message::Binary(encode(&proof).into())).await.expect("the connection is open");
        assert_eq!(receive(&mut socket).await, Some(ToAgent::Proven));
        meanwhile.await;
        let hello = FromAgent::Hello(Box::new(identity.hello(&nonce, Vec::new())));
        socket.send(Message::Binary(encode(&hello).into())).await.expect("the connection is open");
        receive(&mut socket).await
    }

    async fn open_line(&self) -> (WebSocketStream<MaybeTlsStream<TcpStream>>, Vec<u8>) {
        let url = format!("{}/link/connect/", self.url.replacen("http", "ws", 1));
        let config = WebSocketConfig::default().max_frame_size(Some(LONGEST_FRAME));
        let (mut socket, _) =
            tokio_tungstenite::connect_async_with_config(url, Some(config), false)
                .await
                .expect("the connection opens");
        let challenge = receive(&mut socket).await.expect("a challenge");
        let ToAgent::Challenge { nonce, protocol: PROTOCOL } = challenge else {
            panic!("the first message is a challenge");
        };
        (socket, nonce)
    }
}

impl FakeAgent {
    fn new(
        identity: &Identity,
        welcome: Welcome,
        socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    ) -> Self {
        let (identity, seen) = (identity.clone(), HashSet::new());
        Self { identity, welcome, socket, seen, reader: DefinitionsReader::default() }
    }

    /// Sends a message to the server.
    pub async fn send(&mut self, message: FromAgent) {
        assert!(self.try_send(message).await, "the connection is open");
    }

    /// Sends a message; returns whether the connection accepted it.
    pub async fn try_send(&mut self, message: FromAgent) -> bool {
        self.socket.send(Message::Binary(encode(&message).into())).await.is_ok()
    }

    /// The next message of the server; none when it closed the connection.
    pub async fn receive(&mut self) -> Option<ToAgent> {
        receive(&mut self.socket).await
    }

    /// Returns when the server has sent everything that waited for this agent.
    /// An order from before may come twice: from there, and on its own.
    /// Definitions come at any time, and are left unconfirmed.
    pub async fn catch_up(&mut self) {
        let run_id = "unknown".to_owned();
        self.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
        let mut message = self.receive().await;
        while let Some(ToAgent::Definitions { .. }) = message {
            message = self.receive().await;
        }
        assert_eq!(message, Some(ToAgent::Closed { run_id }));
    }

    /// The next order that did not come before on this connection.
    pub async fn next_order(&mut self) -> Order {
        loop {
            match self.receive().await.expect("the connection stays open") {
                ToAgent::Order(order) if self.seen.insert(order.run_id.clone()) => return order,
                _ => continue,
            }
        }
    }

    /// The next definitions that it does not have, not stored yet. They may
    /// come more than once.
    pub async fn next_definitions(&mut self) -> Definitions {
        loop {
            let message = self.receive().await.expect("the connection stays open");
            let Some(document) = self.read_definitions(&message) else { continue };
            if document.digest != self.identity.definitions {
                return document;
            }
            self.keep(&document).await;
        }
    }

    /// Receives the next definitions, and stores them.
    pub async fn keep_definitions(&mut self) -> Definitions {
        let document = self.next_definitions().await;
        self.keep(&document).await;
        document
    }

    /// Stores definitions, and confirms them.
    pub async fn keep(&mut self, document: &Definitions) {
        self.identity.definitions.clone_from(&document.digest);
        self.send(FromAgent::DefinitionsKept { digest: document.digest.clone() }).await;
    }

    fn read_definitions(&mut self, message: &ToAgent) -> Option<Definitions> {
        let ToAgent::Definitions { digest, offset, total, data } = message else { return None };
        self.reader.add(digest, *offset, *total, data).expect("the chunks come in order")
    }

    pub async fn next_question(&mut self) -> Question {
        loop {
            match self.receive().await.expect("the connection stays open") {
                ToAgent::Question(question) => return question,
                _ => continue,
            }
        }
    }

    /// Answers the next question, and returns it.
    pub async fn answer_next(&mut self, answer: Answer) -> Question {
        let question = self.next_question().await;
        self.send(FromAgent::Answer { id: question.id, answer }).await;
        question
    }

    /// Accepts an order, sends output and ends it with a code, all at once.
    pub async fn finish(&mut self, run_id: &str, stdout: &str, stderr: &str, code: i32) {
        let run_id = run_id.to_owned();
        let output = |stream, text: &str| {
            let data = text.as_bytes().to_vec();
            FromAgent::Output { run_id: run_id.clone(), stream, offset: 0, data }
        };
        let outcome = outcome(End::Exited { code }, stdout.len(), stderr.len());
        for message in [
            FromAgent::Accepted { run_id: run_id.clone() },
            output(Stream::Stdout, stdout),
            output(Stream::Stderr, stderr),
            FromAgent::Finished { run_id: run_id.clone(), outcome },
        ] {
            let frame = Message::Binary(encode(&message).into());
            self.socket.feed(frame).await.expect("the connection is open");
        }
        self.socket.flush().await.expect("the connection is open");
    }

    /// Sends a chunk of output.
    pub async fn print(&mut self, run_id: &str, stream: Stream, offset: u64, text: &str) {
        let data = text.as_bytes().to_vec();
        let run_id = run_id.to_owned();
        self.send(FromAgent::Output { run_id, stream, offset, data }).await;
    }

    pub async fn send_inventory(&mut self, inventory: Inventory) {
        let digest = random_letters(8);
        self.send(FromAgent::Inventory { digest, inventory: Box::new(inventory) }).await;
    }

    /// Carries out everything from now on. A command prints its own text, and so
    /// does a script.
    pub fn obey(mut self) -> Identity {
        let identity = self.identity.clone();
        tokio::spawn(async move {
            while let Some(message) = self.listen_and_ping().await {
                match message {
                    ToAgent::Order(order) => {
                        let output = super::able::output(&order);
                        self.finish(&order.run_id, &output, "", 0).await;
                    }
                    ToAgent::Question(question) => {
                        let answer = super::able::answer(&question);
                        self.send(FromAgent::Answer { id: question.id, answer }).await;
                    }
                    ToAgent::SendInventory => self.send_inventory(Inventory::default()).await,
                    message => {
                        if let Some(document) = self.read_definitions(&message) {
                            self.keep(&document).await;
                        }
                    }
                }
            }
        });
        identity
    }

    /// The next message of the server; sends pings meanwhile, because a silent
    /// connection is closed.
    async fn listen_and_ping(&mut self) -> Option<ToAgent> {
        loop {
            match tokio::time::timeout(TEST_TIMEOUT, next(&mut self.socket)).await {
                Ok(message) => return message,
                Err(_) => self.socket.send(Message::Ping(Vec::new().into())).await.ok()?,
            }
        }
    }

    /// The next message of the server, however long it takes.
    pub async fn listen(&mut self) -> Option<ToAgent> {
        next(&mut self.socket).await
    }
}

/// How a run ended, with this much output.
pub fn outcome(end: End, stdout: usize, stderr: usize) -> Outcome {
    Outcome {
        end,
        started: 1_700_000_000_000_000,
        seconds: 0.25,
        stdout: stdout as u64,
        stderr: stderr as u64,
        truncated: false,
        actions: Vec::new(),
    }
}

async fn receive(socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>) -> Option<ToAgent> {
    tokio::time::timeout(TEST_TIMEOUT, next(socket))
        .await
        .expect("the server sends something in time")
}

async fn next(socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>) -> Option<ToAgent> {
    loop {
        match socket.next().await? {
            Ok(Message::Binary(frame)) => return Some(decode(&frame).expect("a known message")),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => continue,
        }
    }
}

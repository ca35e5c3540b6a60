//! A server for tests: speaks the real protocol to the real agent.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use muster_protocol::{
    Answer, ENROL_PATH, EnrolmentAnswer, EnrolmentRequest, FromAgent, Hello, Order, Outcome,
    PROTOCOL, Question, Refusal, RunCommand, Stream, TaskStart, ToAgent, Welcome, WelcomeRun,
    decode, encode, order_name,
};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

use super::http_request::{asks_for_link, read_request};

/// Nothing a test waits for takes longer, even on a busy machine.
pub const LIMIT: Duration = Duration::from_secs(60);

/// What it challenges agents with.
pub const NONCE: [u8; 32] = [9; 32];

/// A server that listens, and hands each connection to the test.
pub struct FakeServer {
    listener: TcpListener,
    /// The request of the last computer that enrolled.
    pub enrolment: Arc<Mutex<Option<EnrolmentRequest>>>,
}

/// A connection to one agent, after its hello.
pub struct FakeConnection {
    socket: WebSocketStream<TcpStream>,
    /// How the agent proved who it is, before its hello.
    pub proof: Option<FromAgent>,
    /// What the agent said of itself.
    pub hello: Hello,
    /// The key that the next welcome names.
    pub package_key: String,
    /// The protocol that the server says it speaks.
    pub protocol: u32,
}

/// Everything the agent said of a run, from its order to its end.
#[derive(Debug, Default)]
pub struct Result {
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
    /// How often it was accepted.
    pub accepted: usize,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

impl FakeServer {
    /// Listens on a free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self { listener, enrolment: Arc::default() }
    }

    /// The address to give to an agent.
    pub fn url(&self) -> String {
        format!("http://{}", self.listener.local_addr().unwrap())
    }

    /// Takes the next connection as it is.
    pub async fn accept_raw(&self) -> TcpStream {
        let accepted = tokio::time::timeout(LIMIT, self.listener.accept()).await;
        let (stream, _) = accepted.expect("no agent connects").unwrap();
        // Small messages one after the other must not wait for each other.
        stream.set_nodelay(true).unwrap();
        stream
    }

    /// Answers an enrolment with this status and body.
    pub async fn answer_enrolment(&self, status: &str, body: &str) {
        let mut stream = self.accept_raw().await;
        let text = read_request(&mut stream).await;
        assert!(text.starts_with(&format!("POST {ENROL_PATH} HTTP/1.1\r\n")), "{text}");
        let (_, request) = text.split_once("\r\n\r\n").unwrap();
        *self.enrolment.lock().unwrap() = Some(serde_json::from_str(request).unwrap());
        let length = body.len();
        let answer = format!(
            "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(answer.as_bytes()).await.unwrap();
    }

    /// Enrols the next computer as `agent_id`.
    pub async fn enrol(&self, agent_id: &str) {
        let answer = EnrolmentAnswer { agent_id: agent_id.to_owned(), pending: false };
        self.answer_enrolment("200 OK", &serde_json::to_string(&answer).unwrap()).await;
    }

    /// Accepts the next connection and reads its hello; an agent that was stopped may
    /// have left one in the queue.
    pub async fn accept(&self) -> FakeConnection {
        loop {
            if let Some(connection) = FakeConnection::greet(self.accept_raw().await, PROTOCOL).await
            {
                return connection;
            }
        }
    }

    /// Accepts the next connection and welcomes the agent, which holds no runs.
    pub async fn welcome(&self) -> FakeConnection {
        let mut connection = self.accept().await;
        connection.welcome(Vec::new(), false).await;
        connection
    }
}

impl FakeConnection {
    /// Challenges the agent at the other end of a connection, if it is there, as
    /// a server of this protocol does.
    pub async fn greet(stream: TcpStream, protocol: u32) -> Option<Self> {
        asks_for_link(&stream).await.then_some(())?;
        let mut socket = accept_async(stream).await.ok()?;
        let challenge = ToAgent::Challenge { nonce: NONCE.to_vec(), protocol };
        socket.send(Message::binary(encode(&challenge))).await.ok()?;
        let (mut proof, package_key) = (None, String::new());
        let mut said = receive(&mut socket).await?;
        if matches!(said, FromAgent::Prove { .. }) {
            proof = Some(said);
            socket.send(Message::binary(encode(&ToAgent::Proven))).await.ok()?;
            said = receive(&mut socket).await?;
        }
        match said {
            FromAgent::Hello(hello) => {
                Some(Self { socket, proof, hello: *hello, package_key, protocol: 1 })
            }
            other => panic!("{other:?} instead of a hello"),
        }
    }

    /// Welcomes the agent, telling how far the server is with its runs.
    pub async fn welcome(&mut self, runs: Vec<WelcomeRun>, send_inventory: bool) {
        let (package_key, protocol) = (self.package_key.clone(), self.protocol);
        let welcome = Welcome { protocol, runs, send_inventory, package_key, ..Welcome::default() };
        self.send(&ToAgent::Welcome(welcome)).await;
    }

    /// Refuses the agent, for so many seconds; 0 names no time.
    pub async fn refuse(&mut self, refusal: Refusal, reason: &str, retry_after_seconds: u64) {
        let reason = reason.to_owned();
        self.send(&ToAgent::Refused { refusal, reason, retry_after_seconds }).await;
    }

    /// Says something to the agent.
    pub async fn send(&mut self, message: &ToAgent) {
        self.socket.send(Message::binary(encode(message))).await.unwrap();
    }

    /// Sends bytes that need not be a message.
    pub async fn send_bytes(&mut self, bytes: Vec<u8>) {
        self.socket.send(Message::binary(bytes)).await.unwrap();
    }

    /// Orders a command.
    pub async fn order(&mut self, run_id: &str, command: &RunCommand) {
        let order = Order::new(run_id, order_name::RUN_COMMAND, command);
        self.send(&ToAgent::Order(order)).await;
    }

    /// Sends any order and waits for its end.
    pub async fn carry_out(&mut self, order: Order) -> Result {
        let run_id = order.run_id.clone();
        self.send(&ToAgent::Order(order)).await;
        self.finish(&run_id).await
    }

    /// Asks a question and waits for its answer.
    pub async fn ask(&mut self, question: Question) -> Answer {
        let wanted = question.id;
        self.send(&ToAgent::Question(question)).await;
        loop {
            match self.next().await {
                FromAgent::Answer { id, answer } if id == wanted => return answer,
                FromAgent::Inventory { .. } => {}
                other => panic!("{other:?} while waiting for an answer"),
            }
        }
    }

    /// Waits for a run that the agent starts by itself.
    pub async fn next_task(&mut self) -> (String, TaskStart) {
        match self.next_news().await {
            FromAgent::TaskStarted { run_id, start } => (run_id, start),
            other => panic!("{other:?} instead of a task"),
        }
    }

    /// Waits for a run that the agent starts by itself, up to its end.
    pub async fn finish_task(&mut self) -> (TaskStart, Result) {
        let (run_id, start) = self.next_task().await;
        let result = self.finish(&run_id).await;
        self.close_run(&run_id).await;
        (start, result)
    }

    /// The next thing the agent says that is no inventory.
    pub async fn next_news(&mut self) -> FromAgent {
        loop {
            match self.next().await {
                FromAgent::Inventory { .. } => {}
                other => return other,
            }
        }
    }

    /// Confirms to the agent that everything of a run is stored.
    pub async fn close_run(&mut self, run_id: &str) {
        self.send(&ToAgent::Closed { run_id: run_id.to_owned() }).await;
    }

    /// The next thing the agent says.
    pub async fn next(&mut self) -> FromAgent {
        receive(&mut self.socket).await.expect("the agent hung up")
    }

    /// Whether the agent hangs up before it says anything more.
    pub async fn is_hung_up(&mut self) -> bool {
        receive(&mut self.socket).await.is_none()
    }

    /// Hears everything until an order is accepted.
    pub async fn wait_for_accepted(&mut self) {
        while !matches!(self.next().await, FromAgent::Accepted { .. }) {}
    }

    /// Everything of one run up to its end, storing output as it comes.
    pub async fn finish(&mut self, run_id: &str) -> Result {
        let mut result = Result::default();
        while result.outcome.is_none() {
            let message = self.next().await;
            self.add(run_id, &mut result, message).await;
        }
        result
    }

    /// Orders a command and waits for its end.
    pub async fn run(&mut self, run_id: &str, command: &RunCommand) -> Result {
        self.order(run_id, command).await;
        self.finish(run_id).await
    }

    async fn add(&mut self, wanted: &str, result: &mut Result, message: FromAgent) {
        match message {
            FromAgent::Accepted { run_id } if run_id == wanted => result.accepted += 1,
            FromAgent::Output { run_id, stream, offset, data } if run_id == wanted => {
                let bytes = match stream {
                    Stream::Stdout => &mut result.stdout,
                    Stream::Stderr => &mut result.stderr,
                };
                assert_eq!(offset, bytes.len() as u64, "a gap in {stream:?}");
                bytes.extend_from_slice(&data);
                let (stdout, stderr) = (result.stdout.len() as u64, result.stderr.len() as u64);
                self.send(&ToAgent::Stored { run_id, stdout, stderr }).await;
            }
            FromAgent::Finished { run_id, outcome } if run_id == wanted => {
                result.outcome = Some(outcome);
            }
            FromAgent::Inventory { .. } => {}
            other => panic!("{other:?} while waiting for {wanted}"),
        }
    }
}

async fn receive(socket: &mut WebSocketStream<TcpStream>) -> Option<FromAgent> {
    loop {
        let message =
            tokio::time::timeout(LIMIT, socket.next()).await.expect("the agent is silent");
        match message {
            Some(Ok(Message::Binary(frame))) => return Some(decode(&frame).unwrap()),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
            Some(Ok(_)) => {}
        }
    }
}

/// A command for `sh` with generous limits.
pub fn command(text: &str) -> RunCommand {
    RunCommand {
        shell: "sh".to_owned(),
        command: text.to_owned(),
        timeout_seconds: 300, // also enough on a machine that is busy with something else
        run_as_user: false,
        output_limit: 10 * 1024 * 1024,
    }
}

//! `GET /ws/agent/<agent_id>/cmd/`: shell commands over a WebSocket, with their
//! output while they run.
//!
//! Each command is an ordinary run: it continues when the socket is gone.
//! To cancel it, the client must know the run: with `"detail": true` it is sent
//! as soon as it exists, not only when it has finished.

use axum::response::Response;
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::auth::{Right, random_letters};
use crate::domain::fleet::{Target, find_target};
use crate::domain::runs::{self, IfOffline, RunCommand};
use crate::error::{ApiError, Problems, in_sentences};
use crate::events::catalogue::{RUN_FINISHED, RUN_OUTPUT};
use crate::events::{LoggedEvent, Viewer};
use crate::ids::{AgentId, RunKey};
use crate::input::{self, Path};
use crate::sockets::{CloseReason, Socket, SocketRequest, Watcher};

/// Commands of one socket that run at the same time.
const MAX_CONCURRENT: usize = 10;
const MAX_CMD_ID: usize = 100;
const STREAMS: [&str; 2] = ["stdout", "stderr"];

/// Run shell commands over a WebSocket.
pub async fn stream_commands(Path(agent_id): Path<AgentId>, opening: SocketRequest) -> Response {
    opening.serve(move |app, socket, viewer| serve(app, socket, viewer, agent_id))
}

async fn serve(
    app: App,
    mut socket: Socket,
    viewer: Viewer,
    agent_id: AgentId,
) -> (Socket, CloseReason) {
    let watcher = Watcher::new(app.clone(), viewer);
    let mut terminal = Commands { app, watcher, agent_id, running: Vec::new() };
    let ended = match terminal.serve_client(&mut socket).await {
        Ok(never) => match never {},
        Err(ended) => ended,
    };
    (socket, ended)
}

struct Commands {
    app: App,
    watcher: Watcher,
    agent_id: AgentId,
    running: Vec<RunningCommand>,
}

struct RunningCommand {
    cmd_id: String,
    run: RunKey,
    /// How far stdout and stderr were sent.
    sent: [i64; 2],
}

impl Commands {
    async fn serve_client(
        &mut self,
        socket: &mut Socket,
    ) -> Result<std::convert::Infallible, CloseReason> {
        self.find_target().await?;
        socket.send(json!({ "action": "ready" }).to_string()).await?;
        loop {
            tokio::select! {
                received = socket.receive() => self.start(socket, received?).await?,
                () = self.watcher.wait() => {
                    let new_events = self.watcher.read().await?;
                    if new_events.is_refreshed {
                        self.find_target().await?;
                    }
                    for entry in &new_events.entries {
                        self.follow(socket, entry).await?;
                    }
                    if new_events.is_broken || new_events.is_refreshed {
                        self.refresh_all(socket).await?;
                    }
                }
            }
        }
    }

    async fn find_target(&self) -> Result<Target, ApiError> {
        let caller = &self.watcher.viewer.identity;
        caller.must_have(Right::SendCmd)?;
        find_target(&self.app, caller, &self.agent_id).await
    }

    /// Starts a command. An invalid one is refused and the socket stays open; when
    /// the agent is gone, it is closed.
    async fn start(
        &mut self,
        socket: &mut Socket,
        received: Map<String, Value>,
    ) -> Result<(), CloseReason> {
        let sent = received.get("cmd_id").and_then(Value::as_str).filter(|id| !id.is_empty());
        let cmd_id = sent.map_or_else(|| random_letters(16), str::to_owned);
        let is_detailed = received.get("detail") == Some(&Value::Bool(true));
        let request = match self.read(received, &cmd_id) {
            Ok(request) => request,
            Err(problems) => return refuse(socket, &cmd_id, problems).await,
        };
        let target = self.find_target().await?;
        socket.send(json!({ "cmd_id": cmd_id }).to_string()).await?;
        let caller = &self.watcher.viewer.identity;
        let launch = request.into_launch(&self.app, caller, target);
        let run = runs::start(&self.app, caller, &launch, IfOffline::Fail).await?.id;
        if is_detailed {
            socket.send(json!({ "cmd_id": cmd_id, "run": run }).to_string()).await?;
        }
        self.running.push(RunningCommand { cmd_id, run, sent: [0, 0] });
        Ok(())
    }

    fn read(&self, mut received: Map<String, Value>, cmd_id: &str) -> Result<RunCommand, ApiError> {
        let mut problems = Problems::new();
        if cmd_id.len() > MAX_CMD_ID {
            let sentence = format!("must have at most {MAX_CMD_ID} bytes");
            problems.insert("cmd_id".to_owned(), vec![sentence]);
        }
        if self.running.len() >= MAX_CONCURRENT {
            let sentence = format!("{MAX_CONCURRENT} commands run already: wait for one to end");
            problems.insert("cmd".to_owned(), vec![sentence]);
        }
        ApiError::refuse(problems)?;
        received.entry("shell").or_insert_with(|| json!("cmd"));
        received.entry("timeout").or_insert_with(|| json!(30));
        input::parse(&received, false)
    }

    /// Sends what an event reports about a command.
    async fn follow(
        &mut self,
        socket: &mut Socket,
        entry: &LoggedEvent,
    ) -> Result<(), CloseReason> {
        let event = &entry.event;
        if !RUN_OUTPUT.is(event) && !RUN_FINISHED.is(event) {
            return Ok(());
        }
        let is_about = |command: &&mut RunningCommand| event.id() == Some(command.run.0);
        let Some(command) = self.running.iter_mut().find(is_about) else { return Ok(()) };
        if RUN_OUTPUT.is(event) {
            let stream = usize::from(event.is_stderr());
            return command.send_new_output(&self.app, socket, stream, false).await;
        }
        let run = command.run;
        command.end(&self.app, socket).await?;
        self.running.retain(|command| command.run != run);
        Ok(())
    }

    /// Reads the state of all commands from the database, as events may be lost.
    async fn refresh_all(&mut self, socket: &mut Socket) -> Result<(), CloseReason> {
        let mut ended = Vec::new();
        for command in &mut self.running {
            let run = runs::find_run(self.app.db.read(), command.run).await?;
            if run.is_none_or(|run| run.is_finished()) {
                command.end(&self.app, socket).await?;
                ended.push(command.run);
                continue;
            }
            for stream in 0..STREAMS.len() {
                command.send_new_output(&self.app, socket, stream, false).await?;
            }
        }
        self.running.retain(|command| !ended.contains(&command.run));
        Ok(())
    }
}

impl RunningCommand {
    /// Sends the new output of one stream.
    async fn send_new_output(
        &mut self,
        app: &App,
        socket: &mut Socket,
        stream: usize,
        is_finished: bool,
    ) -> Result<(), CloseReason> {
        loop {
            let (name, start) = (STREAMS[stream], self.sent[stream]);
            let chunk = runs::read_chunk(app, self.run, name, start, is_finished).await?;
            if !chunk.text.is_empty() {
                let frame = json!({ "cmd_id": self.cmd_id, "output": chunk.text, "stream": name });
                socket.send(frame.to_string()).await?;
            }
            self.sent[stream] = chunk.next;
            if !chunk.has_more {
                return Ok(());
            }
        }
    }

    async fn end(&mut self, app: &App, socket: &mut Socket) -> Result<(), CloseReason> {
        for stream in 0..STREAMS.len() {
            self.send_new_output(app, socket, stream, true).await?;
        }
        let run = runs::find_run(app.db.read(), self.run).await?;
        let exit_code = run.as_ref().and_then(|run| run.retcode);
        let mut frame = json!({
            "cmd_id": self.cmd_id, "done": true, "exit_code": exit_code, "run": self.run,
        });
        if let Some(problem) = run.map(|run| run.problem).filter(|problem| !problem.is_empty()) {
            frame["error"] = json!(problem);
        }
        socket.send(frame.to_string()).await
    }
}

/// Sends what is wrong with a command.
async fn refuse(socket: &mut Socket, cmd_id: &str, error: ApiError) -> Result<(), CloseReason> {
    let errors = match &error {
        ApiError::Invalid(problems) => {
            json!(problems.clone().into_iter().map(in_sentences).collect::<Problems>())
        }
        _ => return Err(error.into()),
    };
    let (status, code, text) = error.into_parts();
    let frame = json!({
        "cmd_id": cmd_id, "error": text, "code": code, "status": status, "errors": errors,
    });
    socket.send(frame.to_string()).await
}

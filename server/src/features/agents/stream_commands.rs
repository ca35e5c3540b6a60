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
use crate::events::{Logged, Viewer};
use crate::ids::{AgentId, RunKey};
use crate::input::{self, Path};
use crate::sockets::{Ended, Opening, Socket, Watcher};

/// Commands of one socket that run at the same time.
const MOST_AT_ONCE: usize = 10;
const LONGEST_CMD_ID: usize = 100;
const STREAMS: [&str; 2] = ["stdout", "stderr"];

/// Run shell commands over a WebSocket.
pub async fn stream_commands(Path(agent_id): Path<AgentId>, opening: Opening) -> Response {
    opening.serve(move |app, socket, viewer| serve(app, socket, viewer, agent_id))
}

async fn serve(app: App, mut socket: Socket, viewer: Viewer, agent_id: AgentId) -> (Socket, Ended) {
    let watcher = Watcher::new(app.clone(), viewer);
    let mut terminal = Commands { app, watcher, agent_id, running: Vec::new() };
    let ended = match terminal.converse(&mut socket).await {
        Ok(never) => match never {},
        Err(ended) => ended,
    };
    (socket, ended)
}

struct Commands {
    app: App,
    watcher: Watcher,
    agent_id: AgentId,
    running: Vec<Running>,
}

struct Running {
    cmd_id: String,
    run: RunKey,
    /// How far stdout and stderr were sent.
    sent: [i64; 2],
}

impl Commands {
    async fn converse(&mut self, socket: &mut Socket) -> Result<std::convert::Infallible, Ended> {
        self.find_target().await?;
        socket.say(json!({ "action": "ready" }).to_string()).await?;
        loop {
            tokio::select! {
                heard = socket.hear() => self.start(socket, heard?).await?,
                () = self.watcher.wait() => {
                    let news = self.watcher.read().await?;
                    if news.is_refreshed {
                        self.find_target().await?;
                    }
                    for entry in &news.entries {
                        self.follow(socket, entry).await?;
                    }
                    if news.is_broken || news.is_refreshed {
                        self.look_at_all(socket).await?;
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
    async fn start(&mut self, socket: &mut Socket, heard: Map<String, Value>) -> Result<(), Ended> {
        let sent = heard.get("cmd_id").and_then(Value::as_str).filter(|id| !id.is_empty());
        let cmd_id = sent.map_or_else(|| random_letters(16), str::to_owned);
        let is_detailed = heard.get("detail") == Some(&Value::Bool(true));
        let request = match self.read(heard, &cmd_id) {
            Ok(request) => request,
            Err(problems) => return refuse(socket, &cmd_id, problems).await,
        };
        let target = self.find_target().await?;
        socket.say(json!({ "cmd_id": cmd_id }).to_string()).await?;
        let caller = &self.watcher.viewer.identity;
        let launch = request.into_launch(&self.app, caller, target);
        let run = runs::start(&self.app, caller, &launch, IfOffline::Fail).await?.id;
        if is_detailed {
            socket.say(json!({ "cmd_id": cmd_id, "run": run }).to_string()).await?;
        }
        self.running.push(Running { cmd_id, run, sent: [0, 0] });
        Ok(())
    }

    fn read(&self, mut heard: Map<String, Value>, cmd_id: &str) -> Result<RunCommand, ApiError> {
        let mut problems = Problems::new();
        if cmd_id.len() > LONGEST_CMD_ID {
            let sentence = format!("must have at most {LONGEST_CMD_ID} bytes");
            problems.insert("cmd_id".to_owned(), vec![sentence]);
        }
        if self.running.len() >= MOST_AT_ONCE {
            let sentence = format!("{MOST_AT_ONCE} commands run already: wait for one to end");
            problems.insert("cmd".to_owned(), vec![sentence]);
        }
        ApiError::refuse(problems)?;
        heard.entry("shell").or_insert_with(|| json!("cmd"));
        heard.entry("timeout").or_insert_with(|| json!(30));
        input::parse(&heard, false)
    }

    /// Sends what an event reports about a command.
    async fn follow(&mut self, socket: &mut Socket, entry: &Logged) -> Result<(), Ended> {
        let event = &entry.event;
        if !RUN_OUTPUT.is(event) && !RUN_FINISHED.is(event) {
            return Ok(());
        }
        let is_about = |command: &&mut Running| event.id() == Some(command.run.0);
        let Some(command) = self.running.iter_mut().find(is_about) else { return Ok(()) };
        if RUN_OUTPUT.is(event) {
            let stream = usize::from(event.is_stderr());
            return command.pass_on(&self.app, socket, stream, false).await;
        }
        let run = command.run;
        command.end(&self.app, socket).await?;
        self.running.retain(|command| command.run != run);
        Ok(())
    }

    /// Reads the state of all commands from the database, as events may be lost.
    async fn look_at_all(&mut self, socket: &mut Socket) -> Result<(), Ended> {
        let mut ended = Vec::new();
        for command in &mut self.running {
            let run = runs::find_run(self.app.db.read(), command.run).await?;
            if run.is_none_or(|run| run.is_over()) {
                command.end(&self.app, socket).await?;
                ended.push(command.run);
                continue;
            }
            for stream in 0..STREAMS.len() {
                command.pass_on(&self.app, socket, stream, false).await?;
            }
        }
        self.running.retain(|command| !ended.contains(&command.run));
        Ok(())
    }
}

impl Running {
    /// Sends the new output of one stream.
    async fn pass_on(
        &mut self,
        app: &App,
        socket: &mut Socket,
        stream: usize,
        is_over: bool,
    ) -> Result<(), Ended> {
        loop {
            let (name, start) = (STREAMS[stream], self.sent[stream]);
            let piece = runs::read_piece(app.db.read(), self.run, name, start, is_over).await?;
            if !piece.text.is_empty() {
                let frame = json!({ "cmd_id": self.cmd_id, "output": piece.text, "stream": name });
                socket.say(frame.to_string()).await?;
            }
            self.sent[stream] = piece.next;
            if !piece.has_more {
                return Ok(());
            }
        }
    }

    async fn end(&mut self, app: &App, socket: &mut Socket) -> Result<(), Ended> {
        for stream in 0..STREAMS.len() {
            self.pass_on(app, socket, stream, true).await?;
        }
        let run = runs::find_run(app.db.read(), self.run).await?;
        let exit_code = run.as_ref().and_then(|run| run.retcode);
        let mut frame = json!({
            "cmd_id": self.cmd_id, "done": true, "exit_code": exit_code, "run": self.run,
        });
        if let Some(problem) = run.map(|run| run.problem).filter(|problem| !problem.is_empty()) {
            frame["error"] = json!(problem);
        }
        socket.say(frame.to_string()).await
    }
}

/// Sends what is wrong with a command.
async fn refuse(socket: &mut Socket, cmd_id: &str, error: ApiError) -> Result<(), Ended> {
    let errors = match &error {
        ApiError::Invalid(problems) => {
            json!(problems.clone().into_iter().map(in_sentences).collect::<Problems>())
        }
        _ => return Err(error.into()),
    };
    let (status, code, text) = error.into_words();
    let frame = json!({
        "cmd_id": cmd_id, "error": text, "code": code, "status": status, "errors": errors,
    });
    socket.say(frame.to_string()).await
}

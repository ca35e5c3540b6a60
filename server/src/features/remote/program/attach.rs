//! One connection of a program to its terminal.

use std::future::pending;

use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

use super::frames::{FromProgram, Refused, Start, info, read};
use super::terminal::{Order, Terminal, ToProgram};
use super::terminals::{Key, Place, Terminals};
use crate::app::App;
use crate::auth::Right;
use crate::domain::fleet::find_target;
use crate::error::ApiError;
use crate::events::Viewer;
use crate::ids::AgentId;
use crate::sockets::{CloseReason, Socket, Watcher};

/// Messages that wait for the socket.
const WAITING: usize = 16;

/// Serves a program until it leaves or may not go on.
pub(super) async fn serve(
    app: App,
    mut socket: Socket,
    viewer: Viewer,
    agent_id: AgentId,
    uuid: String,
) -> (Socket, CloseReason) {
    let watcher = Watcher::new(app.clone(), viewer);
    let mut connection = Connection { app, watcher, agent_id, uuid, terminal: None };
    let ended = match connection.serve_program(&mut socket).await {
        Ok(never) => match never {},
        Err(ended) => ended,
    };
    (socket, ended)
}

struct Connection {
    app: App,
    watcher: Watcher,
    agent_id: AgentId,
    uuid: String,
    terminal: Option<Attached>,
}

/// A terminal that this connection uses.
struct Attached {
    orders: mpsc::Sender<Order>,
    frames: mpsc::Receiver<ToProgram>,
}

impl Connection {
    async fn serve_program(
        &mut self,
        socket: &mut Socket,
    ) -> Result<std::convert::Infallible, CloseReason> {
        if !is_uuid(&self.uuid) {
            return Err(ApiError::invalid("uuid", "must be a UUID").into());
        }
        self.check().await?;
        socket.send(json!({ "action": "ready" }).to_string()).await?;
        loop {
            tokio::select! {
                received = socket.receive() => self.receive(socket, &received?).await?,
                () = self.watcher.wait() => {
                    if self.watcher.read().await?.is_refreshed {
                        self.check().await?;
                    }
                }
                message = next(&mut self.terminal) => match message {
                    Some(ToProgram::Frame(frame)) => socket.send(frame).await?,
                    Some(ToProgram::Close(error)) => return Err(error.into()),
                    None => {
                        self.terminal = None;
                        socket.send(info("closed", "The terminal has ended.")).await?;
                    }
                }
            }
        }
    }

    /// Whether the caller may use a terminal on this agent.
    async fn check(&self) -> Result<(), ApiError> {
        let caller = &self.watcher.viewer.identity;
        caller.must_have(Right::UseTerminal)?;
        find_target(&self.app, caller, &self.agent_id).await.map(|_| ())
    }

    /// Takes a frame. A wrong one is refused, and the socket stays open.
    async fn receive(
        &mut self,
        socket: &mut Socket,
        received: &Map<String, Value>,
    ) -> Result<(), CloseReason> {
        let order = match read(received) {
            Err(refused) => return socket.send(refused.frame()).await,
            Ok(FromProgram::Start(start)) => return self.start(socket, start).await,
            Ok(FromProgram::Input(text)) => Order::Input(text),
            Ok(FromProgram::Resize { rows, cols }) => Order::Resize { rows, cols },
            Ok(FromProgram::Kill) => Order::Kill,
        };
        let Some(terminal) = &self.terminal else {
            let refused = Refused::new("not_started", "Send start first.");
            return socket.send(refused.frame()).await;
        };
        // One that has just ended says so by itself.
        let _ = terminal.orders.send(order).await;
        Ok(())
    }

    /// Opens the terminal, or goes on with it.
    async fn start(&mut self, socket: &mut Socket, start: Start) -> Result<(), CloseReason> {
        if self.terminal.is_some() {
            let refused = Refused::new("conflict", "The terminal is open already.");
            return socket.send(refused.frame()).await;
        }
        self.check().await?;
        let viewer = &self.watcher.viewer;
        let key = Key::of(&viewer.identity, &self.agent_id, &self.uuid);
        let (program, frames) = mpsc::channel(WAITING);
        let orders = match self.app.state.of::<Terminals>().enter(key)? {
            Place::Known(orders) => {
                let Start { after, rows, cols, .. } = start;
                let _ = orders.send(Order::Attach { program, after }).await;
                let _ = orders.send(Order::Resize { rows, cols }).await;
                orders
            }
            Place::New(orders, receiver) => {
                let (app, uuid) = (self.app.clone(), self.uuid.clone());
                let terminal = Terminal::new(app, viewer.clone(), uuid, program);
                let running = terminal.run(receiver, self.agent_id.clone(), start);
                self.app.tasks.spawn(Box::pin(running));
                orders
            }
        };
        self.terminal = Some(Attached { orders, frames });
        Ok(())
    }
}

/// The next message of a terminal; without one there is none.
async fn next(terminal: &mut Option<Attached>) -> Option<ToProgram> {
    match terminal {
        Some(terminal) => terminal.frames.recv().await,
        None => pending().await,
    }
}

fn is_uuid(text: &str) -> bool {
    let lengths = text.split('-').map(str::len);
    lengths.eq([8, 4, 4, 4, 12]) && text.bytes().all(|b| b == b'-' || b.is_ascii_hexdigit())
}

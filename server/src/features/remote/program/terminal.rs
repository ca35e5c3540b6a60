//! A terminal of a program, from its opening to its end, over as many connections of the
//! program as it takes.

use std::time::Duration;

use muster_remote::Frame;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::backlog::Backlog;
use super::connecting::{self, Invited};
use super::ending::{End, end_session_of};
use super::frames::{Refused, Start, info};
use super::hearing::send_credit;
use crate::app::App;
use crate::clock;
use crate::error::ApiError;
use crate::events::Viewer;
use crate::ids::AgentId;
use crate::remote_viewer::{CHANNEL, Credit, Outbox, Pipe, SESSION, Streams};

/// How long it waits for a program whose connection broke.
const KEPT_FOR: Duration = Duration::from_secs(60);

/// What a connection wants of it.
pub(super) enum Order {
    /// It takes over, and has everything up to a message.
    Attach {
        program: mpsc::Sender<ToProgram>,
        after: Option<u64>,
    },
    Input(String),
    Resize {
        rows: u16,
        cols: u16,
    },
    Kill,
}

/// What a connection gets of it; nothing more once the terminal has ended.
pub(super) enum ToProgram {
    Frame(String),
    /// The socket is closed for this reason.
    Close(ApiError),
}

pub(super) struct Terminal {
    app: App,
    viewer: Viewer,
    uuid: String,
    pub(super) program: Option<mpsc::Sender<ToProgram>>,
    pub(super) backlog: Backlog,
    pub(super) streams: Streams,
    pub(super) has_started: bool,
    pub(super) has_screen: bool,
    /// Why it is about to end.
    ending: Option<End>,
    resized: Option<(u16, u16)>,
    /// Until when somebody has to come back.
    deadline: Instant,
}

impl Terminal {
    /// One that is not open yet.
    pub(super) fn new(
        app: App,
        viewer: Viewer,
        uuid: String,
        program: mpsc::Sender<ToProgram>,
    ) -> Self {
        Self {
            app,
            viewer,
            uuid,
            program: Some(program),
            backlog: Backlog::default(),
            streams: Streams::new(),
            has_started: false,
            has_screen: false,
            ending: None,
            resized: None,
            deadline: clock::steady(),
        }
    }

    /// Opens it, follows it to its end, and sees that the program learns that.
    pub(super) async fn run(
        mut self,
        mut orders: mpsc::Receiver<Order>,
        agent_id: AgentId,
        start: Start,
    ) {
        let opening = connecting::open(self.app.clone(), self.viewer.clone(), agent_id, start);
        let invited: Invited = match self.wait_for(&mut orders, opening).await {
            Ok(invited) => invited,
            Err(error) => return self.refuse(error).await,
        };
        let session = invited.session().to_owned();
        let joining = connecting::join(self.app.clone(), self.viewer.clone(), invited);
        let mut joined = self.wait_for(&mut orders, joining).await;
        let end = match &mut joined {
            Ok(pipe) => self.follow(pipe, &mut orders).await,
            Err(gone) => End::Failed(gone.to_string()),
        };
        // While the pipe is there: the agent's helper waits for a viewer who just leaves.
        end_session_of(&self.app, &self.viewer.identity, &session, &end).await;
        drop(joined);
        self.announce(&end).await;
        while self.backlog.has_next() && !matches!(self.ending, Some(End::Abandoned)) {
            tokio::select! {
                Some(order) = orders.recv() => self.obey(order).await,
                _ = self.serve_program() => {}
            }
        }
        if let (Some(program), Some(error)) = (&self.program, end.into_error()) {
            let _ = program.send(ToProgram::Close(error)).await;
        }
    }

    /// Waits for something, and takes orders meanwhile.
    async fn wait_for<T>(
        &mut self,
        orders: &mut mpsc::Receiver<Order>,
        work: impl Future<Output = T>,
    ) -> T {
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return done,
                Some(order) = orders.recv() => self.obey(order).await,
            }
        }
    }

    /// Follows the shell until it ends, the program leaves for good, or the agent is gone.
    async fn follow(&mut self, pipe: &mut Pipe, orders: &mut mpsc::Receiver<Order>) -> End {
        let outbox = pipe.outbox();
        outbox.control(SESSION, &json!({ "type": "start", "resume": false })).await;
        loop {
            if let Some(end) = self.ending.take() {
                return end;
            }
            self.send(&outbox).await;
            tokio::select! {
                plain = pipe.next() => {
                    let heard = match plain {
                        Ok(plain) => self.hear(&plain, &outbox).await,
                        Err(gone) => Err(gone),
                    };
                    match heard {
                        Ok(None) => {}
                        Ok(Some(end)) => return end,
                        Err(gone) => return End::Gone(gone),
                    }
                }
                Some(order) = orders.recv() => self.obey(order).await,
                credit = self.serve_program() => send_credit(&outbox, credit).await,
            }
        }
    }

    /// Sends the agent what was typed, and the size.
    async fn send(&mut self, outbox: &Outbox) {
        while let Some((offset, bytes)) = self.streams.next() {
            outbox.frame(CHANNEL, Frame::Data { offset, bytes: &bytes }).await;
        }
        if self.has_started
            && let Some((rows, cols)) = self.resized.take()
        {
            let size = json!({ "type": "resize", "rows": rows, "cols": cols });
            outbox.control(CHANNEL, &size).await;
        }
    }

    /// Waits until the program can take the next message, and sends it; or until the program
    /// is gone, or does not come back. Returns the credit that is due to the agent.
    async fn serve_program(&mut self) -> Option<Credit> {
        let Some(program) = &self.program else {
            clock::sleep_until(self.deadline).await;
            self.ending = Some(End::Abandoned);
            return None;
        };
        let credit = {
            let room = match self.backlog.has_next() {
                true => program.reserve().await.ok(),
                false => {
                    program.closed().await;
                    None
                }
            };
            let next = room.and_then(|room| Some((room, self.backlog.next(&self.uuid)?)));
            next.map(|(room, (frame, bytes))| {
                room.send(ToProgram::Frame(frame));
                self.streams.shown(bytes)
            })
        };
        if let Some(credit) = credit {
            return credit;
        }
        self.program = None;
        self.deadline = clock::steady() + KEPT_FOR;
        None
    }

    async fn obey(&mut self, order: Order) {
        match order {
            Order::Attach { program, after } => {
                if let Some(former) = self.program.replace(program) {
                    let sentence = "another connection has taken the terminal over".to_owned();
                    // One that does not read any more learns it by its end.
                    let _ = former.try_send(ToProgram::Close(ApiError::Conflict(sentence)));
                }
                self.tell(info("resumed", "The terminal goes on.")).await;
                if after.is_some_and(|after| !self.backlog.rewind(after)) {
                    let text = "Some output before this is not kept any more.";
                    self.tell(info("output_lost", text)).await;
                }
            }
            Order::Input(text) if self.streams.has_room(text.len()) => {
                self.streams.push(text.as_bytes());
            }
            Order::Input(_) => {
                let text = "The shell has not read what was typed before: send it again later, \
                            and 64 KiB at most.";
                self.tell(Refused::new("too_much_input", text).frame()).await;
            }
            Order::Resize { rows, cols } => self.resized = Some((rows, cols)),
            Order::Kill => self.ending = Some(End::Killed),
        }
    }

    /// Says something that is sent once.
    pub(super) async fn tell(&self, frame: String) {
        if let Some(program) = &self.program {
            let _ = program.send(ToProgram::Frame(frame)).await;
        }
    }
}

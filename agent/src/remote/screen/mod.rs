//! The screen of this computer, for those who help its user.
//!
//! One session captures the screen for all its viewers. The helper passes on what
//! [`Screen::next`] returns, and gives it the messages that viewers send on channels 1 and 2.

pub mod apart;
mod clipboard_text;
mod command;
#[cfg(test)]
pub mod decoder_for_tests;
pub mod desktop_events;
mod differ;
mod encoder;
#[cfg(test)]
mod encoder_tests;
pub mod messages;
mod pace;
mod packet;
#[cfg(test)]
mod recording_tests;
mod session;
mod shift;
mod tile_packer;
mod tile_set;
mod viewer;
mod viewers;
#[cfg(test)]
mod viewers_tests;

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::os::{Problem, screen::Desktop};
use apart::run_apart;
use command::Command;
use session::Session;

pub use packet::record_type;
pub use viewer::{Role, ToViewer};

/// A window system that hangs is not waited for longer.
const OPEN_LIMIT: Duration = Duration::from_secs(15);
/// Nor is the last picture of a recording.
const LAST_LIMIT: Duration = Duration::from_secs(2);
/// What viewers sent and is not yet carried out.
const COMMANDS: usize = 1024;
/// Of these, what is kept for the helper's own.
const RESERVED: usize = 128;
/// What is sent to a viewer and not yet taken: two frames, and a long text.
const OUTGOING: usize = 48;

/// A session of the screen. It ends when this is dropped, and then nothing stays pressed.
///
/// Nothing of it waits but [`Self::open`] and [`Self::next`].
#[derive(Debug)]
pub struct Screen {
    commands: mpsc::Sender<Command>,
    outgoing: BTreeMap<String, mpsc::Receiver<ToViewer>>,
    /// None after it has ended.
    end: Option<oneshot::Receiver<Result<(), Problem>>>,
}

/// What a session of the screen does by itself.
#[derive(Debug)]
pub enum ScreenStep {
    /// This is for the viewer with this id.
    Send(String, ToViewer),
    /// It cannot go on, as when the window system has ended.
    Ended(Problem),
}

/// A viewer sent far more than can be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overrun;

impl Screen {
    /// Finds the screen and begins to watch it. Refused with a sentence where there is none,
    /// or none that may be seen.
    pub async fn open(passes_clipboard: bool) -> Result<Self, Problem> {
        Self::open_found(Desktop::open, passes_clipboard).await
    }

    /// The same for a screen that is found in another way.
    pub async fn open_found<Finding: Future<Output = Result<Desktop, Problem>>>(
        find: impl FnOnce() -> Finding + Send + 'static,
        passes_clipboard: bool,
    ) -> Result<Self, Problem> {
        let (commands, mut received) = mpsc::channel(COMMANDS);
        let (opened, opening) = oneshot::channel();
        let work = move || async move {
            let mut session = match open_session(find(), passes_clipboard).await {
                Ok(session) => session,
                Err(problem) => {
                    let _ = opened.send(Err(problem));
                    return Ok(());
                }
            };
            let _ = opened.send(Ok(()));
            session.run(&mut received).await
        };
        let end = Some(run_apart("screen", work).map_err(anyhow::Error::from)?);
        match timeout(OPEN_LIMIT, opening).await {
            Ok(Ok(opened)) => opened.map(|()| Self { commands, outgoing: BTreeMap::new(), end }),
            Ok(Err(_)) => Err(mistake()),
            Err(_) => Err(Problem::failed("the window system does not answer")),
        }
    }

    /// Adds a viewer, who gets all of the screen, also when it was there before.
    pub fn join(&mut self, id: &str, role: Role) {
        let (outgoing, receiver) = mpsc::channel(OUTGOING);
        self.outgoing.insert(id.to_owned(), receiver);
        self.send(Command::Join { id: id.to_owned(), role, outgoing });
    }

    /// Removes a viewer. What it pressed is released.
    pub fn leave(&mut self, id: &str) {
        self.outgoing.remove(id);
        self.send(Command::Leave(id.to_owned()));
    }

    /// Removes a viewer that never drives, after it got how the screen looks now. That comes
    /// from [`Self::next`] as before, or from [`Self::rest`].
    pub fn finish(&mut self, id: &str) {
        self.send(Command::Finish(id.to_owned()));
    }

    /// Everything that is still sent to a viewer that is about to be removed.
    pub async fn rest(&mut self, id: &str) -> Vec<ToViewer> {
        let mut rest = Vec::new();
        let Some(mut receiver) = self.outgoing.remove(id) else { return rest };
        let receiving = async {
            while let Some(sent) = receiver.recv().await {
                rest.push(sent);
            }
        };
        let received = timeout(LAST_LIMIT, receiving).await;
        if received.is_err() {
            tracing::warn!("the window system does not answer: the last picture is missing");
        }
        rest
    }

    /// Gives mouse and keyboard to one viewer, or to nobody. What the one before pressed is
    /// released.
    pub fn set_driver(&mut self, id: Option<&str>) {
        self.send(Command::Drive(id.map(str::to_owned)));
    }

    /// A viewer sent this on channel 1 or 2. An error is what no viewer that keeps to the
    /// acknowledgements and to human speed gets: its connection may end.
    pub fn message(&mut self, id: &str, text: &str) -> Result<(), Overrun> {
        if self.commands.capacity() < RESERVED {
            return Err(Overrun);
        }
        self.send(Command::Message { id: id.to_owned(), text: text.to_owned() });
        Ok(())
    }

    /// What happens next. Loses nothing when it is dropped; waits for ever after the end.
    pub async fn next(&mut self) -> ScreenStep {
        poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<ScreenStep> {
        for (id, receiver) in &mut self.outgoing {
            if let Poll::Ready(Some(sent)) = receiver.poll_recv(context) {
                return Poll::Ready(ScreenStep::Send(id.clone(), sent));
            }
        }
        let Some(end) = &mut self.end else { return Poll::Pending };
        let Poll::Ready(result) = Pin::new(end).poll(context) else { return Poll::Pending };
        self.end = None;
        let problem = match result {
            Ok(Err(problem)) => problem,
            Ok(Ok(())) | Err(_) => mistake(),
        };
        Poll::Ready(ScreenStep::Ended(problem))
    }

    /// A session that has ended says so by its end.
    fn send(&mut self, command: Command) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.commands.try_send(command) {
            tracing::error!("a command for the screen was dropped: it carries none out");
        }
    }
}

async fn open_session(
    finding: impl Future<Output = Result<Desktop, Problem>>,
    passes_clipboard: bool,
) -> Result<Session, Problem> {
    Session::new(finding.await?, passes_clipboard)
}

fn mistake() -> Problem {
    Problem::failed("the agent made a mistake with the screen")
}

//! The work of a tunnel: TCP connections to the one address that the grant names, each on a
//! channel of a viewer.
//!
//! A viewer says `open` on a channel, and hears `opened` or `closed`; then bytes go both ways
//! with credit. Whoever sends nothing more says `end`, and the viewer may give a connection
//! up with `close`. None outlives the connection of its viewer: what is lost on the way
//! cannot be asked for again.

mod address;
mod connection;
mod dial;
mod line;
mod recorded;
mod step;

use muster_remote::{Frame, StreamError, Target};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

use super::helper::End;
use super::helper::audience::Audience;
use connection::Connection;
use dial::{NOT_DIALLED, dial};
use line::{Key, Line, Lines, State, open_lines};
use recorded::Recorded;
use step::{Done, Reply};

pub use step::Step;

/// The last channel: each viewer has at most so many connections.
const MOST: u16 = 64;

/// Connections of all viewers together.
const MOST_IN_ALL: usize = 256;

/// The way to one address, and the connections that lead there.
pub struct Tunnel {
    target: Target,
    recorded: Recorded,
    lines: Lines,
    /// How many there have been.
    count: u64,
    sender: mpsc::UnboundedSender<Step>,
    steps: mpsc::UnboundedReceiver<Step>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum FromViewer {
    Open,
    End,
    Close,
    #[serde(other)]
    Unknown,
}

impl Tunnel {
    /// Begins without connections. An address that must not be dialled is refused at once.
    pub fn begin(target: &Target) -> Result<Self, End> {
        if address::parse(&target.host).is_some_and(|host| !address::may_be_dialled(host)) {
            return Err(End::new("target_refused", NOT_DIALLED));
        }
        let (sender, steps) = mpsc::unbounded_channel();
        let recorded = Recorded::of(target);
        let (target, lines) = (target.clone(), Lines::new());
        Ok(Self { target, recorded, lines, count: 0, sender, steps })
    }

    /// What a viewer learns of it when it starts.
    pub fn description(&self) -> Map<String, Value> {
        let Target { host, port } = &self.target;
        let fields = [("host", json!(host)), ("port", json!(port))];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// A viewer sent something.
    pub fn take(
        &mut self,
        audience: &Audience,
        viewer: &str,
        channel: u16,
        frame: Frame<'_>,
    ) -> Result<(), End> {
        if let Frame::Control(text) = frame {
            match serde_json::from_str(text).unwrap_or(FromViewer::Unknown) {
                FromViewer::Open => self.open(audience, viewer, channel),
                FromViewer::Close => {
                    self.remove(audience, |key| is_key(key, viewer, channel), "It was closed.");
                }
                FromViewer::End => {
                    if let Some(connection) = self.find(viewer, channel) {
                        connection.end_input();
                    }
                }
                FromViewer::Unknown => {}
            }
            return Ok(());
        }
        // What comes for a connection that is not there was on its way when it ended.
        let Some(connection) = self.find(viewer, channel) else { return Ok(()) };
        let taken = match frame {
            Frame::Data { offset, bytes } => connection.take(offset, bytes),
            Frame::Credit { received, limit } => connection.credit(received, limit),
            Frame::Control(_) | Frame::Packet(_) => Ok(()),
        };
        let broken = |error: StreamError| {
            End::new("unreadable", format!("A viewer broke the rules: {error}."))
        };
        taken.map_err(broken)?;
        self.pump(audience, viewer);
        Ok(())
    }

    /// A viewer has gone, and its connections with it.
    pub fn leave(&mut self, audience: &Audience, viewer: &str) {
        self.remove(audience, |(owner, _)| owner == viewer, "The viewer has gone.");
    }

    /// There is room again for what a viewer gets.
    pub fn has_room(&mut self, audience: &Audience, viewer: &str) {
        self.pump(audience, viewer);
    }

    /// Waits for a connection to do something.
    pub async fn next(&mut self) -> Option<Step> {
        self.steps.recv().await
    }

    /// Acts on it.
    pub fn act(&mut self, audience: &Audience, step: Option<Step>) {
        let Some(Step { connection: number, done }) = step else { return };
        // One that was closed meanwhile is not there any more.
        let found = self.lines.iter_mut().find(|(_, line)| line.number == number);
        let Some(((viewer, channel), line)) = found else { return };
        let (viewer, channel) = (viewer.clone(), *channel);
        let problem = match (&mut line.state, done) {
            (state, Done::Dialled(Ok(stream))) => {
                let reply = Reply { steps: self.sender.clone(), connection: number };
                let mut connection = Box::new(Connection::new(stream, reply));
                self.recorded.connected(audience, (number, &line.user), None);
                audience.control(&viewer, channel, &json!({ "type": "opened" }));
                audience.frame(&viewer, channel, &connection.first_credit());
                *state = State::Open(connection);
                None
            }
            (_, Done::Dialled(Err(reason))) => {
                self.recorded.connected(audience, (number, &line.user), Some(&reason));
                Some(reason)
            }
            (State::Open(connection), Done::Read(reader, read)) => {
                connection.read(reader, read).err().map(|error| broke(&error))
            }
            (State::Open(connection), Done::Written(writer, written)) => {
                match connection.written(writer, written) {
                    Ok(credit) => {
                        if let Some(credit) = credit {
                            audience.frame(&viewer, channel, &credit);
                        }
                        None
                    }
                    Err(error) => Some(broke(&error)),
                }
            }
            (State::Dialling(_), Done::Read(..) | Done::Written(..)) => None,
        };
        if let Some(reason) = problem {
            self.close(audience, &viewer, channel, &reason);
        }
        self.pump(audience, &viewer);
    }

    /// Ends everything that it began.
    pub fn stop(&mut self, audience: &Audience) {
        self.remove(audience, |_| true, "The session has ended.");
    }

    fn open(&mut self, audience: &Audience, viewer: &str, channel: u16) {
        let key = (viewer.to_owned(), channel);
        let is_view_only = audience.seat(viewer).is_none_or(|seat| seat.grant.view_only);
        let reason = if is_view_only {
            "You may only watch, and there is nothing to see.".to_owned()
        } else if !(1..=MOST).contains(&channel) {
            format!("A tunnel has at most {MOST} connections.")
        } else if self.lines.len() >= MOST_IN_ALL {
            format!("{MOST_IN_ALL} connections are open in this session.")
        } else if self.lines.contains_key(&key) {
            // It is not answered: the one that is there would be taken for closed.
            return tracing::debug!(viewer, channel, "a connection is opened twice");
        } else {
            self.count += 1;
            let reply = Reply { steps: self.sender.clone(), connection: self.count };
            let target = self.target.clone();
            let task = tokio::spawn(async move { reply.send(Done::Dialled(dial(&target).await)) });
            let state = State::Dialling(task.abort_handle());
            let user = audience.seat(viewer).map(|seat| seat.grant.user.clone());
            let (number, user) = (self.count, user.unwrap_or_default());
            self.lines.insert(key, Line { number, user, state });
            return;
        };
        audience.control(viewer, channel, &json!({ "type": "closed", "reason": reason }));
    }

    /// Sends what there is and room for, a piece of each connection in turn, and reads on.
    fn pump(&mut self, audience: &Audience, viewer: &str) {
        let mut is_more = true;
        while is_more && audience.has_room(viewer) {
            is_more = false;
            for (channel, connection) in open_lines(&mut self.lines, viewer) {
                is_more |= audience.has_room(viewer) && connection.send(audience, viewer, channel);
            }
        }
        let mut over = Vec::new();
        for (channel, connection) in open_lines(&mut self.lines, viewer) {
            connection.go_on(audience, viewer, channel);
            over.extend(connection.end().map(|reason| (channel, reason)));
        }
        for (channel, reason) in over {
            self.close(audience, viewer, channel, reason);
        }
    }

    /// Ends connections, and records what went through them.
    fn remove(&mut self, audience: &Audience, is_over: impl Fn(&Key) -> bool, reason: &str) {
        for (_, line) in self.lines.extract_if(.., |key, _| is_over(key)) {
            self.recorded.closed(audience, &line, reason);
        }
    }

    fn close(&mut self, audience: &Audience, viewer: &str, channel: u16, reason: &str) {
        self.remove(audience, |key| is_key(key, viewer, channel), reason);
        audience.control(viewer, channel, &json!({ "type": "closed", "reason": reason }));
    }

    fn find(&mut self, viewer: &str, channel: u16) -> Option<&mut Connection> {
        match &mut self.lines.get_mut(&(viewer.to_owned(), channel))?.state {
            State::Open(connection) => Some(&mut **connection),
            State::Dialling(_) => None,
        }
    }
}

fn is_key(key: &Key, viewer: &str, channel: u16) -> bool {
    key.0 == viewer && key.1 == channel
}

fn broke(error: &std::io::Error) -> String {
    format!("The connection broke: {error}.")
}

//! One side's socket, from its first message to its last.

use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

use super::meeting::{Meeting, Seat};
use super::{AgentEvent, Ended, Message, PAIR_LIMIT, Reason, Side, event};
use crate::MAX_MESSAGE_BYTES;

/// How long a message may wait for a side to read.
const SEND_LIMIT: Duration = Duration::from_secs(20);
const PING_EVERY: Duration = Duration::from_secs(30);
/// Three pings without an answer.
const SILENCE: Duration = Duration::from_secs(95);
/// The code of a side that closed its connection.
const LEFT: &str = "left";
/// How long the last message may take.
const FAREWELL_LIMIT: Duration = Duration::from_secs(2);

/// Serves a side that has its seat.
pub async fn run<S, E>(
    meeting: &Meeting,
    seat: Seat,
    side: Side,
    socket: S,
    on_event: impl FnMut(AgentEvent) + Send,
) -> Ended
where
    S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin + Send,
    E: Send,
{
    let (mut sink, stream) = socket.split();
    let Seat { out, incoming } = seat;
    let mut paired_at = None;
    let own = {
        let receiving = receive(meeting, side, stream, out, on_event);
        let sending = send(meeting, side, &mut sink, incoming, &mut paired_at);
        tokio::select! {
            reason = meeting.ended() => reason,
            reason = receiving => reason,
            reason = sending => reason,
        }
    };
    // Who just leaves takes its seat along, and the other side ends once it has read
    // what was sent before. Anything else ends both at once.
    if own.code != LEFT {
        meeting.end(own.clone());
    }
    let reason = meeting.reason().unwrap_or(own);
    say_farewell(&mut sink, &reason).await;
    let (to_agent, to_viewer) = meeting.counted();
    Ended {
        code: reason.code,
        reason: reason.reason,
        paired: paired_at.is_some(),
        to_agent,
        to_viewer,
        seconds: paired_at.map_or(0, |at: Instant| at.elapsed().as_secs()),
    }
}

/// Tells a socket why it is not served.
pub async fn turn_away<S, E>(mut socket: S, reason: Reason) -> Ended
where
    S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin + Send,
    E: Send,
{
    say_farewell(&mut socket, &reason).await;
    let Reason { code, reason } = reason;
    Ended { code, reason, paired: false, to_agent: 0, to_viewer: 0, seconds: 0 }
}

/// Takes what a side sends, and hands it to the other one, which may make it
/// wait. Before the other one is here there is room for a single message.
async fn receive<S, E>(
    meeting: &Meeting,
    side: Side,
    mut stream: SplitStream<S>,
    out: mpsc::Sender<Bytes>,
    mut on_event: impl FnMut(AgentEvent) + Send,
) -> Reason
where
    S: Stream<Item = Result<Message, E>>,
{
    loop {
        let message = match timeout(SILENCE, stream.next()).await {
            Ok(Some(Ok(message))) => message,
            Ok(Some(Err(_)) | None) => return left(side),
            Err(_) => return by(side, "silent", "did not answer for too long"),
        };
        match message {
            Message::Binary(bytes) if bytes.len() > MAX_MESSAGE_BYTES => {
                return by(side, "too_large", "sent a message that is too large");
            }
            Message::Binary(bytes) => {
                meeting.count(side, bytes.len());
                if out.send(bytes).await.is_err() {
                    return left(side.other());
                }
            }
            Message::Text(text) if side == Side::Agent => {
                if let Some(event) = event::read(&text) {
                    on_event(event);
                }
            }
            // A viewer has nothing to say to the relay.
            Message::Text(_) | Message::Ping | Message::Pong => {}
            Message::Close => return left(side),
        }
    }
}

/// Passes on to a side what the other one sent, and pings it.
async fn send<S>(
    meeting: &Meeting,
    side: Side,
    sink: &mut SplitSink<S, Message>,
    mut incoming: mpsc::Receiver<Bytes>,
    paired_at: &mut Option<Instant>,
) -> Reason
where
    S: Sink<Message>,
{
    if timeout(PAIR_LIMIT, meeting.both()).await.is_err() {
        return match side {
            Side::Viewer => Reason::new("agent_absent", "the agent did not connect in time"),
            Side::Agent => Reason::new("viewer_absent", "the viewer did not connect in time"),
        };
    }
    *paired_at = Some(Instant::now());
    let paired = json!({ "type": "paired" }).to_string();
    let mut next = Message::Text(paired);
    // Also while there is much to send: a side that only reads has to answer, too.
    let mut ping_at = Instant::now() + PING_EVERY;
    loop {
        match timeout(SEND_LIMIT, sink.send(next)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return left(side),
            Err(_) => return by(side, "too_slow", "did not read for too long"),
        }
        next = tokio::select! {
            biased;
            () = sleep_until(ping_at) => {
                ping_at = Instant::now() + PING_EVERY;
                Message::Ping
            }
            bytes = incoming.recv() => match bytes {
                Some(bytes) => Message::Binary(bytes),
                None => return left(side.other()),
            },
        };
    }
}

fn left(side: Side) -> Reason {
    by(side, LEFT, "has left")
}

/// A reason that names the side it is about.
fn by(side: Side, code: &str, what: &str) -> Reason {
    Reason::new(code, &format!("the {} {what}", side.as_str()))
}

async fn say_farewell<S: Sink<Message> + Unpin>(sink: &mut S, reason: &Reason) {
    let text = json!({ "type": "closed", "code": reason.code, "reason": reason.reason });
    let parting = async {
        sink.send(Message::Text(text.to_string())).await?;
        sink.send(Message::Close).await
    };
    // It may be gone already.
    let _ = timeout(FAREWELL_LIMIT, parting).await;
}

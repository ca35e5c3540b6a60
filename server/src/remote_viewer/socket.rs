//! A socket at a relay, whatever carries it.

use std::future::ready;
use std::pin::Pin;

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use muster_remote::relay::Message;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message as Frame;

/// The connection is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the connection broke")]
pub struct Closed;

/// Both directions of a socket.
pub trait Carrier: Stream<Item = Result<Message, Closed>> + Sink<Message, Error = Closed> {}

impl<T> Carrier for T where T: Stream<Item = Result<Message, Closed>> + Sink<Message, Error = Closed>
{}

/// A socket at a relay: messages in both directions.
pub type Socket = Pin<Box<dyn Carrier + Send>>;

/// A WebSocket as such a socket.
pub(super) fn over_websocket<S>(inner: WebSocketStream<S>) -> Socket
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let read = |frame: Result<Frame, _>| frame.map(message_of).map_err(|_| Closed);
    let write = |message: Message| ready(Ok::<Frame, Closed>(frame_of(message)));
    Box::pin(inner.sink_map_err(|_| Closed).with(write).map(read))
}

fn message_of(frame: Frame) -> Message {
    match frame {
        Frame::Text(text) => Message::Text(text.to_string()),
        Frame::Binary(bytes) => Message::Binary(bytes),
        Frame::Ping(_) => Message::Ping,
        Frame::Pong(_) | Frame::Frame(_) => Message::Pong,
        Frame::Close(_) => Message::Close,
    }
}

fn frame_of(message: Message) -> Frame {
    match message {
        Message::Text(text) => Frame::text(text),
        Message::Binary(bytes) => Frame::Binary(bytes),
        Message::Ping => Frame::Ping(bytes::Bytes::new()),
        Message::Pong => Frame::Pong(bytes::Bytes::new()),
        Message::Close => Frame::Close(None),
    }
}

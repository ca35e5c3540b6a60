//! The WebSocket of an agent's connection.
//!
//! The HTTP library has one too, but it copies what is sent into a buffer that
//! keeps its size for the life of the connection: after a script of 100 KB, ten
//! thousand agents would hold more than a gigabyte. So long messages are sent
//! in fragments here, which that library does not offer.

use std::future::Future;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use muster_protocol::MAX_FRAME_BYTES;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

/// The default buffers would cost 128 KiB per agent. Most messages are smaller
/// than this; larger ones allocate while they arrive.
const READ_BUFFER_BYTES: usize = 1024;
/// The most bytes a connection's send buffer keeps.
const FRAGMENT_BYTES: usize = 4096;

pub struct Socket(WebSocketStream<TokioIo<Upgraded>>);

/// Accepts a WebSocket upgrade: returns the response, and the socket once the
/// response has been sent. None for any other request.
pub fn begin(
    mut request: Request,
) -> Option<(Response, impl Future<Output = hyper::Result<Socket>> + Send + use<>)> {
    let upgrade = request.extensions_mut().remove::<OnUpgrade>()?;
    let response = create_response_with_body(&request, Body::empty).ok()?;
    let socket = async move {
        let stream = TokioIo::new(upgrade.await?);
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(0)
            .max_message_size(Some(MAX_FRAME_BYTES))
            .max_frame_size(Some(MAX_FRAME_BYTES));
        let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
        Ok(Socket(socket))
    };
    Some((response, socket))
}

impl Socket {
    /// Waits for the next message; none when the connection has ended.
    pub async fn recv(&mut self) -> Option<Result<Message, Error>> {
        self.0.next().await
    }

    /// Sends bytes as one message.
    pub async fn send(&mut self, message: Vec<u8>) -> Result<(), Error> {
        let mut rest = Bytes::from(message);
        let mut kind = Data::Binary;
        while rest.len() > FRAGMENT_BYTES {
            let fragment = rest.split_to(FRAGMENT_BYTES);
            let frame = Frame::message(fragment, OpCode::Data(kind), false);
            self.0.feed(Message::Frame(frame)).await?;
            kind = Data::Continue;
        }
        let frame = Frame::message(rest, OpCode::Data(kind), true);
        self.0.send(Message::Frame(frame)).await
    }

    /// Asks for a pong.
    pub async fn ping(&mut self) -> Result<(), Error> {
        self.0.send(Message::Ping(Bytes::new())).await
    }

    /// Announces that nothing more will be sent. The other side may be gone
    /// already.
    pub async fn close(&mut self) {
        let _ = self.0.send(Message::Close(None)).await;
    }
}

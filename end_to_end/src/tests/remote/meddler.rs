//! Somebody between a viewer and the relay, who changes what passes.

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use muster_remote::CONNECT_PATH;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async, client_async};

type Socket = WebSocketStream<TcpStream>;

/// Where a message is going.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the viewer.
    ToAgent,
    /// To the viewer.
    ToViewer,
}

/// Listens where viewers take the relay to be.
pub struct Meddler {
    /// Where that is.
    pub url: String,
    next: Next,
    listening: JoinHandle<()>,
}

/// Which message is changed next, if any.
#[derive(Clone, Default)]
struct Next(Arc<Mutex<Option<Direction>>>);

impl Meddler {
    /// Listens in front of the relay at this address.
    pub async fn start(relay: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("it is bound"));
        let (next, relay) = (Next::default(), relay.trim_start_matches("http://").to_owned());
        let listening = tokio::spawn(accept(listener, relay, next.clone()));
        Self { url, next, listening }
    }

    /// Changes one bit of the next message that goes there.
    pub fn change_next(&self, direction: Direction) {
        *self.next.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(direction);
    }
}

impl Drop for Meddler {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl Next {
    /// Whether this message is the one; it is the only one.
    fn is_in(&self, direction: Direction) -> bool {
        let mut next = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        next.take_if(|wanted| *wanted == direction).is_some()
    }
}

async fn accept(listener: TcpListener, relay: String, next: Next) {
    loop {
        let (caller, _) = listener.accept().await.expect("it listens");
        tokio::spawn(serve(caller, relay.clone(), next.clone()));
    }
}

/// Passes on in both directions until one side ends.
async fn serve(caller: TcpStream, relay: String, next: Next) {
    let viewer = accept_async(caller).await.expect("a viewer");
    let stream = TcpStream::connect(&relay).await.expect("the relay listens");
    let opened = client_async(format!("ws://{relay}{CONNECT_PATH}"), stream).await;
    let (to_viewer, from_viewer) = viewer.split();
    let (to_relay, from_relay) = opened.expect("the relay answers").0.split();
    tokio::select! {
        () = pass_on(from_viewer, to_relay, Direction::ToAgent, &next) => {}
        () = pass_on(from_relay, to_viewer, Direction::ToViewer, &next) => {}
    }
}

async fn pass_on(
    mut from: SplitStream<Socket>,
    mut to: SplitSink<Socket, Message>,
    direction: Direction,
    next: &Next,
) {
    while let Some(Ok(message)) = from.next().await {
        let message = match message {
            Message::Binary(bytes) if next.is_in(direction) => {
                let mut bytes = Vec::from(bytes);
                if let Some(last) = bytes.last_mut() {
                    *last ^= 1;
                }
                Message::binary(bytes)
            }
            // Both sides answer their pings themselves.
            Message::Ping(_) | Message::Pong(_) => continue,
            other => other,
        };
        if to.send(message).await.is_err() {
            return;
        }
    }
}

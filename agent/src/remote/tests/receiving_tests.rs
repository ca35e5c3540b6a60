//! What a viewer receives, whatever its session is about.
#![cfg(unix)]

use futures_util::StreamExt;
use tokio_tungstenite::tungstenite::Message;

use super::stage_tests::LIMIT;
use super::viewer_tests::Viewer;

/// What came.
pub enum Received {
    /// A frame, opened.
    Frame(Vec<u8>),
    /// Something for the relay, which is kept.
    Report,
    /// Nothing more comes.
    Closed,
}

impl Viewer {
    /// The next thing that comes.
    pub async fn receive(&mut self) -> Received {
        loop {
            let next = tokio::time::timeout(LIMIT, self.socket.next()).await;
            match next.expect("the helper is silent") {
                Some(Ok(Message::Binary(sealed))) => {
                    let mut sealed = Vec::from(sealed);
                    return Received::Frame(self.opener.open(&mut sealed).unwrap().to_vec());
                }
                Some(Ok(Message::Text(text))) => {
                    self.events.push(serde_json::from_str(text.as_str()).unwrap());
                    return Received::Report;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Received::Closed,
                Some(Ok(_)) => {}
            }
        }
    }
}

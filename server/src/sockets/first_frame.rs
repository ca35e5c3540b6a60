//! The first frame of a socket that came without a credential.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use serde_json::Value;

use super::CloseReason;
use crate::app::App;
use crate::auth::{Identity, SentCredential, admit};
use crate::clock;
use crate::error::ApiError;

const LIMIT: Duration = Duration::from_secs(5);

/// Waits for `{"action": "auth", "token": …}`, or `"api_key"`.
pub async fn authenticate(
    app: &App,
    socket: &mut WebSocket,
    address: Option<std::net::IpAddr>,
) -> Result<Identity, CloseReason> {
    let received = tokio::select! {
        received = clock::timeout(LIMIT, receive(socket)) => received,
        () = app.stopping.cancelled() => return Err(CloseReason::Stopping),
    };
    let text = received.ok_or(ApiError::NotAuthenticated)??;
    let sent = read(&text).ok_or(ApiError::NotAuthenticated)?;
    Ok(admit(app, sent, address).await?)
}

async fn receive(socket: &mut WebSocket) -> Result<String, CloseReason> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(ApiError::NotAuthenticated.into()),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(CloseReason::Gone),
        }
    }
}

fn read(text: &str) -> Option<SentCredential> {
    let frame: Value = serde_json::from_str(text).ok()?;
    let text = |name: &str| frame[name].as_str().map(str::to_owned);
    if frame["action"] != "auth" {
        return None;
    }
    text("token").map(SentCredential::Session).or_else(|| text("api_key").map(SentCredential::Key))
}

//! One connection, from its handshake to its end.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::CancellationToken;

use super::connection_end::ConnectionEnd;
use super::session::{Reported, Session};
use super::{check_reports, handshake, inbound, outbound, recordings, samples};
use crate::shared::Shared;
use crate::upkeep;

/// How long saying goodbye may take.
const CLOSE_LIMIT: Duration = Duration::from_secs(1);

/// Connects, and serves the connection until it ends.
pub async fn run(shared: &Arc<Shared>, stop: &CancellationToken) -> ConnectionEnd {
    // Before the hello: what changes after this is reported again.
    let reported = Reported {
        inventory: shared.inventory.digest(),
        packages: Some(shared.package_watch.digest()),
    };
    let (socket, welcome) = match handshake::open(shared).await {
        Ok(opened) => opened,
        // A frozen agent does not uninstall itself either.
        Err(ConnectionEnd::Removed) if shared.freeze.is_frozen() => {
            let reason = "the agent was removed on the server, and is frozen".to_owned();
            return ConnectionEnd::Broken { reason, retry_after: None };
        }
        Err(end) => return end,
    };
    tracing::info!(server = %shared.identity.server, version = welcome.version, "connected");
    upkeep::keep_key(&shared.data, &welcome.package_key);
    shared.remote.set_server_time(welcome.time);
    if let Some(flag) = &welcome.freeze {
        shared.take_freeze(flag);
    }
    shared.status.connected();

    let session = Arc::new(Session::new(shared, &welcome, reported));
    let _ended = session.ended.clone().drop_guard();
    tokio::spawn(samples::deliver(Arc::clone(&session)));
    tokio::spawn(check_reports::deliver(Arc::clone(&session)));
    tokio::spawn(recordings::deliver(Arc::clone(&session)));
    let definitions = shared.schedule.subscribe();
    let (mut sink, stream) = socket.split();
    let result = tokio::select! {
        result = inbound::receive(&session, stream) => result,
        result = outbound::send(&session, &mut sink, definitions) => result,
        () = stop.cancelled() => {
            let close = sink.send(Message::Close(None));
            let _ = tokio::time::timeout(CLOSE_LIMIT, close).await;
            return ConnectionEnd::Stopped;
        }
    };
    match result {
        Ok(()) => {
            let reason = "the server closed the connection".to_owned();
            ConnectionEnd::Broken { reason, retry_after: None }
        }
        Err(error) => error.into(),
    }
}

//! The network, as far as it is within this computer, and the certificates that the
//! agent trusts.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use muster_protocol::Reading;
use tokio::net::{TcpListener, UdpSocket};

use super::bench::Bench;
use super::snag::{Found, Snag};
use crate::checks::probes::{ping, port};
use crate::transport::system_trust;

/// How long a connection within this computer may take.
const LIMIT: Duration = Duration::from_secs(5);

pub async fn certificates(_: Arc<Bench>) -> Found {
    system_trust().await?;
    Ok("the certificates that this system trusts can be read".to_owned())
}

/// Echoes from this computer to itself, as a check sends them.
pub async fn echo(_: Arc<Bench>) -> Found {
    match ping::measure("127.0.0.1").await {
        Reading::Ping { sent, received, .. } if received > 0 => {
            Ok(format!("{received} of {sent} echoes to this computer came back"))
        }
        Reading::Ping { sent, .. } => {
            Err(Snag::Failed(format!("none of {sent} echoes to this computer came back")))
        }
        other => Err(unexpected(other)),
    }
}

/// A connection to a port of this computer, as a check opens it.
pub async fn open_port(_: Arc<Bench>) -> Found {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let number = listener.local_addr()?.port();
    match port::measure("127.0.0.1", number, LIMIT).await {
        Reading::Port { latency_ms } => Ok(format!("connected within {latency_ms:.1} ms")),
        other => Err(unexpected(other)),
    }
}

pub async fn wake_on_lan(_: Arc<Bench>) -> Found {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).await?;
    socket.set_broadcast(true)?;
    let reason = "the agent may send such packets; one would wake another computer";
    Err(Snag::NotTried(reason.to_owned()))
}

fn unexpected(reading: Reading) -> Snag {
    match reading {
        Reading::Unable { reason } | Reading::Unreachable { reason } => Snag::Failed(reason),
        other => Snag::Failed(format!("the check found {other:?}")),
    }
}

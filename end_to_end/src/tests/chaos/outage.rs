//! A server that was away for long, and a whole fleet that waits for it.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::certificates::Certificates;
use crate::server::Server;
use crate::simulated::Simulated;
use crate::waiting::until_within;

/// All agents are back this long after the server is.
const BACK: Duration = Duration::from_secs(60);
/// Enrolling a large fleet and letting it connect takes minutes.
const ARRIVAL: Duration = Duration::from_secs(900);

/// Stops a server with so many agents for so long, and returns how long the
/// last agent needed to come back.
pub async fn be_away(agents: usize, away: Duration, is_encrypted: bool) -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path(), is_encrypted).await;
    let token = server.enrolment_token().await;
    let fleet = Simulated::start(&server, &server.url, &token, agents, &[]);
    all_connected(&server, agents, ARRIVAL).await;
    println!("{agents} agents are connected; the server is away for {away:?}");

    server.terminate().await;
    tokio::time::sleep(away).await;
    server.restart().await;
    let began = Instant::now();
    all_connected(&server, agents, BACK).await;
    let back = began.elapsed();

    fleet.end().await;
    back
}

async fn start(folder: &Path, is_encrypted: bool) -> Server {
    if !is_encrypted {
        return Server::start().await;
    }
    let made = Certificates::make(folder);
    let path = |path: &Path| path.display().to_string();
    let (certificate, key) = (path(&made.certificate_file), path(&made.key_file));
    let trust = path(&made.authority_file);
    // The simulated agents have the environment of the server.
    let settings = [
        ("MUSTER_TLS_CERT", certificate.as_str()),
        ("MUSTER_TLS_KEY", &key),
        ("SSL_CERT_FILE", &trust),
    ];
    let mut server = Server::start_bare(&settings, Some(&made.authority)).await;
    server.set_up().await;
    server
}

async fn all_connected(server: &Server, agents: usize, limit: Duration) {
    until_within(limit, "all agents are connected", async || {
        (server.agents().await == agents).then_some(())
    })
    .await;
}

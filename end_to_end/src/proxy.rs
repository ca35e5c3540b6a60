//! A small balancer in front of servers: it spreads connections, skips dead
//! servers, and does on demand what networks do by themselves.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A listening balancer; ends with all its connections when it is dropped.
pub struct Proxy {
    /// Where it listens.
    pub url: String,
    shared: Arc<Shared>,
    listening: JoinHandle<()>,
}

struct Shared {
    /// Where new connections lead, in turn.
    servers: Mutex<Vec<SocketAddr>>,
    turn: AtomicUsize,
    network: watch::Sender<Network>,
}

/// What the network does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Network {
    /// Connections are accepted and kept, and nothing passes.
    stalled: bool,
    /// Connections from before a cut are gone.
    cuts: u64,
}

impl Proxy {
    /// Listens in front of the servers at these addresses.
    pub async fn start(urls: &[&str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("it is bound"));
        let shared = Arc::new(Shared {
            servers: Mutex::new(urls.iter().map(|url| address(url)).collect()),
            turn: AtomicUsize::new(0),
            network: watch::Sender::new(Network::default()),
        });
        let listening = tokio::spawn(accept(listener, Arc::clone(&shared)));
        Self { url, shared, listening }
    }

    /// Leads new connections to these servers from now on.
    pub fn lead_to(&self, urls: &[&str]) {
        let servers = urls.iter().map(|url| address(url)).collect();
        *self.shared.servers.lock().unwrap_or_else(PoisonError::into_inner) = servers;
    }

    /// Ends all connections at once.
    pub fn cut(&self) {
        self.shared.network.send_modify(|network| network.cuts += 1);
    }

    /// Lets nothing pass any more. New connections are accepted and left
    /// hanging, as behind a firewall that drops packets.
    pub fn stall(&self) {
        self.shared.network.send_modify(|network| network.stalled = true);
    }

    /// Lets everything pass again, also what was held back.
    pub fn heal(&self) {
        self.shared.network.send_modify(|network| network.stalled = false);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.cut();
        self.listening.abort();
    }
}

impl Shared {
    /// A connection to the next server that lives, if there is one.
    async fn connect(&self) -> Option<TcpStream> {
        let servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        for step in 0..servers.len() {
            let server = servers[(turn + step) % servers.len()];
            if let Ok(stream) = TcpStream::connect(server).await {
                return Some(stream);
            }
        }
        None
    }
}

fn address(url: &str) -> SocketAddr {
    url.trim_start_matches("http://").parse().expect("the address of a server")
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    loop {
        let (caller, _) = listener.accept().await.expect("it listens");
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            let mut cut = shared.network.subscribe();
            let cuts = cut.borrow().cuts;
            tokio::select! {
                () = serve(caller, &shared) => {}
                // The proxy itself may be gone as well.
                _ = cut.wait_for(|network| network.cuts > cuts) => {}
            }
        });
    }
}

/// Passes on in both directions until one side ends.
async fn serve(caller: TcpStream, shared: &Shared) {
    flowing(&mut shared.network.subscribe()).await;
    let Some(server) = shared.connect().await else { return };
    for stream in [&caller, &server] {
        // An order must not wait for the next one.
        let _ = stream.set_nodelay(true);
    }
    let (from_caller, to_caller) = caller.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::select! {
        () = pass_on(from_caller, to_server, shared.network.subscribe()) => {}
        () = pass_on(from_server, to_caller, shared.network.subscribe()) => {}
    }
}

async fn pass_on(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut network: watch::Receiver<Network>,
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        flowing(&mut network).await;
        if to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
    // An end is news as well.
    flowing(&mut network).await;
}

async fn flowing(network: &mut watch::Receiver<Network>) {
    // An error is the end of the proxy, and with it of the connection.
    let _ = network.wait_for(|network| !network.stalled).await;
}

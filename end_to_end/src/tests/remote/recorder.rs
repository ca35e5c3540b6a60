//! Somebody in front of a server who keeps every byte that passes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Passes everything on, and forgets nothing.
pub struct Recorder {
    /// Where it listens.
    pub url: String,
    kept: Kept,
    listening: JoinHandle<()>,
}

/// One direction of one connection each.
type Kept = Arc<Mutex<Vec<Vec<u8>>>>;

impl Recorder {
    /// Listens in front of the server at this address.
    pub async fn start(server: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("it is bound"));
        let (kept, server) = (Kept::default(), server.trim_start_matches("http://").to_owned());
        let listening = tokio::spawn(accept(listener, server, Arc::clone(&kept)));
        Self { url, kept, listening }
    }

    /// Whether this passed in the open.
    pub fn has_seen(&self, text: &str) -> bool {
        let holds = |bytes: &Vec<u8>| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        lock(&self.kept).iter().any(holds)
    }

    /// How many bytes have passed.
    pub fn bytes(&self) -> usize {
        lock(&self.kept).iter().map(Vec::len).sum()
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

fn lock(kept: &Kept) -> MutexGuard<'_, Vec<Vec<u8>>> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn accept(listener: TcpListener, server: String, kept: Kept) {
    loop {
        let (caller, _) = listener.accept().await.expect("it listens");
        let server = TcpStream::connect(&server).await.expect("the server listens");
        for stream in [&caller, &server] {
            let _ = stream.set_nodelay(true);
        }
        let (from_caller, to_caller) = caller.into_split();
        let (from_server, to_server) = server.into_split();
        tokio::spawn(pass_on(from_caller, to_server, Arc::clone(&kept)));
        tokio::spawn(pass_on(from_server, to_caller, Arc::clone(&kept)));
    }
}

async fn pass_on(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, kept: Kept) {
    let number = {
        let mut kept = lock(&kept);
        kept.push(Vec::new());
        kept.len() - 1
    };
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        lock(&kept)[number].extend_from_slice(&buffer[..count]);
        if to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}

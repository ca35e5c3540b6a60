//! Connections of strangers who take all the time there is.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{interval, sleep};

/// How often a connection sends a little more, so that it is never idle.
const DRIP: Duration = Duration::from_secs(1);
/// After this long a stranger opens a connection again that was closed.
const BACK: Duration = Duration::from_millis(100);
/// Requests under way on each HTTP/2 connection.
const STREAMS: u32 = 8;

/// Many slow connections, closed when this is dropped.
pub struct Strangers {
    open: Arc<AtomicUsize>,
    _tasks: JoinSet<()>,
}

impl Strangers {
    /// Opens so many connections to a server without TLS, from so many addresses
    /// of this machine. Ordinary callers use the first address, too. Each connection
    /// is opened again when the server closes it.
    pub fn begin(url: &str, count: usize, addresses: usize) -> Self {
        let server = url.trim_start_matches("http://").parse().expect("the address of a server");
        let (open, kinds, mut tasks) = (Arc::default(), kinds(), JoinSet::new());
        for number in 0..count {
            let slow = Arc::clone(&kinds[number % kinds.len()]);
            let source = source_address(number % addresses);
            tasks.spawn(come_again(server, source, slow, Arc::clone(&open)));
        }
        Self { open, _tasks: tasks }
    }

    /// How many connections are open.
    pub fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }
}

/// All of 127.0.0.0/8 is this machine.
fn source_address(number: usize) -> SocketAddr {
    let last = u8::try_from(1 + number).expect("few addresses");
    SocketAddrV4::new(Ipv4Addr::new(127, 0, 0, last), 0).into()
}

async fn come_again(
    server: SocketAddr,
    source: SocketAddr,
    slow: Arc<Slow>,
    open: Arc<AtomicUsize>,
) {
    loop {
        if let Ok(stream) = connect(server, source).await {
            open.fetch_add(1, Ordering::Relaxed);
            // The server may close it in any way it likes.
            let _ = be_slow(stream, &slow).await;
            open.fetch_sub(1, Ordering::Relaxed);
        }
        sleep(BACK).await;
    }
}

async fn connect(server: SocketAddr, source: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(source)?;
    socket.connect(server).await
}

/// Returns when the server has closed the connection.
async fn be_slow(mut stream: TcpStream, slow: &Slow) -> std::io::Result<()> {
    stream.write_all(&slow.beginning).await?;
    let mut answer = [0; 512];
    let mut drip = interval(DRIP);
    loop {
        tokio::select! {
            count = stream.read(&mut answer) => {
                if count? == 0 {
                    return Ok(());
                }
            }
            _ = drip.tick() => stream.write_all(&slow.drip).await?,
        }
    }
}

/// What a slow connection begins with, and what it sends again and again.
struct Slow {
    beginning: Vec<u8>,
    drip: Vec<u8>,
}

impl Slow {
    fn new(beginning: impl Into<Vec<u8>>, drip: impl Into<Vec<u8>>) -> Arc<Self> {
        Arc::new(Self { beginning: beginning.into(), drip: drip.into() })
    }
}

/// Everything that a stranger can begin and need not end.
fn kinds() -> [Arc<Slow>; 6] {
    let token = format!(r#"{{"token": "{}"#, "x".repeat(12_000));
    [
        Slow::new(begin_body("/v2/checkcreds/", "{"), " "),
        Slow::new(begin_body("/link/enroll/", &token), "x"),
        Slow::new(begin_message("/ws/events/"), "x"),
        Slow::new(begin_message("/link/connect/"), "x"),
        Slow::new("GET /agents/ HTTP/1.1\r\nhost: x\r\nx-slow: ", "x"),
        begin_streams(),
    ]
}

/// A request whose body does not end.
fn begin_body(path: &str, text: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: 16000\r\n\r\n{text}"
    )
}

/// A WebSocket with a first message of 16,000 bytes that does not end.
fn begin_message(path: &str) -> Vec<u8> {
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    let mut bytes = request.into_bytes();
    // Binary and whole; masked, with a length of two bytes; the mask.
    bytes.extend_from_slice(&[0x82, 0xfe, 0x3e, 0x80, 0, 0, 0, 0]);
    bytes
}

/// An HTTP/2 connection with several requests whose bodies do not end.
fn begin_streams() -> Arc<Slow> {
    let streams = (0..STREAMS).map(|number| 2 * number + 1);
    let mut beginning = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    beginning.extend(frame(SETTINGS, 0, 0, b""));
    let headers = login_headers();
    for stream in streams.clone() {
        beginning.extend(frame(HEADERS, END_HEADERS, stream, &headers));
    }
    let drip: Vec<u8> = streams.flat_map(|stream| frame(DATA, 0, stream, b" ")).collect();
    Slow::new(beginning, drip)
}

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const SETTINGS: u8 = 4;
const END_HEADERS: u8 = 4;

/// A frame of HTTP/2.
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a short frame").to_be_bytes();
    let stream = stream.to_be_bytes();
    let parts: [&[u8]; 4] = [&length[1..], &[kind, flags], &stream, payload];
    parts.concat()
}

/// The headers of a login by the static table of HPACK: POST, http, and three
/// names with their values.
fn login_headers() -> Vec<u8> {
    let mut block: Vec<u8> = vec![0x83, 0x86];
    let names: [(&[u8], &str); 3] = [
        (&[0x04], "/v2/checkcreds/"),        // :path
        (&[0x01], "x"),                      // :authority
        (&[0x0f, 0x10], "application/json"), // content-type
    ];
    for (name, value) in names {
        block.extend_from_slice(name);
        block.push(u8::try_from(value.len()).expect("a short value"));
        block.extend_from_slice(value.as_bytes());
    }
    block
}

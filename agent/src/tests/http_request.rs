//! The requests of an agent, read without an HTTP library.

use muster_protocol::CONNECT_PATH;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

/// Reads a request up to the end of the body its length announces.
pub async fn read_request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    loop {
        let mut piece = [0; 4096];
        let length = stream.read(&mut piece).await.unwrap();
        assert!(length > 0, "the request breaks off");
        bytes.extend_from_slice(&piece[..length]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let announced = head.to_lowercase().lines().find_map(|line| {
            line.strip_prefix("content-length:").map(|value| value.trim().parse::<usize>().unwrap())
        });
        if body.len() >= announced.unwrap_or(0) {
            return text;
        }
    }
}

/// Whether somebody at the other end asks for the link; an agent that was
/// stopped meanwhile asks for nothing.
pub async fn asks_for_link(stream: &TcpStream) -> bool {
    let mut peeked = [0; 256];
    let length = stream.peek(&mut peeked).await.unwrap_or(0);
    let start = String::from_utf8_lossy(&peeked[..length]).into_owned();
    let is_link = start.starts_with(&format!("GET {CONNECT_PATH} HTTP/1.1\r\n"));
    assert!(is_link || length == 0, "{start}");
    is_link
}

//! A connection on which a test can send anything.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::TestServer;
use super::waiting::TEST_TIMEOUT;

/// An open connection to the server.
pub struct Raw(TcpStream);

impl TestServer {
    /// Opens a connection and sends nothing yet.
    pub async fn raw(&self) -> Raw {
        let address = self.url.trim_start_matches("http://");
        Raw(TcpStream::connect(address).await.expect("the server listens"))
    }

    /// Sends these bytes and reads until the server closes the connection.
    pub async fn send_raw(&self, bytes: impl AsRef<[u8]>) -> String {
        let mut connection = self.raw().await;
        connection.send(bytes).await;
        connection.rest().await
    }
}

impl Raw {
    /// Sends bytes. The server may have closed the connection meanwhile: what
    /// it sent before can still be read.
    pub async fn send(&mut self, bytes: impl AsRef<[u8]>) -> bool {
        self.0.write_all(bytes.as_ref()).await.is_ok()
    }

    /// The head of the answer, up to the empty line.
    pub async fn head(&mut self) -> String {
        let mut bytes = Vec::new();
        let reading = async {
            while !bytes.ends_with(b"\r\n\r\n") {
                match self.0.read_u8().await {
                    Ok(byte) => bytes.push(byte),
                    Err(_) => break,
                }
            }
        };
        tokio::time::timeout(TEST_TIMEOUT, reading).await.expect("the server answers in time");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// So many bytes of the answer.
    pub async fn bytes(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        let reading = tokio::time::timeout(TEST_TIMEOUT, self.0.read_exact(&mut bytes));
        reading.await.expect("the server answers in time").expect("the connection stays open");
        bytes
    }

    /// Everything until the server closes the connection, which it must.
    pub async fn rest(&mut self) -> String {
        let mut bytes = Vec::new();
        let mut chunk = [0; 4096];
        let reading = async {
            // A connection that is reset has been closed too.
            while let Ok(length @ 1..) = self.0.read(&mut chunk).await {
                bytes.extend_from_slice(&chunk[..length]);
            }
        };
        tokio::time::timeout(TEST_TIMEOUT, reading)
            .await
            .expect("the server closes the connection");
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// The status of an answer as it travels; 0 for none.
pub fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|part| part.parse().ok()).unwrap_or(0)
}

//! Where messages about alerts arrive: a mail server and a receiver of webhooks,
//! both with real conversations on a port of this machine.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What has arrived so far.
type Arrived = Arc<Mutex<Vec<String>>>;

/// A mail server that accepts everything.
pub struct MailServer {
    pub port: u16,
    mails: Arrived,
}

impl MailServer {
    /// Starts one; it runs until the test ends.
    pub async fn start() -> Self {
        let (listener, port) = listen().await;
        let mails = Arrived::default();
        let arrived = mails.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(receive_mails(stream, arrived.clone()));
            }
        });
        Self { port, mails }
    }

    /// The mails so far, each with its headers.
    pub fn mails(&self) -> Vec<String> {
        self.mails.lock().expect("nobody panics with it").clone()
    }
}

/// The header of a mail, or nothing.
pub fn header<'a>(mail: &'a str, name: &str) -> Option<&'a str> {
    let head = mail.split("\n\n").next()?;
    let mut lines = head.lines();
    let is_it =
        |line: &&str| line.split(':').next().is_some_and(|it| it.eq_ignore_ascii_case(name));
    lines.find(is_it).and_then(|line| line.split_once(':')).map(|(_, value)| value.trim())
}

async fn receive_mails(stream: TcpStream, mails: Arrived) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 test\r\n").await?;
    let mut line = String::new();
    while stream.read_line(&mut line).await? > 0 {
        let verb = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        line.clear();
        let answer: &[u8] = match verb.as_str() {
            "EHLO" => b"250 test\r\n",
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await?;
                let mail = read_mail(&mut stream).await?;
                mails.lock().expect("nobody panics with it").push(mail);
                b"250 accepted\r\n"
            }
            "QUIT" => b"221 bye\r\n",
            _ => b"250 ok\r\n",
        };
        stream.write_all(answer).await?;
    }
    Ok(())
}

async fn read_mail(stream: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let mut mail = String::new();
    let mut line = String::new();
    while stream.read_line(&mut line).await? > 0 && line.trim_end() != "." {
        mail.push_str(line.trim_end());
        mail.push('\n');
        line.clear();
    }
    Ok(mail)
}

/// A receiver of webhooks that answers 200.
pub struct WebhookReceiver {
    pub url: String,
    requests: Arrived,
}

impl WebhookReceiver {
    /// Starts one; it runs until the test ends.
    pub async fn start() -> Self {
        let (listener, port) = listen().await;
        let requests = Arrived::default();
        let arrived = requests.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(receive_request(stream, arrived.clone()));
            }
        });
        Self { url: format!("http://127.0.0.1:{port}/hook"), requests }
    }

    /// The requests so far: head, an empty line, body.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("nobody panics with it").clone()
    }
}

async fn receive_request(stream: TcpStream, requests: Arrived) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let (mut request, mut length, mut line) = (String::new(), 0, String::new());
    while stream.read_line(&mut line).await? > 0 && line != "\r\n" {
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        request.push_str(line.trim_end());
        request.push('\n');
        line.clear();
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    request.push('\n');
    request.push_str(&String::from_utf8_lossy(&body));
    requests.lock().expect("nobody panics with it").push(request);
    let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok";
    stream.write_all(answer).await
}

async fn listen() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("it is bound").port();
    (listener, port)
}

//! A mail server for tests: one real SMTP conversation after another.

use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// How the mail server behaves.
#[derive(Clone, Copy, Default)]
pub struct SmtpBehaviour {
    /// Offers STARTTLS.
    pub starttls: bool,
    /// TLS from the first byte.
    pub tls_at_once: bool,
    /// Requires this login, by this mechanism: `PLAIN` or `LOGIN`.
    pub login: Option<(&'static str, &'static str, &'static str)>,
    /// Answers with this instead of taking a recipient.
    pub refusal: Option<&'static str>,
    /// Takes connections and sends nothing.
    pub silent: bool,
}

/// A delivered mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveredMail {
    /// Whether it came over TLS.
    pub tls: bool,
    /// Who logged in.
    pub user: String,
    /// The sender of the envelope.
    pub from: String,
    /// The recipients of the envelope.
    pub to: Vec<String>,
    /// Headers and text, lines ending in `\n`.
    pub content: String,
}

/// A mail server on a free port of this machine.
pub struct SmtpServer {
    pub port: u16,
    /// Its certificate, PEM.
    pub certificate: String,
    delivered: Arc<Mutex<Vec<DeliveredMail>>>,
}

impl SmtpServer {
    /// Starts one; it runs until the test ends.
    pub async fn start(manner: SmtpBehaviour) -> Self {
        let made = rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_owned()]).unwrap();
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(tls));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let delivered = Arc::new(Mutex::new(Vec::new()));
        let server = Self { port, certificate: made.cert.pem(), delivered: delivered.clone() };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let delivered = delivered.clone();
                tokio::spawn(serve(stream, manner, acceptor.clone(), delivered));
            }
        });
        server
    }

    /// Settings that name this server, without a login.
    pub fn settings(&self) -> Value {
        json!({
            "smtp_host": "127.0.0.1", "smtp_port": self.port, "smtp_requires_auth": false,
            "smtp_from_email": "muster@example.com",
        })
    }

    /// The mails delivered so far.
    pub fn delivered(&self) -> Vec<DeliveredMail> {
        self.delivered.lock().unwrap().clone()
    }
}

async fn serve(
    stream: TcpStream,
    manner: SmtpBehaviour,
    acceptor: TlsAcceptor,
    delivered: Arc<Mutex<Vec<DeliveredMail>>>,
) {
    let mut talk = SmtpSession { manner, delivered, mail: DeliveredMail::default() };
    if manner.tls_at_once {
        let Ok(stream) = acceptor.accept(stream).await else { return };
        talk.mail.tls = true;
        talk.converse(stream, true).await;
        return;
    }
    let Some(stream) = talk.converse(stream, true).await else { return };
    let Ok(stream) = acceptor.accept(stream).await else { return };
    talk.mail.tls = true;
    talk.converse(stream, false).await;
}

struct SmtpSession {
    manner: SmtpBehaviour,
    delivered: Arc<Mutex<Vec<DeliveredMail>>>,
    mail: DeliveredMail,
}

impl SmtpSession {
    /// Talks until the end, or until TLS must begin: then the stream is
    /// returned.
    async fn converse<S>(&mut self, stream: S, greets: bool) -> Option<S>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let mut stream = BufReader::new(stream);
        if self.manner.silent {
            std::future::pending::<()>().await;
        }
        if greets {
            write_line(&mut stream, "220 test mail server").await?;
        }
        loop {
            let line = read_line(&mut stream).await?;
            let (verb, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match verb.to_ascii_uppercase().as_str() {
                "EHLO" => write_line(&mut stream, &self.welcome()).await?,
                "STARTTLS" => {
                    write_line(&mut stream, "220 go ahead").await?;
                    return Some(stream.into_inner());
                }
                "AUTH" => {
                    let reply = self.log_in(&mut stream, rest).await?;
                    write_line(&mut stream, reply).await?;
                }
                "MAIL" => {
                    self.mail.from = address(rest);
                    write_line(&mut stream, "250 fine").await?;
                }
                "RCPT" => {
                    self.mail.to.push(address(rest));
                    write_line(&mut stream, self.manner.refusal.unwrap_or("250 fine")).await?;
                }
                "DATA" => self.take_content(&mut stream).await?,
                "QUIT" => {
                    write_line(&mut stream, "221 bye").await?;
                    return None;
                }
                _ => write_line(&mut stream, "250 fine").await?,
            }
        }
    }

    fn welcome(&self) -> String {
        let mut greeting = String::from("250-test\r\n");
        if self.manner.starttls && !self.mail.tls {
            greeting += "250-STARTTLS\r\n";
        }
        if let Some((mechanism, _, _)) = self.manner.login {
            greeting += &format!("250-AUTH {mechanism}\r\n");
        }
        greeting + "250 8BITMIME"
    }

    async fn log_in<S>(&mut self, stream: &mut BufReader<S>, rest: &str) -> Option<&'static str>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let (user, password) = match rest.split_once(' ') {
            Some(("PLAIN", sent)) => {
                let sent = decoded(sent)?;
                let mut parts = sent.split('\0').skip(1);
                (parts.next()?.to_owned(), parts.next()?.to_owned())
            }
            _ => {
                write_line(stream, "334 VXNlcm5hbWU6").await?;
                let user = decoded(&read_line(stream).await?)?;
                write_line(stream, "334 UGFzc3dvcmQ6").await?;
                (user, decoded(&read_line(stream).await?)?)
            }
        };
        let (_, known, right) = self.manner.login?;
        if user != known || password != right {
            return Some("535 5.7.8 user name or password is wrong");
        }
        self.mail.user = user;
        Some("235 welcome")
    }

    async fn take_content<S>(&mut self, stream: &mut BufReader<S>) -> Option<()>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        write_line(stream, "354 go on").await?;
        loop {
            let line = read_line(stream).await?;
            if line == "." {
                break;
            }
            self.mail.content += &line;
            self.mail.content.push('\n');
        }
        self.delivered.lock().unwrap().push(self.mail.clone());
        write_line(stream, "250 taken").await
    }
}

async fn write_line<S>(stream: &mut BufReader<S>, line: &str) -> Option<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    stream.get_mut().write_all(format!("{line}\r\n").as_bytes()).await.ok()?;
    stream.get_mut().flush().await.ok()
}

async fn read_line<S: AsyncRead + Unpin>(stream: &mut BufReader<S>) -> Option<String> {
    let mut line = String::new();
    let length = stream.read_line(&mut line).await.ok()?;
    (length > 0).then(|| line.trim_end().to_owned())
}

/// `FROM:<ann@example.com>` → `ann@example.com`.
fn address(text: &str) -> String {
    let inner = text.split_once('<').map_or(text, |(_, rest)| rest);
    inner.split('>').next().unwrap_or_default().to_owned()
}

fn decoded(text: &str) -> Option<String> {
    String::from_utf8(STANDARD.decode(text).ok()?).ok()
}

//! Pages of a server inside the test.

use std::sync::Arc;
use std::time::Duration;

use muster_protocol::Reading;
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use super::http::{ask_within, measure};
use super::page::Page;
use super::readings::{unable, unreachable};

const LIMIT: Duration = Duration::from_secs(20);

/// Answers each request with these bytes, and returns the address of the server.
async fn serve(answer: Vec<u8>, tls: Option<TlsAcceptor>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            match &tls {
                Some(tls) => {
                    if let Ok(socket) = tls.accept(socket).await {
                        respond(socket, &answer).await;
                    }
                }
                None => respond(socket, &answer).await,
            }
        }
    });
    address.to_string()
}

/// Reads the head of a request, and sends the answer, if there is one.
async fn respond(mut socket: impl AsyncRead + AsyncWrite + Unpin, answer: &[u8]) {
    let mut head = Vec::new();
    let mut buffer = [0; 1024];
    while !head.ends_with(b"\r\n\r\n") {
        match socket.read(&mut buffer).await {
            Ok(length) if length > 0 => head.extend_from_slice(&buffer[..length]),
            _ => return,
        }
    }
    let head = String::from_utf8(head).unwrap().to_lowercase();
    assert!(head.starts_with("get /status?full=1 http/1.1\r\nhost: 127.0.0.1:"), "{head}");
    if answer.is_empty() {
        // Silent until the other end has gone.
        let _ = socket.read(&mut buffer).await;
        return;
    }
    let _ = socket.write_all(answer).await;
    let _ = socket.shutdown().await;
}

fn answer(status: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

/// What a page found, without how long it took.
#[track_caller]
fn found(reading: Reading) -> (u16, bool, Option<i64>) {
    let Reading::Http { status, latency_ms, has_text, certificate_days } = reading else {
        panic!("{reading:?}")
    };
    assert!(latency_ms > 0.0);
    (status, has_text, certificate_days)
}

#[tokio::test]
async fn the_status_and_the_text_of_a_page_are_reported() {
    let address = serve(answer("200 OK", b"all systems up"), None).await;
    let url = format!("http://{address}/status?full=1");
    assert_eq!(found(measure(&url, "systems up", LIMIT).await), (200, true, None));
    assert_eq!(found(measure(&url, "Systems", LIMIT).await), (200, false, None));
    assert_eq!(found(measure(&url, "", LIMIT).await), (200, true, None));
}

#[tokio::test]
async fn errors_and_redirections_are_the_answer_of_the_page() {
    let moved = b"HTTP/1.1 302 Found\r\nLocation: http://a.example/\r\nContent-Length: 0\r\n\r\n";
    for (bytes, status) in [(answer("503 No", b""), 503), (moved.to_vec(), 302)] {
        let url = format!("http://{}/status?full=1", serve(bytes, None).await);
        assert_eq!(found(measure(&url, "", LIMIT).await), (status, true, None));
    }
}

#[tokio::test]
async fn a_text_is_searched_in_the_first_mebibyte_and_in_what_came() {
    let mut body = vec![b'x'; 1024 * 1024];
    body[1024 * 1024 - 3..].copy_from_slice(b"end");
    body.extend(b"after");
    let url = format!("http://{}/status?full=1", serve(answer("200 OK", &body), None).await);
    assert_eq!(found(measure(&url, "end", LIMIT).await), (200, true, None));
    assert_eq!(found(measure(&url, "after", LIMIT).await), (200, false, None));

    let broken = b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nhalf".to_vec();
    let url = format!("http://{}/status?full=1", serve(broken, None).await);
    assert_eq!(found(measure(&url, "half", LIMIT).await), (200, true, None));
}

#[tokio::test]
async fn what_does_not_answer_is_not_reachable() {
    let silent = format!("http://{}/status?full=1", serve(Vec::new(), None).await);
    let limit = Duration::from_millis(200);
    assert_eq!(measure(&silent, "", limit).await, unreachable("no answer within 0 seconds"));

    let noise = format!("http://{}/status?full=1", serve(b"SSH-2.0-x\r\n".to_vec(), None).await);
    let Reading::Unreachable { reason } = measure(&noise, "", LIMIT).await else { panic!("noise") };
    assert!(reason.starts_with("no answer by HTTP: "), "{reason}");

    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let url = format!("http://{closed}/");
    let Reading::Unreachable { reason } = measure(&url, "", LIMIT).await else { panic!("closed") };
    assert!(reason.starts_with(&format!("cannot reach {closed}: ")), "{reason}");

    let odd = measure("gopher://a.example/", "", LIMIT).await;
    assert_eq!(odd, unable("\"gopher://a.example/\" is not the address of a page"));
}

/// A server with a certificate that is good until then, and what trusts it.
fn certified(year: i32) -> (TlsAcceptor, ClientConfig) {
    let pair = rcgen::KeyPair::generate().unwrap();
    let mut params = rcgen::CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
    params.not_before = rcgen::date_time_ymd(2020, 1, 1);
    params.not_after = rcgen::date_time_ymd(year, 1, 1);
    let certificate = params.self_signed(&pair).unwrap().der().clone();
    let mut roots = RootCertStore::empty();
    roots.add(certificate.clone()).unwrap();
    let key = PrivatePkcs8KeyDer::from(pair.serialize_der()).into();
    let server = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let client = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    (TlsAcceptor::from(Arc::new(server)), client)
}

async fn ask(tls: TlsAcceptor, trust: ClientConfig) -> Reading {
    let address = serve(answer("200 OK", b"up"), Some(tls)).await;
    let page = Page::parse(&format!("https://{address}/status?full=1")).unwrap();
    ask_within(LIMIT, &page, "up", Some(trust)).await
}

#[tokio::test]
async fn the_days_of_a_certificate_are_reported() {
    let (tls, trust) = certified(2200);
    let (status, has_text, days) = found(ask(tls, trust).await);
    assert_eq!((status, has_text), (200, true));
    assert!(days.is_some_and(|days| (50_000..64_000).contains(&days)), "{days:?}");
}

#[tokio::test]
async fn a_certificate_that_expired_or_that_nobody_vouches_for_is_no_answer() {
    let (expired, trust) = certified(2021);
    let (unknown, _) = certified(2200);
    let of_another = certified(2200).1;
    for (tls, trust) in [(expired, trust), (unknown, of_another)] {
        let reading = ask(tls, trust).await;
        let Reading::Unreachable { reason } = reading else { panic!("{reading:?}") };
        assert!(reason.starts_with("the TLS handshake failed: "), "{reason}");
    }
}

#[tokio::test]
async fn a_server_without_tls_is_no_answer_to_https() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut socket, _): (TcpStream, _) = listener.accept().await.unwrap();
        let _ = socket.write_all(b"220 hello\r\n").await;
    });
    let page = Page::parse(&format!("https://{address}/")).unwrap();
    let reading = ask_within(LIMIT, &page, "", Some(certified(2200).1)).await;
    assert!(matches!(reading, Reading::Unreachable { .. }), "{reading:?}");
}

//! Scripts that name proxies, run by Windows.

use std::io::{Read, Write};
use std::net::TcpListener;

use super::*;

const SCRIPT: &str = "function FindProxyForURL(url, host) {\n\
    if (host == 'direct.example.org') return 'DIRECT';\n\
    if (url.substring(0, 5) == 'http:') return 'PROXY plain.example.org:8080';\n\
    return 'PROXY first.example.org:3128; PROXY second.example.org:3128; DIRECT';\n}\n";

/// A server that answers everything with this.
fn serve(answer: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            let mut request = [0; 4096];
            // What is asked for does not matter.
            let _ = connection.read(&mut request);
            let _ = connection.write_all(answer.as_bytes());
        }
    });
    format!("http://{address}/proxy.pac")
}

fn script(text: &str) -> Source {
    let answer = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ns-proxy-autoconfig\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{text}",
        text.len()
    );
    Source { detects: false, script: Some(serve(answer)) }
}

#[test]
fn a_script_names_the_proxy_of_each_address() {
    let source = script(SCRIPT);
    for (url, proxy) in [
        ("https://rmm.example.org/", Some("first.example.org:3128")),
        ("http://rmm.example.org/", Some("plain.example.org:8080")),
        ("https://direct.example.org/", None),
    ] {
        assert_eq!(ask(&source, url), Ok(proxy.map(str::to_owned)), "{url}");
    }
}

#[test]
fn a_script_that_is_not_there_is_a_problem_and_no_proxy() {
    let missing = serve("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_owned());
    let source = Source { detects: false, script: Some(missing) };
    let problem = ask(&source, "https://rmm.example.org/").unwrap_err().to_string();
    assert!(problem.starts_with("no proxy is found: "), "{problem}");
}

#[test]
fn what_is_set_decides_where_windows_looks() {
    let script = Some("http://proxy.example.org/proxy.pac".to_owned());
    let both = Source { detects: true, script: script.clone() };
    assert_eq!(flags(&both), (3, 3));
    assert_eq!(flags(&Source { detects: false, script }), (2, 0));
    assert_eq!(flags(&Source { detects: true, script: None }), (1, 3));
}

#[tokio::test]
async fn a_machine_can_be_asked_and_answers_the_same_at_once() {
    let url = "https://rmm.example.org/";
    let first = find(url.to_owned()).await;
    let begun = Instant::now();
    let second = find(url.to_owned()).await;
    assert!(begun.elapsed() < Duration::from_secs(1));
    // A search that failed is not repeated at once either.
    assert_eq!(second, Ok(first.ok().flatten()));
}

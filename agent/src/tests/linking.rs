//! The connection itself: greetings, nonsense, proxies, refusals, inventory.

use std::time::{Duration, Instant};

use muster_protocol::{FromAgent, Order, PROTOCOL, Refusal, ToAgent, encode};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

use super::fake_server::{FakeConnection, FakeServer, LIMIT, command};
use super::test_agent::{TestAgent, open_when_free};
use super::test_clock::TestClock;
use crate::status_file::StatusFile;
use crate::transport::ProxySettings;

#[tokio::test]
async fn the_hello_says_who_the_agent_is_and_what_it_can_do() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let mut connection = server.accept().await;

    let hello = &connection.hello;
    assert_eq!((hello.agent_id.as_str(), hello.hostname.as_str()), ("agent-1", "pc-1"));
    for name in ["run_script", "scan_updates", "list_software", "ping", "cancel", "inventory"] {
        assert!(hello.capabilities.iter().any(|known| known == name), "{name}");
    }
    assert_eq!((hello.plat.as_str(), hello.protocol), ("linux", PROTOCOL));
    assert_eq!(hello.inventory_digest.len(), 64);
    let process_id = hello.process_id.clone();

    connection.welcome(Vec::new(), false).await;
    drop(connection);
    let connection = server.accept().await;
    assert_eq!(connection.hello.process_id, process_id);
    drop(connection);

    let _agent = agent.restart().await;
    assert_ne!(server.accept().await.hello.process_id, process_id);
}

#[tokio::test]
async fn an_unknown_order_is_answered_and_nothing_runs() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    let unsupported = |run_id: &str, name: &str| FromAgent::Unsupported {
        run_id: run_id.to_owned(),
        name: name.to_owned(),
    };

    let unknown = Order::new("run-1", "fly_to_the_moon", &"please");
    connection.send(&ToAgent::Order(unknown)).await;
    assert_eq!(connection.next().await, unsupported("run-1", "fly_to_the_moon"));

    let wrong_body = Order::new("run-2", "run_command", &"please");
    connection.send(&ToAgent::Order(wrong_body)).await;
    assert_eq!(connection.next().await, unsupported("run-2", "run_command"));

    connection.order("../../etc/passwd", &command("true")).await;
    assert_eq!(connection.next().await, unsupported("../../etc/passwd", "run_command"));
}

#[tokio::test]
async fn nonsense_on_the_connection_does_no_harm() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;

    connection.send_bytes(vec![0xc1; 100]).await;
    connection.send_bytes(Vec::new()).await;
    connection.send_bytes(encode(&"a message of a later protocol")).await;
    connection.send(&ToAgent::Challenge { nonce: vec![1], protocol: 1 }).await;
    connection.send(&ToAgent::Cancel { run_id: "unknown".to_owned() }).await;
    connection.send(&ToAgent::Stored { run_id: "un/known".to_owned(), stdout: 1, stderr: 1 }).await;
    connection.close_run("unknown").await;

    let result = connection.run("run-1", &command("echo fine")).await;
    assert_eq!(result.stdout, b"fine\n");
}

#[tokio::test]
async fn the_inventory_is_sent_when_the_server_asks() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.accept().await;
    let promised = connection.hello.inventory_digest.clone();
    connection.welcome(Vec::new(), true).await;

    let FromAgent::Inventory { digest, inventory } = connection.next().await else {
        panic!("none")
    };
    assert_eq!(digest, promised);
    assert!(!inventory.operating_system.is_empty());

    connection.send(&ToAgent::SendInventory).await;
    let FromAgent::Inventory { digest, .. } = connection.next().await else { panic!("none") };
    assert_eq!(digest, promised);
}

#[tokio::test]
async fn a_proxy_is_asked_for_a_connection_with_its_password() {
    let server = FakeServer::start().await;
    let proxy = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let settings = ProxySettings {
        http: Some(format!("http://ann:secret@{}", proxy.local_addr().unwrap())),
        ..ProxySettings::default()
    };
    // A name that only the proxy can reach.
    let _agent = TestAgent::start_at("http://rmm.invalid:8000", settings).await;

    let (mut from_agent, _) = tokio::time::timeout(LIMIT, proxy.accept()).await.unwrap().unwrap();
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        request.push(from_agent.read_u8().await.unwrap());
    }
    let request = String::from_utf8(request).unwrap();
    assert!(request.starts_with("CONNECT rmm.invalid:8000 HTTP/1.1\r\n"), "{request}");
    assert!(request.contains("\r\nProxy-Authorization: Basic YW5uOnNlY3JldA==\r\n"), "{request}");
    from_agent.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").await.unwrap();
    let mut to_server = TcpStream::connect(&server.url()["http://".len()..]).await.unwrap();
    tokio::spawn(async move { copy_bidirectional(&mut from_agent, &mut to_server).await });

    let mut connection = server.welcome().await;
    let result = connection.run("run-1", &command("echo through")).await;
    assert_eq!(result.stdout, b"through\n");
}

#[tokio::test]
async fn an_overloaded_server_is_left_alone_for_as_long_as_it_asks() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut stream = server.accept_raw().await;
    let answer = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n";
    let began = Instant::now();
    stream.write_all(answer).await.unwrap();

    let stream = server.accept_raw().await;
    assert!(began.elapsed() >= Duration::from_millis(1900), "{:?}", began.elapsed());
    FakeConnection::greet(stream, PROTOCOL).await.unwrap();
}

#[tokio::test]
async fn an_agent_that_is_put_off_comes_back_when_the_server_says() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.accept().await;
    let began = Instant::now();
    connection.refuse(Refusal::TryLater, "too many agents connect at once", 2).await;

    server.accept().await;
    assert!(began.elapsed() >= Duration::from_millis(1900), "{:?}", began.elapsed());
}

#[tokio::test]
async fn an_agent_is_back_soon_after_a_broken_line() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    drop(server.welcome().await);
    server.welcome().await;
}

#[tokio::test]
async fn a_refused_agent_notes_why_and_since_when() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let mut connection = server.accept().await;
    connection.refuse(Refusal::NotEnrolled, "deleted", 0).await;
    assert!(connection.is_hung_up().await);

    let noted = async {
        loop {
            match StatusFile::read(&agent.data) {
                Some(status) if status.refused_since.is_some() => return status,
                _ => tokio::task::yield_now().await,
            }
        }
    };
    let status = tokio::time::timeout(LIMIT, noted).await.unwrap();
    assert!(!status.connected);
    assert_eq!(status.problem, "the server does not know this agent: enrol it again (deleted)");
}

#[tokio::test]
async fn an_agent_refused_for_days_asks_again() {
    let (server, clock) = (FakeServer::start().await, TestClock::at("2026-11-17T12:00:00Z"));
    let (_folder, data) = TestAgent::start(&server).await.stop().await;
    let since = crate::clock::now_seconds() - 3 * 24 * 3600;
    std::fs::write(data.status_file(), format!(r#"{{"refused_since": {since}}}"#)).unwrap();
    let agent = open_when_free(&data, &ProxySettings::default(), &clock.clock()).await;
    let serving = tokio::spawn(async move { agent.serve(<_>::default()).await });

    for _ in 0..8 {
        let mut connection = as_hours_pass(&clock, server.accept()).await;
        connection.refuse(Refusal::Cloned, "a twin", 0).await;
        assert!(connection.is_hung_up().await);
    }
    assert_eq!(StatusFile::read(&data).unwrap().refused_since, Some(since));
    let mut connection = as_hours_pass(&clock, server.accept()).await;
    connection.welcome(Vec::new(), false).await;
    assert_eq!(connection.run("run-1", &command("echo back")).await.stdout, b"back\n");
    assert_eq!(StatusFile::read(&data).unwrap().refused_since, None);
    serving.abort();
}

/// Waits for something, and lets time pass meanwhile.
async fn as_hours_pass<T>(clock: &TestClock, event: impl Future<Output = T>) -> T {
    let passing = async {
        loop {
            clock.pass(66 * 60);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::select! {
        happened = event => happened,
        () = passing => unreachable!("time passes for ever"),
    }
}

#[tokio::test]
async fn packages_that_came_or_went_are_told_to_servers_that_know_what_to_make_of_it() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let settle = |digest: &str| agent.shared.upgrade().unwrap().package_watch.settle(digest);

    let mut connection = server.accept().await;
    connection.protocol = muster_protocol::PACKAGES_PROTOCOL - 1;
    connection.welcome(Vec::new(), false).await;
    settle("p1");
    // Whatever is said before this run ends would have come by then.
    connection.order("run-1", &command("true")).await;
    assert_eq!(connection.next_news().await, FromAgent::Accepted { run_id: "run-1".to_owned() });
    drop(connection);

    let mut connection = server.accept().await;
    assert_eq!(connection.hello.packages_digest, "p1");
    connection.protocol = muster_protocol::PACKAGES_PROTOCOL;
    connection.welcome(Vec::new(), false).await;
    settle("p2");
    loop {
        match connection.next_news().await {
            FromAgent::PackagesChanged { digest } => break assert_eq!(digest, "p2"),
            // The run of the connection before.
            FromAgent::Accepted { .. } | FromAgent::Finished { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

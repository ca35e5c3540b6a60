//! What goes through a tunnel.

use muster_protocol::OpenedRemote;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::*;
use crate::cli::connect::arguments::ConnectKind;
use crate::cli::connect::session::Session;
use crate::cli::connect::target::Target;
use crate::cli::connect::tunnel::serve;
use crate::remote_viewer::Gone;
use crate::testing::data;

fn target() -> Target {
    Target::parse(ConnectKind::Ssh, None).unwrap()
}

/// Talks to something that sends everything back, up to the end.
async fn talk(mut socket: TcpStream, length: usize) {
    let said: Vec<u8> = (0..length).map(|place| u8::try_from(place % 251).unwrap()).collect();
    socket.write_all(&said).await.unwrap();
    let mut heard = vec![0_u8; length];
    socket.read_exact(&mut heard).await.unwrap();
    assert!(heard == said, "it came back as it was sent");
    socket.shutdown().await.unwrap();
    assert_eq!(socket.read(&mut [0]).await.unwrap(), 0, "the other side ended, too");
}

/// Serves a session while something is done with its port.
macro_rules! serve_while {
    ($stage:ident, $fake:ident, |$helper:ident, $address:ident| $work:expr) => {{
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let $address = listener.local_addr().unwrap();
        let opening = Session::open(&$stage.api, &$stage.known, &$stage.agent, tunnel());
        let connecting = async {
            let (mut session, invited) = opening.await.unwrap();
            let (pipe, _) = session.begin(invited).await.unwrap();
            (session, pipe)
        };
        let ((mut session, pipe), $helper) = tokio::join!(connecting, $stage.begin(&mut $fake));
        let target = target();
        tokio::select! {
            gone = serve(&mut session, pipe, &listener, &target) => Err(gone),
            done = $work => Ok(done),
        }
    }};
}

#[tokio::test]
async fn several_connections_at_once_are_carried_whole() {
    let (stage, mut fake) = Stage::start().await;
    let served = serve_while!(stage, fake, |helper, address| async {
        assert_eq!(helper.grant.tunnel.as_ref().map(|target| target.port), Some(22));
        let connect = async || TcpStream::connect(address).await.unwrap();
        let talking = async {
            tokio::join!(
                talk(connect().await, 15_000),
                talk(connect().await, 1),
                talk(connect().await, 19_000),
            );
            // Channels are used again.
            for _ in 0..70 {
                talk(connect().await, 10).await;
            }
        };
        tokio::select! {
            () = helper.echo() => panic!("the viewer is gone"),
            () = talking => {}
        }
    });
    assert_eq!(served, Ok(()));
}

#[tokio::test]
async fn more_than_the_window_goes_through_in_both_directions() {
    let (stage, mut fake) = Stage::start().await;
    let served = serve_while!(stage, fake, |helper, address| async {
        let socket = TcpStream::connect(address).await.unwrap();
        let (mut reader, mut writer) = socket.into_split();
        let said = vec![7_u8; 1_000_000];
        let saying = async { writer.write_all(&said).await.unwrap() };
        let hearing = async {
            let mut heard = vec![0_u8; said.len()];
            reader.read_exact(&mut heard).await.unwrap();
            assert!(heard == said, "it came back as it was sent");
        };
        tokio::select! {
            () = helper.echo() => panic!("the viewer is gone"),
            _ = async { tokio::join!(saying, hearing) } => {}
        }
    });
    assert_eq!(served, Ok(()));
}

#[tokio::test]
async fn a_connection_that_the_agent_cannot_make_is_closed() {
    let (stage, mut fake) = Stage::start().await;
    let served = serve_while!(stage, fake, |helper, address| async {
        let mut helper = helper;
        let mut socket = TcpStream::connect(address).await.unwrap();
        let channel = helper.wait_for("open").await;
        let reason = "Nothing listens on port 22 of 127.0.0.1.";
        helper.say(channel, json!({ "type": "closed", "reason": reason })).await;
        assert!(matches!(socket.read(&mut [0]).await, Ok(0) | Err(_)));
    });
    assert_eq!(served, Ok(()));
}

#[tokio::test]
async fn an_agent_that_breaks_the_rules_ends_one_connection_alone() {
    let (stage, mut fake) = Stage::start().await;
    let served = serve_while!(stage, fake, |helper, address| async {
        let mut helper = helper;
        let mut socket = TcpStream::connect(address).await.unwrap();
        let channel = helper.wait_for("open").await;
        helper.say(channel, json!({ "type": "opened" })).await;
        // A gap.
        helper.send(channel, muster_remote::Frame::Data { offset: 9, bytes: b"x" }).await;
        assert_eq!(helper.wait_for("close").await, channel);
        assert!(matches!(socket.read(&mut [0]).await, Ok(0) | Err(_)));
        let other = TcpStream::connect(address).await.unwrap();
        tokio::select! {
            () = helper.echo() => panic!("the viewer is gone"),
            () = talk(other, 10) => {}
        }
    });
    assert_eq!(served, Ok(()));
}

#[tokio::test]
async fn after_a_break_new_connections_work_and_open_ones_are_closed() {
    let (stage, mut fake) = Stage::start().await;
    let served = serve_while!(stage, fake, |helper, address| async {
        let mut helper = helper;
        let mut open = TcpStream::connect(address).await.unwrap();
        helper.wait_for("open").await;
        drop(helper);
        let helper = stage.begin(&mut fake).await;
        assert!(matches!(open.read(&mut [0]).await, Ok(0) | Err(_)));
        let next = TcpStream::connect(address).await.unwrap();
        tokio::select! {
            () = helper.echo() => panic!("the viewer is gone"),
            () = talk(next, 10) => {}
        }
    });
    assert_eq!(served, Ok(()));
}

#[tokio::test]
async fn a_session_that_is_gone_after_a_break_says_so() {
    let (stage, mut fake) = Stage::start().await;
    let served: Result<(), Gone> = serve_while!(stage, fake, |helper, _address| async {
        drop(helper);
        fake.answer_next(data(&OpenedRemote { is_gone: true })).await;
        std::future::pending().await
    });
    let Err(Gone::Ended(reason)) = served else { panic!("{served:?}") };
    assert!(reason.contains("has ended on the computer"), "{reason}");
}

#[tokio::test]
async fn a_session_that_the_server_ends_says_why() {
    let (stage, mut fake) = Stage::start().await;
    let served: Result<(), Gone> = serve_while!(stage, fake, |helper, _address| async {
        let session = stage.session().await["session"].as_str().unwrap().to_owned();
        let path = format!("/remote/v1/sessions/{session}/end/");
        stage.server.admin.post(&path, json!({})).await.ok();
        let _open = helper;
        std::future::pending().await
    });
    let Err(Gone::Cut { reason, .. }) = served else { panic!("{served:?}") };
    assert!(reason.to_lowercase().contains("admin ended it"), "{reason}");
}

#[tokio::test]
async fn a_session_that_the_agent_ends_says_why() {
    let (stage, mut fake) = Stage::start().await;
    let served: Result<(), Gone> = serve_while!(stage, fake, |helper, _address| async {
        let mut helper = helper;
        let reason = "Nobody used it for half an hour.";
        helper.say(0, json!({ "type": "ended", "code": "idle", "reason": reason })).await;
        std::future::pending().await
    });
    assert_eq!(served, Err(Gone::Ended("Nobody used it for half an hour.".to_owned())));
}

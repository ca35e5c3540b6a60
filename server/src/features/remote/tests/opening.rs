//! What callers and agents get when a session is opened or joined.

use muster_protocol::{OpenedRemote, question_name};
use muster_remote::{ConsentMode, Grant, Kind, RecordingMode, grant_to_sign};
use ring::digest::{SHA256, digest};
use ring::signature::{ED25519, UnparsedPublicKey};

use super::*;
use crate::hex::{hex_bytes, hex_digits};
use crate::testing::until_equal;

#[tokio::test]
async fn a_caller_gets_a_ticket_and_the_grant_that_the_agent_gets() {
    let (server, mut agent) = server_with_agent().await;
    let mut body = terminal(&agent);
    body["reason"] = json!("look at the log");
    body["rows"] = json!(50);

    let (opened, asked) = open(&server.admin, &mut agent, body).await;

    assert_eq!(opened["grant"], asked.grant.as_str());
    assert_eq!(opened["relay_url"], CONNECT);
    assert_eq!(asked.relay_url, "", "the agent knows its own server");
    assert_eq!(opened["agent_key"], agent.identity.public_key());
    assert_ne!(opened["ticket"], asked.ticket.as_str());
    let grant: Grant = serde_json::from_str(&asked.grant).unwrap();
    assert_eq!(opened["session"], grant.session.as_str());
    assert_eq!(opened["viewer"], grant.viewer.as_str());
    assert_eq!(grant.agent, agent.identity.agent_id);
    assert_eq!((grant.version, grant.kind, grant.view_only), (1, Kind::Terminal, false));
    assert_eq!((grant.user.as_str(), grant.user_name.as_str()), ("admin", "admin"));
    let key = hex_bytes(&key(), 32).unwrap();
    assert_eq!(grant.key_sha256, hex_digits(digest(&SHA256, &key).as_ref()));
    assert_eq!(grant.expires - grant.issued, 60_000_000);
    assert_eq!((grant.limits.idle_seconds, grant.limits.longest_seconds), (1800, 28_800));
    assert_eq!(grant.consent.mode, ConsentMode::Off);
    assert_eq!(grant.recording.mode, RecordingMode::Off);
    let terminal = grant.terminal.unwrap();
    assert_eq!((terminal.rows, terminal.cols, terminal.run_as_user), (50, 80, false));
    assert_eq!(grant.tunnel, None);
}

#[tokio::test]
async fn the_grant_is_signed_with_the_key_that_agents_know() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (_, asked) = open(&server.admin, &mut agent, body).await;
    let public = hex_bytes(&server.app.vault.package_key(), 32).unwrap();
    let signature = hex_bytes(&asked.signature, 64).unwrap();
    let public = UnparsedPublicKey::new(&ED25519, public);
    public.verify(&grant_to_sign(&asked.grant), &signature).unwrap();
    public.verify(asked.grant.as_bytes(), &signature).unwrap_err();
}

#[tokio::test]
async fn a_session_is_listed_read_audited_and_announced() {
    let (server, mut agent) = server_with_agent().await;
    let mut events = server.follow(&server.admin, &["remote"]).await;
    let body = tunnel(&agent, "127.0.0.1");
    let (opened, asked) = open(&server.admin, &mut agent, body).await;
    let id = &agent.identity.agent_id;

    let event = events.receive_event("remote.opened").await;
    assert_eq!(event["data"]["agent_id"], id.as_str());
    assert_eq!(event["data"]["kind"], "tunnel");
    let listed = server.admin.get(&format!("{SESSIONS}?agent_id={id}&open=true")).await.ok();
    assert_eq!(listed, json!([read(&server, &opened).await]));
    let shown = &listed[0];
    assert_eq!((&shown["status"], &shown["host"]), (&json!("opening"), &json!("127.0.0.1")));
    assert_eq!(shown["viewers"][0]["viewer"], opened["viewer"]);
    for path in ["?agent_id=other", "?open=false"] {
        assert_eq!(server.admin.get(&format!("{SESSIONS}{path}")).await.ok(), json!([]), "{path}");
    }
    let expected = ["admin remote_session agent admin opened a tunnel session on pc-1"];
    assert_eq!(audited(&server).await, expected);

    let _open = pair(&server, &opened, &asked).await;
    let status = async || read(&server, &opened).await["status"].clone();
    until_equal(&json!("open"), status).await;
}

#[tokio::test]
async fn somebody_else_joins_with_a_grant_of_their_own() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, first) = open(&server.admin, &mut agent, body).await;
    let other = caller(&server, &[Right::UseTerminal]).await;

    let (joined, second) = join(&other, &mut agent, &opened["session"]).await;

    assert_eq!(joined["session"], opened["session"]);
    assert_ne!(joined["viewer"], opened["viewer"]);
    let grants = [first, second].map(|asked| serde_json::from_str::<Grant>(&asked.grant).unwrap());
    assert_eq!(grants[0].session, grants[1].session);
    assert_ne!(grants[0].user, grants[1].user);
    assert_eq!(grants[0].terminal, grants[1].terminal, "the same shell");
    let viewers = read(&server, &opened).await["viewers"].as_array().unwrap().len();
    assert_eq!(viewers, 2);
    let rows = audited(&server).await;
    assert!(rows[1].ends_with("joined the terminal session of admin on pc-1"), "{rows:?}");
}

#[tokio::test]
async fn a_named_relay_is_the_same_for_both_sides_and_for_who_joins() {
    let relays = ["wss://one.example.com", "wss://two.example.com"];
    let server = TestServer::start_with(|settings| {
        settings.remote_urls = relays.map(str::to_owned).to_vec();
    })
    .await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let body = terminal(&agent);
    let (opened, asked) = open(&server.admin, &mut agent, body).await;
    let (joined, again) = join(&server.admin, &mut agent, &opened["session"]).await;
    let url = opened["relay_url"].as_str().unwrap();
    assert!(relays.map(|relay| format!("{relay}{CONNECT}")).contains(&url.to_owned()), "{url}");
    assert_eq!([&asked.relay_url, &again.relay_url], [url, url]);
    assert_eq!(joined["relay_url"], url);
}

#[tokio::test]
async fn an_agent_is_asked_by_the_name_of_the_protocol() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (_, question) = tokio::join!(
        server.admin.post(SESSIONS, body),
        agent.answer_next(data(&OpenedRemote::default()))
    );
    assert_eq!(question.name, question_name::OPEN_REMOTE);
}

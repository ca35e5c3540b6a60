//! Tickets in other hands than those they were made for: what they open is what they say, and
//! nobody but their owner has the keys to use it.

use futures_util::SinkExt;
use muster_remote::{Grant, HandshakeError, Invitation, ViewerKey, answer_hello};
use tokio_tungstenite::tungstenite::Message;

use super::connecting::{dial_raw, dial_with, next};
use super::*;
use crate::hex::hex_digits;
use crate::testing::until_equal;

/// The last message and the number of a socket whose ticket is worth nothing.
fn refused() -> (Value, u16) {
    let last = json!({
        "type": "closed", "code": "invalid_credentials", "reason": "The credentials are not valid.",
    });
    (last, 4401)
}

fn paired() -> Message {
    Message::text(r#"{"type":"paired"}"#)
}

fn ticket_of(opened: &Value) -> &str {
    opened["ticket"].as_str().unwrap()
}

/// Shows a ticket as a page of this server does.
async fn show_on_page(server: &TestServer, ticket: &str) -> TestSocket {
    let origin = server.url.clone();
    let mut socket = server.dial(CONNECT, &[("origin", &origin)]).await.unwrap();
    socket.send(json!({ "ticket": ticket })).await;
    socket
}

#[tokio::test]
async fn a_ticket_leads_to_the_session_it_was_made_for_whatever_is_shown_with_it() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (one, asked_of_one) = open(&server.admin, &mut agent, body.clone()).await;
    let (two, asked_of_two) = open(&server.admin, &mut agent, body).await;
    let mut helper_of_one = dial_raw(&server, &asked_of_one.ticket).await;
    let mut helper_of_two = dial_raw(&server, &asked_of_two.ticket).await;
    let swapped = |own: &Value, other: &Value| {
        let (session, viewer, grant) = (&other["session"], &other["viewer"], &other["grant"]);
        json!({ "ticket": own["ticket"], "session": session, "viewer": viewer, "grant": grant })
    };

    // The second one first: the helper of the other session would be the wrong one.
    let mut viewer_of_two = dial_with(&server, swapped(&two, &one)).await;
    viewer_of_two.send(Message::binary(vec![2_u8])).await.unwrap();
    assert_eq!(next(&mut viewer_of_two).await, paired());
    let heard = [next(&mut helper_of_two).await, next(&mut helper_of_two).await];
    assert_eq!(heard, [paired(), Message::binary(vec![2_u8])]);
    let mut viewer_of_one = dial_with(&server, swapped(&one, &two)).await;
    viewer_of_one.send(Message::binary(vec![1_u8])).await.unwrap();
    assert_eq!(next(&mut viewer_of_one).await, paired());
    let heard = [next(&mut helper_of_one).await, next(&mut helper_of_one).await];
    assert_eq!(heard, [paired(), Message::binary(vec![1_u8])]);
}

#[tokio::test]
async fn the_ticket_and_not_its_bearer_says_which_side_it_is() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, asked) = open(&server.admin, &mut agent, body).await;
    let claim = |ticket: &str, side: &str| json!({ "ticket": ticket, "side": side });
    let mut viewer = dial_with(&server, claim(ticket_of(&opened), "agent")).await;
    let mut helper = dial_with(&server, claim(&asked.ticket, "viewer")).await;
    assert_eq!([next(&mut viewer).await, next(&mut helper).await], [paired(), paired()]);

    // Only the agent's side reports.
    let answer = |said: &str| {
        let event = json!({ "type": "event", "event": "consent", "answer": said });
        Message::text(event.to_string())
    };
    viewer.send(answer("denied")).await.unwrap();
    viewer.send(Message::binary(vec![1_u8])).await.unwrap();
    assert_eq!(next(&mut helper).await, Message::binary(vec![1_u8]));
    helper.send(answer("granted")).await.unwrap();
    let shown = async || read(&server, &opened).await["consent_answer"].clone();
    until_equal(&json!("granted"), shown).await;
    let expected = ["agent remote_session agent somebody at the computer agreed to the terminal \
                     session of admin on pc-1"];
    assert_eq!(audited(&server).await[1..], expected);
}

#[tokio::test]
async fn a_stolen_ticket_that_was_used_is_refused_and_disturbs_nobody() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, asked) = open(&server.admin, &mut agent, body).await;
    let mut viewer = dial_raw(&server, ticket_of(&opened)).await;
    let mut helper = dial_raw(&server, &asked.ticket).await;
    assert_eq!([next(&mut viewer).await, next(&mut helper).await], [paired(), paired()]);

    for ticket in [ticket_of(&opened), &asked.ticket] {
        let mut program = show(&server, ticket).await;
        assert_eq!(program.end().await, refused());
        let mut page = show_on_page(&server, ticket).await;
        assert_eq!(page.end().await, refused());
    }
    viewer.send(Message::binary(vec![1_u8])).await.unwrap();
    assert_eq!(next(&mut helper).await, Message::binary(vec![1_u8]));
    helper.send(Message::binary(vec![2_u8])).await.unwrap();
    assert_eq!(next(&mut viewer).await, Message::binary(vec![2_u8]));
}

#[tokio::test]
async fn a_program_with_a_stolen_ticket_comes_in_and_has_no_key_that_the_agent_takes() {
    let (server, mut agent) = server_with_agent().await;
    let (owner, thief) = (ViewerKey::generate().unwrap(), ViewerKey::generate().unwrap());
    let mut body = terminal(&agent);
    body["public_key"] = json!(hex_digits(owner.public()));
    let (opened, asked) = open(&server.admin, &mut agent, body).await;

    let mut stolen = dial_raw(&server, ticket_of(&opened)).await;
    let mut helper = dial_raw(&server, &asked.ticket).await;
    assert_eq!([next(&mut stolen).await, next(&mut helper).await], [paired(), paired()]);
    stolen.send(Message::binary(thief.hello())).await.unwrap();
    let hello = next(&mut helper).await.into_data();
    assert_eq!(answer_of(&asked, &hello), Some(HandshakeError::OtherKey));
    assert_eq!(answer_of(&asked, &owner.hello()), None, "its owner's would be taken");

    // Its owner is late, and gets another one.
    let mut late = show(&server, ticket_of(&opened)).await;
    assert_eq!(late.end().await, refused());
    let (again, asked) = join(&server.admin, &mut agent, &opened["session"]).await;
    pair(&server, &again, &asked).await;
}

/// Why the agent does not take this greeting.
fn answer_of(asked: &OpenRemote, hello: &[u8]) -> Option<HandshakeError> {
    let grant: Grant = serde_json::from_str(&asked.grant).unwrap();
    let invitation =
        Invitation { session: &grant.session, viewer: &grant.viewer, grant: &asked.grant };
    answer_hello(invitation, &grant.key_sha256, hello, |_| Vec::new()).err()
}

#[tokio::test]
async fn a_page_that_tries_the_ticket_of_an_agent_uses_it_up_and_gets_nothing() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, asked) = open(&server.admin, &mut agent, body).await;
    let mut page = show_on_page(&server, &asked.ticket).await;
    assert_eq!(page.end().await, refused());
    let mut helper = show(&server, &asked.ticket).await;
    assert_eq!(helper.end().await, refused());
    let (again, asked) = join(&server.admin, &mut agent, &opened["session"]).await;
    pair(&server, &again, &asked).await;
}

#[tokio::test]
async fn a_ticket_is_worth_nothing_once_the_key_behind_it_was_revoked() {
    let (server, mut agent) = server_with_agent().await;
    let key = server.admin.post("/accounts/apikeys/", json!({ "name": "own" })).await.ok();
    let owner = server.anonymous().with_key(key["key"].as_str().unwrap());
    let body = terminal(&agent);
    let (opened, _) = open(&owner, &mut agent, body).await;
    server.admin.delete(&format!("/accounts/apikeys/{}/", key["id"])).await.ok();
    let mut late = show(&server, ticket_of(&opened)).await;
    assert_eq!(late.end().await, refused());
}

//! Who gets a session, and who does not.

use muster_protocol::OpenedRemote;

use super::*;
use crate::cli::connect::session::Session;
use crate::remote_viewer::Gone;
use crate::testing::data;

/// Opens a tunnel and connects, with the keys that are known.
async fn connect(stage: &Stage, known: &KnownAgents) -> Result<(), Gone> {
    let opened = Session::open(&stage.api, known, &stage.agent, tunnel()).await;
    let (mut session, invited) = opened.unwrap();
    let connected = session.begin(invited).await.map(|_| ());
    session.end().await;
    connected
}

#[tokio::test]
async fn a_key_that_the_server_does_not_know_is_refused_in_a_sentence() {
    let (stage, _fake) = Stage::start().await;
    let stranger = Api::new(&stage.server.url, Secret::new("wrong"), false).unwrap();
    let refused = agents::find(&stranger, "pc-1").await.unwrap_err().to_string();
    assert!(refused.starts_with("the server does not accept the API key: "), "{refused}");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let nobody = Api::new("http://127.0.0.1:1", Secret::new("key"), false).unwrap();
    let refused = agents::find(&nobody, "pc-1").await.unwrap_err().to_string();
    assert!(refused.starts_with("cannot reach http://127.0.0.1:1: "), "{refused}");
}

#[tokio::test]
async fn a_hostname_that_two_agents_have_is_not_guessed() {
    let (stage, _fake) = Stage::start().await;
    let other = stage.server.add_site("Other", "Main").await;
    let twin = stage.server.enrol(other, "pc-1").await.agent_id;
    let refused = agents::find(&stage.api, "pc-1").await.unwrap_err().to_string();
    assert!(refused.starts_with("2 agents are called pc-1"), "{refused}");
    assert!(refused.contains(&format!("{twin}  Other / Main")), "{refused}");
    assert_eq!(agents::find(&stage.api, &twin).await.unwrap().agent_id, twin);
    let unknown = agents::find(&stage.api, "pc-2").await.unwrap_err().to_string();
    assert!(unknown.starts_with("no agent that you may see is called pc-2"), "{unknown}");
}

#[tokio::test]
async fn an_agent_that_is_offline_is_said_to_be() {
    let (stage, _fake) = Stage::start().await;
    let other = stage.server.add_site("Other", "Main").await;
    stage.server.enrol(other, "pc-2").await;
    let away = agents::find(&stage.api, "pc-2").await.unwrap();
    let refused = Session::open(&stage.api, &stage.known, &away, tunnel()).await;
    let refused = refused.err().unwrap().to_string();
    assert!(refused.contains("offline"), "{refused}");
}

#[tokio::test]
async fn an_agent_with_another_key_is_refused_until_the_person_agrees() {
    let (mut stage, mut fake) = Stage::start().await;
    let (connected, helper) = tokio::join!(connect(&stage, &stage.known), stage.begin(&mut fake));
    assert_eq!(connected, Ok(()));
    drop(helper);
    let (known, _) = tokio::join!(connect(&stage, &stage.known), stage.begin(&mut fake));
    assert_eq!(known, Ok(()), "the same key again");

    stage.change_key().await;
    let agreed = data(&OpenedRemote::default());
    let (refused, _) = tokio::join!(connect(&stage, &stage.known), fake.answer_next(agreed));
    let Err(Gone::Ended(reason)) = refused else { panic!("{refused:?}") };
    assert!(reason.contains("another key") && reason.contains("--new-key"), "{reason}");

    let willing = KnownAgents::at(known_file(&stage.server), true);
    let (connected, _) = tokio::join!(connect(&stage, &willing), stage.begin(&mut fake));
    assert_eq!(connected, Ok(()));
    let (again, _) = tokio::join!(connect(&stage, &stage.known), stage.begin(&mut fake));
    assert_eq!(again, Ok(()), "the new key is known now");
}

#[tokio::test]
async fn somebody_between_is_found_out_and_not_remembered() {
    let (stage, mut fake) = Stage::start().await;
    let liar = new_pair();
    let (refused, _) =
        tokio::join!(connect(&stage, &stage.known), stage.come_with(&mut fake, &liar));
    let expected = "the answer is not signed by this agent".to_owned();
    assert_eq!(refused, Err(Gone::Ended(expected)));
    assert!(!known_file(&stage.server).exists());
}

#[tokio::test]
async fn the_person_at_the_computer_may_refuse() {
    let (stage, mut fake) = Stage::start().await;
    let refusing = async {
        let mut helper = stage.come(&mut fake).await;
        helper.hear().await;
        helper.say(0, json!({ "type": "consent", "state": "waiting", "seconds": 30 })).await;
        let reason = "The person at the computer said no.";
        helper.say(0, json!({ "type": "refused", "code": "denied", "reason": reason })).await;
        helper
    };
    let (refused, _helper) = tokio::join!(connect(&stage, &stage.known), refusing);
    assert_eq!(refused, Err(Gone::Ended("The person at the computer said no.".to_owned())));
}

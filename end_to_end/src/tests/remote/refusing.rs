//! Agents that open no session, and the sentences that callers get.

use super::stage::Stage;
use super::traces::nothing_is_left_of;
use crate::turn;

#[tokio::test]
async fn an_agent_that_is_away_opens_nothing_and_the_caller_reads_why() {
    let _turn = turn::shared().await;
    let mut stage = Stage::start().await;
    stage.agent.terminate().await;
    stage.server.has_agents(0).await;
    let (_, refused) = stage.admin.ask(&stage.agent.id).await;
    assert_eq!((refused.status, refused.code()), (409, "agent_offline"), "{}", refused.text);
    let listed = stage.admin.list().await;
    assert_eq!(listed[0]["end_code"], "agent_offline", "{listed}");
}

#[tokio::test]
async fn a_computer_whose_own_settings_forbid_terminals_opens_none() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let settings = stage.agent.identity_file().with_file_name("remote.toml");
    std::fs::write(&settings, "terminal = \"never\"\n").unwrap();
    let (_, refused) = stage.admin.ask(&stage.agent.id).await;
    assert_eq!((refused.status, refused.code()), (400, "agent_error"), "{}", refused.text);
    assert!(refused.detail().contains("remote.toml: terminal"), "{}", refused.detail());
    let listed = stage.admin.list().await;
    assert_eq!(listed[0]["end_code"], "refused", "{listed}");
    nothing_is_left_of(listed[0]["session"].as_str().expect("an id")).await;

    std::fs::remove_file(settings).unwrap();
    stage.admin.open(&stage.agent.id).await;
}

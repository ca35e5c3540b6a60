//! The shell that a terminal begins with.

use super::*;

#[tokio::test]
async fn the_shell_of_an_agent_is_its_own_or_that_of_all() {
    let (server, agent) = server_with_agent().await;
    let id = &agent.identity.agent_id;
    let path = format!("/agents/{id}/terminal-defaults/");
    let shown = server.admin.get(&path).await.ok();
    let shells = ["bash", "sh", "shell", "powershell", "python"];
    let expected = json!({
        "agent_id": id, "hostname": "pc-1", "plat": "linux", "default_shell": "use_global",
        "effective_default_shell": "bash", "shells": shells,
    });
    assert_eq!(shown, expected);
    let own = json!({ "default_shell": "custom", "default_shell_custom": "/bin/dash" });
    server.admin.put(&format!("/agents/{id}/"), own).await.ok();
    let shown = server.admin.get(&path).await.ok();
    assert_eq!(shown["effective_default_shell"], "/bin/dash");
}

#[tokio::test]
async fn the_shell_is_shown_to_callers_who_may_use_a_terminal_there() {
    let (server, agent) = server_with_agent().await;
    let path = format!("/agents/{}/terminal-defaults/", agent.identity.agent_id);
    let other = server.caller_without(Right::UseTerminal).await;
    other.get(&path).await.refused(403, "forbidden");
    let elsewhere = server.add_site("Other", "Main").await;
    let stranger = server.scoped_caller(Right::ALL, &[elsewhere.client], &[]).await;
    stranger.get(&path).await.refused(404, "not_found");
}

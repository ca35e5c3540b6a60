//! Scripts on the server's own machine, by the real program.

use serde_json::json;

use crate::agent::Agent;
use crate::server::Server;
use crate::waiting::until_true;
use crate::{proc_files, turn};

#[tokio::test]
async fn a_script_sees_no_secret_of_the_server_and_ends_with_it() {
    let _turn = turn::shared().await;
    let mut server = Server::start_with(&[("MON_TOKEN", "a-long-token")]).await;
    let agent = Agent::join(&server, "pc-1").await;
    let on = json!({ "enable_server_scripts": true });
    assert_eq!(server.api.put("/core/settings/", on).await.status, 200);

    let test = json!({ "code": "env", "shell": "shell", "timeout": 20 });
    let reply = server.api.post("/core/serverscript/test/", test).await;
    assert_eq!((reply.status, &reply.json["retcode"]), (200, &json!(0)), "{}", reply.text);
    let seen = reply.json["stdout"].as_str().expect("a text");
    assert!(seen.contains("PATH=") && !seen.contains("MON_TOKEN"), "{seen}");
    assert!(!seen.contains("MUSTER_DATA") && !seen.contains("a-long-token"), "{seen}");

    let data = server.database_file().parent().expect("a folder").display().to_string();
    let code = format!("cat {data}/secret.key {data}/muster.db; ls {data}; echo tried");
    let test = json!({ "code": code, "shell": "shell", "timeout": 20 });
    let reply = server.api.post("/core/serverscript/test/", test).await;
    assert_eq!(reply.json["stdout"], "tried\n", "{}", reply.text);

    // One child stays, another one leaves for a session of its own.
    let mark = format!("muster-on-server-{}", std::process::id());
    let code = format!(
        "#!/bin/bash\n(exec -a {mark} sleep 300) &\nsetsid bash -c 'exec -a {mark} sleep 300' &\nwait"
    );
    let script = json!({ "name": "Long", "shell": "shell", "script_body": code });
    let script = server.api.post("/scripts/", script).await.json["id"].clone();
    let body = json!({ "script": script, "run_on_server": true, "output": "forget" });
    let reply = server.api.post(&format!("/agents/{}/runscript/", agent.id), body).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    let argument = format!("{mark}\0");
    until_true("both run", || proc_files::with_argument(&argument).len() == 2).await;

    let (status, took) = server.terminate().await;
    println!("the server ended {took:?} after SIGTERM, with a script of its own under way");
    assert_eq!(status.code(), Some(0), "{status}");
    until_true("nothing of it is left", || proc_files::with_argument(&argument).is_empty()).await;
    server.restart().await;
    let run = server.api.get("/runs/1/").await.json;
    assert_eq!(run["status"], "interrupted", "{run}");
}

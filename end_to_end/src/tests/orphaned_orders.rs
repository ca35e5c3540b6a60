//! Orders whose server died after it stored them and before it gave them away.

use muster_protocol::{RunCommand, encode};

use crate::agent::Agent;
use crate::server::Server;
use crate::waiting::until;
use crate::{database, turn};

/// The first run once more, as a server leaves it that dies at that moment.
const ORPHANS: &str = "
insert into runs (run_id, agent_id, type, status, username, user_id, time, command, shell,
                  order_name, order_body, timeout_seconds)
select replace(hex(zeroblob(16)), '0', letter), agent_id, type, 'queued', username, user_id,
       (unixepoch('now') - age) * 1000000, command, shell, order_name, x'{body}', timeout_seconds
  from runs, (select 'n' as letter, 1 as age union all select 'o', 60) where id = 1";

/// The order of a command, in hexadecimal: a run that is over keeps none.
fn order_body(command: &str) -> String {
    let order = RunCommand {
        shell: "sh".to_owned(),
        command: command.to_owned(),
        timeout_seconds: 10,
        run_as_user: false,
        output_limit: 1024,
    };
    encode(&order).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn a_fresh_order_of_a_dead_server_is_handed_over_and_an_old_one_given_up() {
    let _turn = turn::shared().await;
    let mut server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lines");
    let command = format!("echo line >> {}", file.display());
    assert_eq!(server.api.run(&agent.id, "sh", &command, 10).await.status, 200);

    server.kill9().await;
    let mut db = database::open(&server.database_file()).await;
    database::execute(&mut db, &ORPHANS.replace("{body}", &order_body(&command))).await;
    server.restart().await;

    let all = "select substr(run_id, 1, 1) || ' ' || status || ' ' || problem from runs
                where id > 1 order by run_id";
    let settled = until("both orders are settled", async || {
        let runs = database::texts(&mut db, all).await;
        (!runs.iter().any(|run| run.contains("queued") || run.contains("running"))).then_some(runs)
    })
    .await;
    assert_eq!(settled, ["n passed ", "o failed the order never reached the agent"]);
    assert_eq!(std::fs::read_to_string(file).unwrap(), "line\nline\n");
}

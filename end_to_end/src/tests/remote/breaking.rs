//! Connections that break: nothing is lost, and nothing comes twice.

use super::lines::Lines;
use super::technician::Technician;
use super::traces::{helper_of, shell_of};
use crate::agent::Agent;
use crate::proxy::Proxy;
use crate::server::Server;
use crate::turn;

const BREAKS: usize = 20;

#[tokio::test]
async fn each_line_arrives_once_however_often_and_on_which_side_the_connection_breaks() {
    let _turn = turn::shared().await;
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let server = Server::start().await;
    let near = Proxy::start(&[&server.url]).await;
    let far = Proxy::start(&[&server.url]).await;
    let token = server.enrolment_token().await;
    let agent = Agent::join_over(&far.url, &token, "pc-1").await;
    let technician = Technician::new(&server.api, &near.url);
    let mut viewer = technician.open(&agent.id).await;
    let helper = helper_of(&viewer.session).await;
    let mut lines = Lines::begin(&mut viewer, seed).await;
    for number in 0..BREAKS {
        lines.type_some(&mut viewer).await;
        if lines.dice.roll(2) == 0 {
            lines.read_some(&mut viewer).await;
        }
        match number % 4 {
            // The agent finds another way to the server.
            3 => far.cut(),
            // Nobody is told.
            1 => near.cut(),
            // The viewer hangs up.
            _ => {}
        }
        viewer = technician.come_back(viewer).await;
        assert_eq!(viewer.started["driver"], true, "break {number}");
    }
    lines.type_some(&mut viewer).await;
    lines.read_all(&mut viewer).await;
    assert_eq!(helper_of(&viewer.session).await, helper, "it is the same helper");
}

#[tokio::test]
async fn what_is_printed_while_nobody_is_connected_is_there_afterwards() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let near = Proxy::start(&[&server.url]).await;
    let agent = Agent::join(&server, "pc-1").await;
    let technician = Technician::new(&server.api, &near.url);
    let mut viewer = technician.open(&agent.id).await;
    let shell = shell_of(&mut viewer).await;
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path().join("go");
    let wait = format!("until [ -e {} ]; do sleep 0.1; done", go.display());
    viewer.type_text(&format!("stty -echo; echo wait''ing; {wait}; seq 1 1000\n")).await;
    viewer.read_until("waiting\r\n").await;
    near.cut();
    viewer.end().await;
    std::fs::write(&go, "").unwrap();

    let mut viewer = technician.come_back(viewer).await;
    viewer.read_until("\r\n1000\r\n").await;
    let numbers: String = (1..=1000).map(|number| format!("{number}\r\n")).collect();
    assert!(viewer.text().contains(&format!("waiting\r\n{numbers}")), "{}", viewer.text());
    assert_eq!(shell_of(&mut viewer).await, shell);
}

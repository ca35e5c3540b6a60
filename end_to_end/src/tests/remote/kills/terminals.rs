//! Terminals: of what the viewer saw nothing is missing and nothing comes twice.

use super::Victim;
use crate::dice::Dice;
use crate::remote_viewer::RemoteViewer;
use crate::tests::remote::lines::Lines;
use crate::tests::remote::stage::Stage;
use crate::tests::remote::traces::{helper_of, nothing_is_left_of, shell_of};
use crate::turn;

#[tokio::test]
async fn no_line_of_a_terminal_is_lost_or_doubled_whichever_side_dies() {
    let _turn = turn::shared().await;
    let seed: u64 = rand::random();
    println!("seed {seed}");
    kill_under_terminals(3, seed).await;
}

/// Kills each of the victims so often, at moments by chance. Returns how many lines were
/// typed.
pub async fn kill_under_terminals(rounds: u64, seed: u64) -> u64 {
    let mut stage = Stage::start().await;
    let mut dice = Dice::new(seed);
    let (mut viewer, mut lines) = begin(&stage, &mut dice).await;
    let (mut sessions, mut typed) = (vec![viewer.session.clone()], 0);
    for round in 0..rounds {
        for victim in Victim::ALL {
            lines.type_some(&mut viewer).await;
            if dice.roll(2) == 0 {
                lines.read_some(&mut viewer).await;
            }
            if victim == Victim::Agent {
                die_with_the_agent(&mut stage, &mut viewer, &lines).await;
                typed += lines.typed;
                (viewer, lines) = begin(&stage, &mut dice).await;
                sessions.push(viewer.session.clone());
                continue;
            }
            let helper = helper_of(&viewer.session).await;
            victim.die_and_return(&mut stage).await;
            viewer = stage.admin.come_back(viewer).await;
            assert_eq!(helper_of(&viewer.session).await, helper, "round {round}, {victim:?}");
            lines.type_some(&mut viewer).await;
            lines.read_all(&mut viewer).await;
        }
        if (round + 1) % 10 == 0 {
            println!("round {} of {rounds}: no line is missing", round + 1);
        }
    }
    stage.admin.end(&viewer.session).await;
    for session in &sessions {
        nothing_is_left_of(session).await;
    }
    typed + lines.typed
}

async fn begin(stage: &Stage, dice: &mut Dice) -> (RemoteViewer, Lines) {
    let mut viewer = stage.admin.open_when_back(&stage.agent.id).await;
    shell_of(&mut viewer).await;
    let lines = Lines::begin(&mut viewer, dice.roll(u64::from(u32::MAX))).await;
    (viewer, lines)
}

/// A session ends with its agent: what had come by then is right, and nothing of it stays.
async fn die_with_the_agent(stage: &mut Stage, viewer: &mut RemoteViewer, lines: &Lines) {
    stage.agent.kill9().await;
    assert_eq!(viewer.end().await.code, "agent_stopped");
    lines.came_as_far_as_they_did(viewer);
    nothing_is_left_of(&viewer.session).await;
    stage.agent.restart().await;
}

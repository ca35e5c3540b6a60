//! Uploads: the file is whole or not there, and nothing of the way is left.

use super::Victim;
use super::new_file::NewFile;
use crate::dice::Dice;
use crate::remote_viewer::{FilesViewer, UploadUnderWay};
use crate::tests::remote::stage::Stage;
use crate::tests::remote::traces::nothing_is_left_of;
use crate::turn;

/// Bytes of a file: some chunks, and not a whole number of them.
const LEAST: u64 = 2 << 20;
const MORE: u64 = 10 << 20;

#[tokio::test]
async fn an_upload_arrives_whole_or_not_at_all_whichever_side_dies() {
    let _turn = turn::shared().await;
    let seed: u64 = rand::random();
    println!("seed {seed}");
    kill_under_uploads(3, seed).await;
}

/// Kills each of the victims so often, each time under another file. Returns how many
/// bytes were sent.
pub async fn kill_under_uploads(rounds: u64, seed: u64) -> u64 {
    let mut stage = Stage::start().await;
    let mut dice = Dice::new(seed);
    let mut viewer = stage.admin.open_files(&stage.agent.id).await;
    let (mut sessions, mut sent) = (vec![viewer.session.clone()], 0);
    for round in 0..rounds {
        for victim in Victim::ALL {
            let file = new_file(&mut dice);
            viewer = upload_with_a_death(&mut stage, viewer, victim, &file, &mut dice).await;
            file.is_whole_and_alone(&format!("round {round}, {victim:?}, seed {seed}"));
            sent += file.content.size;
            if victim == Victim::Agent {
                sessions.push(viewer.session.clone());
            }
        }
        if (round + 1) % 10 == 0 {
            println!("round {} of {rounds}: every file is whole", round + 1);
        }
    }
    stage.admin.end(&viewer.session).await;
    for session in &sessions {
        nothing_is_left_of(session).await;
    }
    sent
}

/// One of another size than those before it.
fn new_file(dice: &mut Dice) -> NewFile {
    let size = LEAST + dice.roll(MORE);
    NewFile::new(size, dice.roll(256))
}

/// Begins, loses somebody at a moment by chance, and goes on as a browser does. Returns
/// the viewer who ended it.
async fn upload_with_a_death(
    stage: &mut Stage,
    mut viewer: FilesViewer,
    victim: Victim,
    file: &NewFile,
    dice: &mut Dice,
) -> FilesViewer {
    let under_way = match dice.roll(5) {
        // Before anybody knows whether it has begun.
        0 => {
            viewer.ask_to_upload(&file.text(), &file.content).await;
            None
        }
        _ => Some(send_some(&mut viewer, file, dice).await),
    };
    file.is_whole_or_absent();
    if victim == Victim::Agent {
        victim.die_and_return(stage).await;
        file.is_whole_or_absent();
        // As long as something of it lives, it may hold the file.
        nothing_is_left_of(&viewer.session).await;
        let viewer = stage.admin.open_files(&stage.agent.id).await;
        return upload_again(viewer, file).await;
    }
    let place = viewer.hang_up();
    victim.die_and_return(stage).await;
    file.is_whole_or_absent();
    let Some(mut upload) = under_way.filter(|_| dice.roll(2) == 0) else {
        // The page was loaded again, and knows of nothing.
        let viewer = stage.admin.reload_files(&place.session).await;
        return upload_again(viewer, file).await;
    };
    upload.interrupt();
    let mut viewer = stage.admin.come_back_to_files(&place).await;
    let ended = viewer.end_upload(upload).await.expect("nobody dies now");
    ended.unwrap_or_else(|problem| panic!("it does not go on: {problem}"));
    viewer
}

/// Sends as much as chance has it: nothing, some, or all of it.
async fn send_some<'a>(
    viewer: &mut FilesViewer,
    file: &'a NewFile,
    dice: &mut Dice,
) -> UploadUnderWay<'a> {
    let begun = viewer.begin_upload(&file.text(), &file.content).await;
    let mut upload = begun.expect("nobody has died yet");
    viewer.send(&mut upload, dice.roll(LEAST + MORE)).await.expect("nobody has died yet");
    upload
}

async fn upload_again(mut viewer: FilesViewer, file: &NewFile) -> FilesViewer {
    let begun = viewer.begin_upload(&file.text(), &file.content).await;
    let ended = viewer.end_upload(begun.expect("nobody dies now")).await;
    ended.expect("nobody dies now").unwrap_or_else(|problem| panic!("it is refused: {problem}"));
    viewer
}

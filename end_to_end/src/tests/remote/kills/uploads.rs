//! Uploads: the file is whole or not there, and nothing of the way is left.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::Victim;
use crate::dice::Dice;
use crate::remote_viewer::{FilesViewer, UploadUnderWay, sha256};
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
            let file = NewFile::new(&mut dice);
            viewer = upload_with_a_death(&mut stage, viewer, victim, &file, &mut dice).await;
            file.is_whole_and_alone(&format!("round {round}, {victim:?}, seed {seed}"));
            sent += file.content.len() as u64;
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

/// A file that is about to come, in a folder of its own.
struct NewFile {
    folder: TempDir,
    content: Vec<u8>,
}

impl NewFile {
    fn new(dice: &mut Dice) -> Self {
        let size = LEAST + dice.roll(MORE);
        let salt = dice.roll(256);
        // No two chunks are alike, and neither are two files.
        let content = (0..size).map(|at| (at / 7 + (at >> 20) * 31 + salt) as u8).collect();
        Self { folder: tempfile::tempdir().expect("a temporary folder"), content }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("file")
    }

    fn text(&self) -> String {
        let folder = std::fs::canonicalize(self.folder.path()).expect("it is there");
        folder.join("file").to_str().expect("it is plain").to_owned()
    }

    /// Nobody sees half a file under its name.
    fn is_whole_or_absent(&self) {
        if let Ok(found) = std::fs::read(self.path()) {
            assert_eq!(sha256(&found), sha256(&self.content), "half a file has the name");
        }
    }

    fn is_whole_and_alone(&self, what: &str) {
        let found = std::fs::read(self.path()).expect("it has its name");
        assert_eq!(sha256(&found), sha256(&self.content), "{what}");
        assert_eq!(names_in(self.folder.path()), ["file"], "{what}");
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("it is there").flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
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
async fn send_some(viewer: &mut FilesViewer, file: &NewFile, dice: &mut Dice) -> UploadUnderWay {
    let begun = viewer.begin_upload(&file.text(), &file.content).await;
    let mut upload = begun.expect("nobody has died yet");
    let most = usize::try_from(dice.roll(LEAST + MORE)).expect("it is small");
    viewer.send(&mut upload, most).await.expect("nobody has died yet");
    upload
}

async fn upload_again(mut viewer: FilesViewer, file: &NewFile) -> FilesViewer {
    let begun = viewer.begin_upload(&file.text(), &file.content).await;
    let ended = viewer.end_upload(begun.expect("nobody dies now")).await;
    ended.expect("nobody dies now").unwrap_or_else(|problem| panic!("it is refused: {problem}"));
    viewer
}

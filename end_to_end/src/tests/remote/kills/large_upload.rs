//! One upload under which somebody dies again and again: it goes on every time, and the file
//! has its name when it is whole, not before.

use super::Victim;
use super::new_file::NewFile;
use crate::dice::Dice;
use crate::remote_viewer::{FilesViewer, UploadUnderWay};
use crate::tests::remote::stage::Stage;
use crate::tests::remote::traces::nothing_is_left_of;
use crate::turn;

#[tokio::test]
async fn an_upload_goes_on_however_often_somebody_dies_under_it() {
    let _turn = turn::shared().await;
    let seed: u64 = rand::random();
    println!("seed {seed}");
    kill_under_one_upload(24, 6, seed).await;
}

/// Uploads one file of `mib` MiB and meanwhile kills a random victim at a random moment, `kills`
/// times. Returns how often each of them died.
pub async fn kill_under_one_upload(mib: u64, kills: u64, seed: u64) -> [u64; 3] {
    let (mut stage, mut dice) = (Stage::start().await, Dice::new(seed));
    // Its last chunk is not a whole one.
    let file = NewFile::new((mib << 20) - 4321, seed);
    let mut viewer = stage.admin.open_files(&stage.agent.id).await;
    let mut upload = begin(&mut viewer, &file).await;
    let (mut sessions, mut deaths) = (vec![viewer.session.clone()], [0; 3]);
    for kill in 1..=kills {
        // What is left spreads over all deaths. At the last one everything was sent: the file
        // has just got its name, or is about to.
        let is_last = kill == kills;
        let share = 2 * upload.left() / (kills - kill + 2);
        let most = if is_last { u64::MAX } else { dice.roll(share.max(1)) };
        viewer.send(&mut upload, most).await.expect("nobody has died yet");
        let who = dice.roll(3) as usize;
        let victim = Victim::ALL[who];
        let scene = format!("death {kill} of {kills}, {victim:?}, seed {seed}");
        assert!(is_last || !file.exists(), "before {scene}: half a file has the name");
        let gone = die_and_go_on(&mut stage, viewer, upload, victim, &file, &mut dice);
        (viewer, upload) = gone.await;
        assert!(is_last || !file.exists(), "after {scene}: half a file has the name");
        deaths[who] += 1;
        sessions.push(viewer.session.clone());
        if kill % 10 == 0 {
            println!("{scene}: {} MiB are left", upload.left() >> 20);
        }
    }
    let ended = viewer.end_upload(upload).await.expect("nobody dies now");
    ended.unwrap_or_else(|problem| panic!("it does not go on: {problem}"));
    stage.admin.end(&viewer.session).await;
    for session in &sessions {
        nothing_is_left_of(session).await;
    }
    file.is_whole_and_alone(&format!("seed {seed}"));
    deaths
}

async fn begin<'a>(viewer: &mut FilesViewer, file: &'a NewFile) -> UploadUnderWay<'a> {
    let begun = viewer.begin_upload(&file.text(), &file.content).await;
    begun.expect("nobody dies now")
}

/// Loses somebody, and goes on as a browser does. Returns the viewer who is there then.
async fn die_and_go_on<'a>(
    stage: &mut Stage,
    viewer: FilesViewer,
    mut upload: UploadUnderWay<'a>,
    victim: Victim,
    file: &'a NewFile,
    dice: &mut Dice,
) -> (FilesViewer, UploadUnderWay<'a>) {
    if victim == Victim::Agent {
        victim.die_and_return(stage).await;
        file.is_whole_or_absent();
        // As long as something of the session lives, it may hold the file.
        nothing_is_left_of(&viewer.session).await;
        let mut viewer = stage.admin.open_files(&stage.agent.id).await;
        let upload = begin(&mut viewer, file).await;
        return (viewer, upload);
    }
    let place = viewer.hang_up();
    victim.die_and_return(stage).await;
    file.is_whole_or_absent();
    if dice.roll(2) == 0 {
        // The page was loaded again, and knows of nothing.
        let mut viewer = stage.admin.reload_files(&place.session).await;
        let upload = begin(&mut viewer, file).await;
        return (viewer, upload);
    }
    upload.interrupt();
    (stage.admin.come_back_to_files(&place).await, upload)
}

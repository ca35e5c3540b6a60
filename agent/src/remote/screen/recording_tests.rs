//! The recording as a viewer of the screen: less often, with whole pictures, and to the end.
#![cfg(target_os = "linux")]

use std::time::Duration;

use tokio::time::{Instant, advance};

use super::packet::{KEY, LAST};
use super::viewer::Role;
use super::viewers_tests::Stage;

#[tokio::test(start_paused = true)]
async fn a_recording_gets_whole_pictures_again_while_something_changes() {
    let mut stage = Stage::new();
    let mut recording = stage.join_as("", Role::Recording);
    let mut keys = Vec::new();
    for tenth in 0..250_u8 {
        advance(Duration::from_millis(60)).await;
        stage.paint(0, tenth).await;
        let flags = recording.receive().into_iter().map(|(_, flags)| flags);
        keys.extend(flags.filter(|flags| flags & KEY != 0).map(|_| tenth));
    }
    // Each step takes a tenth of a second, and the rest of a picture nothing.
    assert_eq!(keys, [0, 100, 200]);
    assert_eq!(stage.shade_at(&recording, 0), 248);

    // Where nothing changes there is nothing to see, but for the pointer.
    advance(Duration::from_secs(30)).await;
    stage.viewers.pointer_changed(false);
    stage.paint(0, 249).await;
    recording.receive();
    advance(Duration::from_secs(30)).await;
    stage.viewers.pointer_changed(false);
    stage.paint(0, 249).await;
    assert_eq!(recording.receive().iter().filter(|(_, flags)| flags & KEY != 0).count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_recording_that_ends_gets_what_it_lacks_before_it_is_due() {
    let mut stage = Stage::new();
    let mut recording = stage.join_as("", Role::Recording);
    stage.paint(0, 5).await;
    assert_eq!(recording.receive(), [(1, LAST | KEY)]);
    stage.paint(0, 6).await;
    assert_eq!((recording.receive(), stage.shade_at(&recording, 0)), (Vec::new(), 5));

    assert!(stage.viewers.hurry("", false, Instant::now()));
    stage.paint(0, 6).await;
    assert_eq!((recording.receive(), stage.shade_at(&recording, 0)), (vec![(2, LAST)], 6));
    assert!(!stage.viewers.hurry("", false, Instant::now()), "it lacks nothing");
    assert!(stage.viewers.hurry("", true, Instant::now()), "something was drawn");
    assert!(!stage.viewers.hurry("nobody", true, Instant::now()));
}

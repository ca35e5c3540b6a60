//! What viewers get of the output, whatever pace they read at.

use super::*;
use crate::remote::helper::fake_viewers_tests::audience_of;

#[test]
fn a_viewer_gets_what_it_has_room_for_and_no_more() {
    let (audience, mut readers) = audience_of(&["v"]);
    let mut output = Output::new(24, 80);
    output.show(&audience, "v");
    output.push(b"hello world");
    output.send(&audience, "v");
    let shown = readers[0].control();
    assert_eq!((&shown["type"], &shown["offset"]), (&json!("snapshot"), &json!(0)));
    assert!(readers[0].is_empty(), "it has not said where it is");

    output.credit(&audience, "v", 0, 5).unwrap();
    output.send(&audience, "v");
    assert_eq!(readers[0].data(), (0, b"hello".to_vec()));
    output.credit(&audience, "v", 5, 100).unwrap();
    output.send(&audience, "v");
    assert_eq!(readers[0].data(), (5, b" world".to_vec()));
    assert!(output.credit(&audience, "v", 50, 100).is_err(), "that was never sent");
}

#[test]
fn a_viewer_that_fell_behind_sees_the_screen_as_it_is_then() {
    let (audience, mut readers) = audience_of(&["v"]);
    let mut output = Output::new(24, 80);
    output.show(&audience, "v");
    output.credit(&audience, "v", 0, 100).unwrap();
    readers[0].control();
    for _ in 0..300 {
        output.push(&[b'a'; 10_000]);
        assert!(output.kept() <= RING_BYTES);
    }
    output.push(b"\r\nthe end");
    output.send(&audience, "v");
    let shown = readers[0].control();
    assert_eq!(shown["offset"], 3_000_009);
    assert!(shown["text"].as_str().unwrap().contains("the end"));
    // A credit from before the snapshot says nothing, and nothing is sent for it.
    output.credit(&audience, "v", 100, 400_000).unwrap();
    output.push(b"!");
    output.send(&audience, "v");
    assert!(readers[0].is_empty());
    output.credit(&audience, "v", 3_000_009, 3_000_100).unwrap();
    output.send(&audience, "v");
    assert_eq!(readers[0].data(), (3_000_009, b"!".to_vec()));
}

#[test]
fn a_viewer_whose_connection_broke_gets_what_is_missing_or_the_screen() {
    let (audience, mut readers) = audience_of(&["v", "w"]);
    let mut output = Output::new(24, 80);
    output.push(b"hello world");
    output.resume("v");
    output.credit(&audience, "v", 6, 1000).unwrap();
    output.send(&audience, "v");
    assert_eq!(readers[0].data(), (6, b"world".to_vec()));
    // It was connected to another helper, which printed more.
    output.resume("w");
    output.credit(&audience, "w", 5000, 6000).unwrap();
    assert_eq!(readers[1].control()["offset"], 11);
}

#[test]
fn the_shell_waits_while_the_ring_is_full_of_what_the_driver_has_not_got() {
    let (audience, _readers) = audience_of(&["v"]);
    let mut output = Output::new(24, 80);
    output.show(&audience, "v");
    let mut pushed = 0;
    while !output.is_full_for("v") {
        output.push(&[b'y'; READ_BYTES]);
        pushed += READ_BYTES;
    }
    assert_eq!(pushed, RING_BYTES);
    assert!(!output.is_full_for("nobody"));
    output.credit(&audience, "v", 0, 100_000).unwrap();
    output.send(&audience, "v");
    assert!(!output.is_full_for("v"));
}

#[test]
fn the_end_comes_after_the_last_byte() {
    let (audience, mut readers) = audience_of(&["v"]);
    let mut output = Output::new(24, 80);
    output.show(&audience, "v");
    readers[0].control();
    output.push(b"bye");
    output.set_exit(3);
    output.credit(&audience, "v", 0, 2).unwrap();
    output.send(&audience, "v");
    assert_eq!(readers[0].data(), (0, b"by".to_vec()));
    assert!(readers[0].is_empty() && !output.all_know_the_end());
    output.credit(&audience, "v", 2, 100).unwrap();
    output.send(&audience, "v");
    assert_eq!(readers[0].data(), (2, b"e".to_vec()));
    assert_eq!(readers[0].control(), json!({ "type": "exit", "code": 3 }));
    assert!(output.all_know_the_end());
}

#[test]
fn a_character_that_is_cut_in_two_comes_as_a_whole_after_the_snapshot() {
    let (audience, mut readers) = audience_of(&["v"]);
    let mut output = Output::new(24, 80);
    output.push(b"a\xe4\xb8");
    output.show(&audience, "v");
    assert_eq!(readers[0].control()["offset"], 1);
    output.push(b"\xad");
    output.credit(&audience, "v", 1, 100).unwrap();
    output.send(&audience, "v");
    assert_eq!(readers[0].data(), (1, b"\xe4\xb8\xad".to_vec()));
}

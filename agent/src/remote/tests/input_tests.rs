//! What is typed arrives exactly once, however often the connection breaks.
#![cfg(unix)]

use rand::RngExt;
use serde_json::json;

use super::stage_tests::Stage;
use super::viewer_tests::Viewer;

const BREAKS: usize = 20;
const BYTES: usize = 150_000;

/// Types a random part of what is missing, as far as there is room.
async fn type_some(viewer: &mut Viewer, typed: &[u8]) {
    let at = usize::try_from(viewer.typed).unwrap();
    let room = usize::try_from(viewer.limit).unwrap().saturating_sub(at);
    let most = room.min(typed.len() - at).min(9000);
    if most == 0 {
        viewer.hear().await;
        return;
    }
    let length = rand::rng().random_range(1..=most);
    viewer.write(&typed[at..at + length]).await;
}

#[tokio::test]
async fn typed_input_arrives_exactly_once_over_20_breaks() {
    let stage = Stage::start().await;
    let file = stage.folder.path().join("typed");
    let typed: Vec<u8> = (0..BYTES).map(|_| rand::rng().random()).collect();
    let mut viewer = stage.begin("v0", "ann").await;
    let command = format!(
        "stty raw -echo; echo re''ady; head -c {} > {}; stty sane; echo over-$((1 + 1))\n",
        BYTES,
        file.display()
    );
    viewer.write(command.as_bytes()).await;
    viewer.read_until("ready\n").await;
    let begin = viewer.typed;
    // The stream holds the command, too.
    let stream = [command.as_bytes(), &typed[..]].concat();
    assert_eq!(begin, command.len() as u64);

    for number in 0..BREAKS {
        let until = begin + (BYTES / (BREAKS + 1) * (number + 1)) as u64;
        while viewer.typed < until {
            type_some(&mut viewer, &stream).await;
        }
        let (place, typed, id) = (viewer.place(), viewer.typed, format!("v{}", number + 1));
        if number % 2 == 0 {
            // Without a word, with whatever is under way; else nobody has noticed it yet.
            drop(viewer);
        }
        let mut next = stage.join(stage.grant(&id, "ann")).await;
        let started = next.resume(place, &format!("v{number}")).await;
        assert_eq!((&started["resumed"], &started["driver"]), (&json!(true), &json!(true)));
        assert!(next.typed <= typed, "it has more than was typed");
        viewer = next;
    }
    while viewer.typed < stream.len() as u64 {
        type_some(&mut viewer, &stream).await;
    }
    viewer.read_until("over-2\r\n").await;
    let arrived = std::fs::read(&file).unwrap();
    assert_eq!(arrived.len(), typed.len());
    assert!(arrived == typed, "it is not what was typed");
}

#[tokio::test]
async fn output_goes_on_where_the_connection_broke() {
    let stage = Stage::start().await;
    let mut first = stage.begin("v1", "ann").await;
    first.write(b"echo one-$((1 + 1))\n").await;
    first.read_until("one-2\r\n").await;
    first.write(b"for i in 1 2 3; do echo part-$i; done; echo re''ady\n").await;

    let mut second = stage.join(stage.grant("v2", "ann")).await;
    second.resume(first.place(), "v1").await;
    drop(first);
    second.read_until("ready\r\n").await;
    let text = second.text();
    for part in ["one-2\r\n", "part-1\r\n", "part-2\r\n", "part-3\r\n"] {
        assert_eq!(text.matches(part).count(), 1, "{part} in {text}");
    }
    assert!(second.snapshot.is_null(), "nothing had to be drawn again");
}

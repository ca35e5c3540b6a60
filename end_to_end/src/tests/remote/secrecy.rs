//! Nobody between a viewer and an agent can read what they say to each other, and
//! nothing on either side keeps it.

use std::path::Path;

use super::recorder::Recorder;
use super::technician::Technician;
use crate::agent::Agent;
use crate::server::Server;
use crate::turn;

/// Parts of it are typed, and the whole is printed.
const TYPED: &str = "correct-horse";
const PRINTED: &str = "battery-staple";

/// Whether a file in a folder, not below it, holds a text.
fn is_in_a_file(folder: &Path, text: &str) -> bool {
    let files = std::fs::read_dir(folder).expect("the folder can be read");
    let mut paths = files.flatten().map(|entry| entry.path()).filter(|path| path.is_file());
    let holds = |path: std::path::PathBuf| {
        let bytes = std::fs::read(path).unwrap_or_default();
        bytes.windows(text.len()).any(|part| part == text.as_bytes())
    };
    paths.any(holds)
}

#[tokio::test]
async fn neither_a_relay_nor_anybody_before_it_reads_what_is_typed_or_printed() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let recorder = Recorder::start(&server.url).await;
    let token = server.enrolment_token().await;
    let agent = Agent::join_over(&recorder.url, &token, "pc-1").await;
    let technician = Technician::new(&server.api.at(&recorder.url), &recorder.url);
    let mut viewer = technician.open(&agent.id).await;
    let before = recorder.bytes();
    viewer.type_text(&format!(": {TYPED}; echo batt''ery-sta''ple; seq 1 20000\n")).await;
    viewer.read_until("\r\n20000\r\n").await;
    assert!(viewer.text().contains(PRINTED) && viewer.text().contains(TYPED));

    // Clients mask what they send, so each text shows on its second way alone, if at all;
    // that it would be found there is shown by what the relay itself says.
    assert!(recorder.has_seen(r#"{"type":"paired"}"#), "the recorder does not see anything");
    assert!(recorder.bytes() - before > 2 * 100_000, "it passed another way");
    for text in [TYPED, PRINTED, "\r\n19999\r\n", "\"resumed\""] {
        assert!(!recorder.has_seen(text), "{text:?} can be read on the way");
    }

    technician.end(&viewer.session).await;
    viewer.end().await;
    technician.knows_the_end(&viewer.session, "ended").await;
    let (database, identity) = (server.database_file(), agent.identity_file());
    for folder in [database.parent(), identity.parent()].map(|folder| folder.expect("a folder")) {
        assert!(is_in_a_file(folder, &agent.id), "{} is not the folder", folder.display());
        for text in [TYPED, PRINTED] {
            assert!(!is_in_a_file(folder, text), "{text} is kept in {}", folder.display());
        }
    }
}

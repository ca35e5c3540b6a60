//! Deaths under remote sessions.

use super::setting;
use crate::tests::remote::kills::{
    kill_under_one_upload, kill_under_terminals, kill_under_uploads,
};
use crate::turn;

/// Of each victim, for each kind of session.
fn rounds_and_seed() -> (u64, u64) {
    (setting("CHAOS_REMOTE_ROUNDS", 50), setting("CHAOS_SEED", 1))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn terminals_lose_no_line_and_double_none() {
    let _turn = turn::alone().await;
    let (rounds, seed) = rounds_and_seed();
    let lines = kill_under_terminals(rounds, seed).await;
    println!(
        "summary: terminals: {rounds} deaths each of viewer, relay and agent (seed {seed}): \
         {lines} lines typed, 0 lost, 0 doubled, no process left"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn uploads_leave_no_half_file() {
    let _turn = turn::alone().await;
    let (rounds, seed) = rounds_and_seed();
    let bytes = kill_under_uploads(rounds, seed).await;
    println!(
        "summary: uploads: {rounds} deaths each of viewer, relay and agent (seed {seed}): \
         {} MiB in whole files, no half file, no part and no process left",
        bytes >> 20
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn a_large_upload_goes_on_after_every_death() {
    let _turn = turn::alone().await;
    let (mib, kills) = (setting("CHAOS_UPLOAD_MIB", 2048_u64), setting("CHAOS_UPLOAD_KILLS", 50));
    // One request has room for the hashes of no more.
    assert!((1..=4096).contains(&mib), "CHAOS_UPLOAD_MIB should be 1 to 4096");
    let seed = setting("CHAOS_SEED", 1);
    let [viewer, relay, agent] = kill_under_one_upload(mib, kills, seed).await;
    println!(
        "summary: one upload of {mib} MiB: {kills} deaths (seed {seed}): viewer {viewer}, relay \
         {relay}, agent {agent}: same hash, no half file under its name, no part left"
    );
}

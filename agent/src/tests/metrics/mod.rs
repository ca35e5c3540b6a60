//! What the machine measures, from the sample to the server, by clocks that the
//! test sets.

mod stage;

use muster_metrics::{Metric, Minute, SeriesKey, points_of};
use muster_protocol::{FromAgent, METRICS_PROTOCOL, ToAgent};

use self::stage::{EIGHT, Stage, acknowledge, range};
use super::fake_server::command;
use crate::metrics::blocks_of;

#[tokio::test]
async fn an_agent_sends_its_samples_each_five_minutes_in_its_turn() {
    let (mut stage, mut connection) = Stage::open(METRICS_PROTOCOL).await;
    // The first one at once: somebody who installs an agent looks at it.
    stage.sample(1).await;
    stage.wait_until_stored().await;
    let first = stage.next_block(&mut connection).await;
    assert_eq!((range(&first), &first), ((1, 1), &stage.sampled(&first)));
    let memory = SeriesKey::mean(Metric::Memory, "");
    assert_eq!(points_of(&first, &memory).count(), 1);

    acknowledge(&mut connection, &first).await;
    stage.wait_until_forgotten(first.end()).await;
    stage.sample(3).await;
    stage.wait_until_stored().await;
    let second = stage.next_block(&mut connection).await;
    assert_eq!((range(&second), &second), ((2, 2), &stage.sampled(&second)));

    acknowledge(&mut connection, &second).await;
    stage.wait_until_forgotten(second.end()).await;
    stage.sample(4).await;
    stage.wait_until_stored().await;
    let third = stage.next_block(&mut connection).await;
    assert_eq!((range(&third), &third), ((4, 5), &stage.sampled(&third)));
}

#[tokio::test]
async fn a_block_is_sent_again_when_the_connection_ended_before_it_was_acknowledged() {
    let (mut stage, mut connection) = Stage::open(METRICS_PROTOCOL).await;
    stage.sample(4).await;
    let first = stage.next_block(&mut connection).await;
    drop(connection);

    let mut connection = stage.connect(METRICS_PROTOCOL).await;
    let again = stage.next_block(&mut connection).await;
    assert_eq!(again.slice(first.start(), first.end()), Some(first));
}

#[tokio::test]
async fn what_was_acknowledged_is_gone_and_the_rest_outlives_a_restart() {
    let (mut stage, mut connection) = Stage::open(METRICS_PROTOCOL).await;
    stage.sample(5).await;
    let first = stage.next_block(&mut connection).await;
    acknowledge(&mut connection, &first).await;
    stage.wait_until_forgotten(first.end()).await;
    let rest = blocks_of(&stage.samples()[first.length()..]);
    assert_eq!(rest.iter().map(range).collect::<Vec<_>>(), [(2, 4)]);
    stage.agent = stage.agent.restart().await;

    let mut connection = stage.connect(METRICS_PROTOCOL).await;
    let second = stage.next_block(&mut connection).await;
    assert_eq!(second.slice(rest[0].start(), rest[0].end()).as_ref(), rest.first());
    assert_eq!(second.start(), first.end());
}

#[tokio::test]
async fn samples_taken_while_the_server_is_away_come_later_in_one_block() {
    let (mut stage, connection) = Stage::open(METRICS_PROTOCOL).await;
    drop(connection);
    stage.sample(9).await;

    let mut connection = stage.connect(METRICS_PROTOCOL).await;
    let block = stage.next_block(&mut connection).await;
    assert_eq!(block, stage.sampled(&block));
    assert!(block.start() == Minute(EIGHT + 1) && block.length() >= 8, "{:?}", range(&block));
}

#[tokio::test]
async fn a_server_that_does_not_know_samples_gets_none() {
    let (mut stage, mut connection) = Stage::open(METRICS_PROTOCOL - 1).await;
    stage.sample(9).await;
    // Samples that are sent before this run begins would have come by then.
    connection.order("run-1", &command("true")).await;
    assert_eq!(connection.next_news().await, FromAgent::Accepted { run_id: "run-1".to_owned() });
    drop(connection);

    // They are kept for the day on which it does.
    let mut connection = stage.connect(METRICS_PROTOCOL).await;
    let block = stage.next_block(&mut connection).await;
    assert_eq!((block.start(), &block), (Minute(EIGHT + 1), &stage.sampled(&block)));
}

#[tokio::test]
async fn acknowledgements_of_other_minutes_forget_nothing() {
    let (mut stage, mut connection) = Stage::open(METRICS_PROTOCOL).await;
    connection.send(&ToAgent::MetricsStored { through: u32::MAX }).await;
    stage.sample(4).await;
    let first = stage.next_block(&mut connection).await;
    connection.send(&ToAgent::MetricsStored { through: first.start().0 - 1 }).await;
    drop(connection);

    let mut connection = stage.connect(METRICS_PROTOCOL).await;
    let again = stage.next_block(&mut connection).await;
    assert_eq!(again.slice(first.start(), first.end()), Some(first));
}

#[tokio::test]
async fn a_machine_is_sampled_once_a_minute_however_its_clock_is_set() {
    let (mut stage, _connection) = Stage::open(METRICS_PROTOCOL).await;
    stage.sample(2).await;
    // Set back by a second, it comes to the full minute once more.
    stage.clock.set("2027-03-01T08:01:59Z");
    stage.clock.pass(1);
    stage.sample(1).await;
    stage.clock.set("2027-03-01T09:00:00Z");
    stage.clock.pass(60);
    stage.wait_for_sample(EIGHT + 61).await;
    stage.clock.set("2027-03-01T08:04:30Z");
    stage.clock.pass(60);
    stage.wait_for_sample(EIGHT + 5).await;

    let minutes: Vec<u32> = stage.samples().iter().map(|sample| sample.at.0 - EIGHT).collect();
    assert_eq!(minutes, [1, 2, 3, 61, 5]);
}

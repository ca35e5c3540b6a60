//! What only a broker can do: go away, come back, and ask for credentials.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::StreamExt;

use super::nats_process::{KEY, NatsProcess};
use super::*;
use crate::clock;
use crate::testing::{TEST_TIMEOUT, until_true};

/// Longer than any test waits: what fails at once cannot be mistaken for a timeout.
const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test]
async fn a_bus_outlives_the_restart_of_its_broker() {
    let Some(mut broker) = NatsProcess::start(&[]) else { return };
    let bus = broker.connect("").await;
    let mut orders = bus.subscribe("orders.*").await.unwrap();
    let waiting = tokio::spawn({
        let bus = bus.clone();
        async move { bus.request("orders.slow", "", HOUR).await }
    });
    assert_eq!(orders.next().await.unwrap().subject, "orders.slow");

    broker.kill().await;

    let all_fail = async {
        assert_eq!(waiting.await.unwrap(), Err(RequestError::Down));
        assert_eq!(bus.publish("orders.1", "").await, Err(BusDown));
        assert_eq!(bus.request("orders.1", "", HOUR).await, Err(RequestError::Down));
        assert!(bus.subscribe("more").await.is_err());
        assert!(!bus.ping(HOUR).await);
    };
    tokio::time::timeout(TEST_TIMEOUT, all_fail).await.expect("nobody waits for a dead broker");

    broker.resume();
    until_true("the bus is back", async || bus.ping(TEST_TIMEOUT).await).await;

    let answering = bus.clone();
    tokio::spawn(async move {
        let order = orders.next().await.unwrap();
        answering.respond(&order, "done").await.unwrap();
    });
    assert_eq!(bus.request("orders.2", "", TEST_TIMEOUT).await.unwrap(), "done");
}

#[tokio::test]
async fn a_broker_that_cannot_be_reached_is_named_in_one_sentence() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();

    let url = format!("nats://me:s3cret@{free}");
    let error =
        tokio::time::timeout(TEST_TIMEOUT, Bus::connect(&url, &KEY)).await.unwrap().unwrap_err();

    let text = format!("{error:#}");
    assert!(
        text.starts_with(&format!("the message bus at {free} cannot be reached within 5 seconds")),
        "{text}"
    );
    assert!(!text.contains("s3cret"), "{text}");
}

#[tokio::test]
async fn a_broker_that_accepts_connections_and_stays_silent_times_out_after_five_seconds() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();

    let url = format!("nats://{}", silent.local_addr().unwrap());
    let error = tokio::time::timeout(TEST_TIMEOUT, Bus::connect(&url, &KEY)).await.unwrap();

    assert!(error.unwrap_err().to_string().contains("cannot be reached within 5 seconds"));
}

#[tokio::test]
async fn credentials_in_the_address_are_used_and_never_logged() {
    let Some(broker) = NatsProcess::start(&["--user", "me", "--pass", "s3cret/1"]) else { return };
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer({
            let log = log.clone();
            move || log.clone()
        })
        .finish();
    // See the test that no secret is logged.
    let _other = tracing::Dispatch::new(tracing_subscriber::registry());
    let guard = tracing::subscriber::set_default(subscriber);

    let bus = broker.connect("me:s3cret%2F1@").await;
    assert!(bus.ping(TEST_TIMEOUT).await);
    let refusal = Bus::connect(&broker.url("me:wr0ng@"), &KEY).await.unwrap_err().to_string();

    drop(guard);
    assert!(refusal.ends_with("refuses our credentials"), "{refusal}");
    let log = log.text();
    assert!(!log.is_empty());
    assert!(!log.contains("s3cret") && !log.contains("wr0ng"), "{log}");
}

#[tokio::test]
async fn a_token_in_the_address_is_used() {
    let Some(broker) = NatsProcess::start(&["--auth", "t0ken"]) else { return };

    assert!(broker.connect("t0ken@").await.ping(TEST_TIMEOUT).await);
    assert!(Bus::connect(&broker.url(""), &KEY).await.is_err());
}

#[tokio::test]
async fn a_stranger_on_the_broker_can_neither_read_nor_forge_messages() {
    let Some(broker) = NatsProcess::start(&[]) else { return };
    let bus = broker.connect("").await;
    let foreign = Bus::connect(&broker.url(""), &[8; 32]).await.unwrap();
    let nats = bus.nats_client().unwrap();
    let mut stranger = nats.subscribe("orders").await.unwrap();
    let mut orders = bus.subscribe("orders").await.unwrap();

    nats.publish("orders", "plain".into()).await.unwrap();
    assert!(bus.ping(TEST_TIMEOUT).await);
    foreign.publish("orders", "foreign").await.unwrap();
    assert!(foreign.ping(TEST_TIMEOUT).await);
    bus.publish("orders", "from us").await.unwrap();

    assert_eq!(orders.next().await.unwrap().payload, "from us");
    for readable in [true, false, false] {
        let seen = stranger.next().await.unwrap().payload;
        assert_eq!(seen == "plain", readable);
        assert!(!seen.windows(7).any(|part| part == b"from us"));
    }
}

#[tokio::test]
async fn a_recorded_message_counts_once_under_its_subject_and_for_a_minute() {
    let Some(broker) = NatsProcess::start(&[]) else { return };
    let bus = broker.connect("").await;
    let nats = bus.nats_client().unwrap();
    let mut stranger = nats.subscribe("orders.1").await.unwrap();
    let mut orders = bus.subscribe("orders.*").await.unwrap();
    bus.publish("orders.1", "recorded").await.unwrap();
    assert_eq!(orders.next().await.unwrap().payload, "recorded");
    let recorded = stranger.next().await.unwrap().payload;

    for subject in ["orders.1", "orders.2"] {
        nats.publish(subject, recorded.clone()).await.unwrap();
    }
    bus.publish("orders.1", "next").await.unwrap();
    assert_eq!(orders.next().await.unwrap().payload, "next");

    // A subscriber that has not received it yet refuses it once it is old.
    let mut later = bus.subscribe("orders.1").await.unwrap();
    clock::advance(WINDOW + Duration::from_secs(1));
    nats.publish("orders.1", recorded).await.unwrap();
    bus.publish("orders.1", "last").await.unwrap();
    assert_eq!(later.next().await.unwrap().payload, "last");
}

#[tokio::test]
async fn an_answer_of_a_stranger_is_no_answer() {
    let Some(broker) = NatsProcess::start(&[]) else { return };
    let bus = broker.connect("").await;
    let nats = bus.nats_client().unwrap().clone();
    let mut stranger = nats.subscribe("orders").await.unwrap();
    assert!(bus.ping(TEST_TIMEOUT).await);
    tokio::spawn(async move {
        let request = stranger.next().await.unwrap();
        nats.publish(request.reply.unwrap(), "yes".into()).await.unwrap();
    });

    let answer = bus.request("orders", "may we?", HOUR).await;

    assert_eq!(answer, Err(RequestError::Down));
}

/// What was logged while a test ran.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

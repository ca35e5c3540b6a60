//! What every bus guarantees: one suite over the in-process bus and over NATS.
//!
//! NATS takes part when `MUSTER_TEST_BUS_URL` names a server.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::*;
use crate::testing::PATIENCE;

/// Nobody waits for so long: what ends at once is told from what times out.
const HOUR: Duration = Duration::from_secs(3600);
/// What a request may take in the middle of many, on a machine with nothing else to do.
const QUICK: Duration = Duration::from_millis(10);

/// One bus as seen by two parties, with a prefix that no other test uses.
struct Place {
    name: &'static str,
    /// The party that listens.
    bus: Bus,
    /// The sending party: on NATS a separate connection.
    peer: Bus,
    root: String,
}

impl Place {
    fn subject(&self, rest: &str) -> String {
        format!("{}.{rest}", self.root)
    }

    /// Waits until the listener's side has seen all that the peer has sent.
    async fn settle(&self) {
        assert!(self.peer.ping(PATIENCE).await, "{}", self.name);
        assert!(self.bus.ping(PATIENCE).await, "{}", self.name);
    }
}

async fn places() -> Vec<Place> {
    let root = format!("test.{:x}", rand::random::<u64>());
    let local = Bus::in_process();
    let mut places =
        vec![Place { name: "in-process", peer: local.clone(), bus: local, root: root.clone() }];
    match std::env::var("MUSTER_TEST_BUS_URL") {
        Ok(url) => places.push(Place {
            name: "nats",
            bus: Bus::connect(&url).await.unwrap(),
            peer: Bus::connect(&url).await.unwrap(),
            root,
        }),
        Err(_) => println!("skipped: the same over NATS, as MUSTER_TEST_BUS_URL is not set"),
    }
    places
}

async fn next(subscription: &mut Subscription) -> Message {
    let next = tokio::time::timeout(PATIENCE, subscription.next()).await;
    next.expect("a message in time").expect("an open bus")
}

/// Answers every request with its own payload until the bus goes away.
fn answer_with_echo(bus: &Bus, mut requests: Subscription) {
    let bus = bus.clone();
    tokio::spawn(async move {
        while let Some(request) = requests.next().await {
            bus.respond(&request, request.payload.clone()).await.unwrap();
        }
    });
}

#[tokio::test]
async fn a_request_gets_the_answer_of_its_subscriber() {
    for place in places().await {
        let subject = place.subject("ask");
        let mut requests = place.bus.subscribe(&subject).await.unwrap();
        let answering = place.bus.clone();
        tokio::spawn(async move {
            let request = next(&mut requests).await;
            assert_eq!(request.payload, "question");
            answering.respond(&request, "answer").await.unwrap();
        });

        let answer = place.peer.request(&subject, "question", PATIENCE).await;

        assert_eq!(answer.unwrap(), "answer", "{}", place.name);
    }
}

#[tokio::test]
async fn a_plain_message_carries_no_reply_and_answering_it_does_nothing() {
    for place in places().await {
        let subject = place.subject("plain");
        let mut messages = place.bus.subscribe(&subject).await.unwrap();

        place.peer.publish(&subject, "hello").await.unwrap();

        let message = next(&mut messages).await;
        assert_eq!(message, Message { subject, payload: "hello".into(), reply: None });
        assert_eq!(place.bus.respond(&message, "ignored").await, Ok(()));
    }
}

#[tokio::test]
async fn a_request_without_subscribers_fails_at_once() {
    for place in places().await {
        let subject = place.subject("nobody");
        let asking = place.peer.request(&subject, "", HOUR);

        let answer = tokio::time::timeout(PATIENCE, asking).await.expect("it fails at once");
        assert_eq!(answer, Err(RequestError::NoResponders), "{}", place.name);
    }
}

#[tokio::test]
async fn a_request_that_is_not_answered_times_out() {
    for place in places().await {
        let subject = place.subject("silent");
        let _silent = place.bus.subscribe(&subject).await.unwrap();

        let answer = place.peer.request(&subject, "", Duration::from_millis(50)).await;

        assert_eq!(answer, Err(RequestError::TimedOut), "{}", place.name);
    }
}

#[tokio::test]
async fn ending_a_subscription_returns_earlier_messages_and_later_requests_fail_at_once() {
    for place in places().await {
        let subject = place.subject("ending");
        let messages = place.bus.subscribe(&subject).await.unwrap();
        for number in 0..3 {
            place.peer.publish(&subject, number.to_string()).await.unwrap();
        }
        assert!(place.peer.ping(PATIENCE).await, "{}", place.name);

        let rest = messages.end().await;

        let payloads: Vec<&[u8]> = rest.iter().map(|message| &*message.payload).collect();
        assert_eq!(payloads, [b"0", b"1", b"2"], "{}", place.name);
        assert!(rest.iter().all(|message| message.subject == subject), "{}", place.name);
        let answer = place.peer.request(&subject, "", HOUR).await;
        assert_eq!(answer, Err(RequestError::NoResponders), "{}", place.name);
    }
}

#[tokio::test]
async fn patterns_match_what_they_should_and_nothing_else() {
    let subjects = ["a", "a.b", "a.c", "a.b.c", "b.a", "a.b.c.d", "ab"];
    let table: [(&str, &[&str]); 8] = [
        ("a", &["a"]),
        ("a.b", &["a.b"]),
        ("*", &["a", "ab"]),
        ("a.*", &["a.b", "a.c"]),
        ("*.b", &["a.b"]),
        ("a.>", &["a.b", "a.c", "a.b.c", "a.b.c.d"]),
        ("*.*.c", &["a.b.c"]),
        (">", &subjects),
    ];
    for place in places().await {
        for (pattern, expected) in table {
            let mut messages = place.bus.subscribe(&place.subject(pattern)).await.unwrap();
            for subject in subjects {
                place.peer.publish(&place.subject(subject), "").await.unwrap();
            }
            place.settle().await;

            for subject in expected {
                let message = next(&mut messages).await;
                assert_eq!(message.subject, place.subject(subject), "{} {pattern}", place.name);
            }
            let nothing = tokio::time::timeout(Duration::ZERO, messages.next()).await;
            assert!(nothing.is_err(), "{} {pattern}: {nothing:?}", place.name);
        }
    }
}

#[tokio::test]
async fn malformed_subjects_and_too_large_messages_are_refused() {
    for place in places().await {
        for bad in ["", "a..b", "a b", "a.*", "a.>"] {
            assert_eq!(place.bus.publish(bad, "").await, Err(BusDown), "{} {bad}", place.name);
        }
        for bad in ["", "a..b", "a b", "a.>.b"] {
            assert!(place.bus.subscribe(bad).await.is_err(), "{} {bad}", place.name);
        }
        let too_large = vec![0; MAX_PAYLOAD + 1];
        assert_eq!(place.bus.publish("a", too_large).await, Err(BusDown), "{}", place.name);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_of_one_publisher_keep_their_order() {
    for place in places().await {
        let mut messages = place.bus.subscribe(&place.subject("*.order")).await.unwrap();
        let publishers: Vec<_> = (0..4)
            .map(|publisher| {
                let (peer, subject) =
                    (place.peer.clone(), place.subject(&format!("{publisher}.order")));
                tokio::spawn(async move {
                    for number in 0_u32..500 {
                        let payload = number.to_be_bytes().to_vec();
                        peer.publish(&subject, payload).await.unwrap();
                    }
                })
            })
            .collect();

        let mut expected = HashMap::new();
        for _ in 0..4 * 500 {
            let message = next(&mut messages).await;
            let count = expected.entry(message.subject).or_insert(0_u32);
            assert_eq!(message.payload, count.to_be_bytes().to_vec(), "{}", place.name);
            *count += 1;
        }
        for publisher in publishers {
            publisher.await.unwrap();
        }
    }
}

#[tokio::test]
async fn dropping_a_subscription_unsubscribes_it_and_no_other() {
    for place in places().await {
        for pattern in ["gone.a", "gone.*"] {
            let (gone, stays) = (place.subject("gone.a"), place.subject("stays"));
            answer_with_echo(&place.bus, place.bus.subscribe(&stays).await.unwrap());
            let mut listening = place.bus.subscribe(&place.subject(pattern)).await.unwrap();
            place.peer.publish(&gone, "").await.unwrap();
            assert_eq!(next(&mut listening).await.subject, gone);

            drop(listening);
            place.settle().await;

            let answer = place.peer.request(&gone, "", PATIENCE).await;
            assert_eq!(answer, Err(RequestError::NoResponders), "{} {pattern}", place.name);
            assert_eq!(place.peer.request(&stays, "still", PATIENCE).await.unwrap(), "still");
        }
    }
}

#[tokio::test]
async fn a_subscriber_that_is_too_slow_loses_messages_and_blocks_no_one() {
    for place in places().await {
        let subject = place.subject("slow");
        let mut slow = place.bus.subscribe(&subject).await.unwrap();

        let publish_many = async {
            for number in 0..QUEUE_MESSAGES + 500 {
                place.peer.publish(&subject, number.to_string()).await.unwrap();
            }
        };
        tokio::time::timeout(PATIENCE, publish_many).await.expect("publishers do not wait");
        place.settle().await;

        for number in 0..QUEUE_MESSAGES {
            assert_eq!(next(&mut slow).await.payload, number.to_string(), "{}", place.name);
        }
        place.peer.publish(&subject, "after").await.unwrap();
        assert_eq!(next(&mut slow).await.payload, "after", "{}", place.name);
    }
}

#[tokio::test]
async fn a_large_payload_arrives_whole_both_ways() {
    for place in places().await {
        let subject = place.subject("large");
        answer_with_echo(&place.bus, place.bus.subscribe(&subject).await.unwrap());
        let large: Bytes = (0..900 * 1024).map(|index| (index % 251) as u8).collect();

        let answer = place.peer.request(&subject, large.clone(), PATIENCE).await.unwrap();

        assert!(answer == large, "{}", place.name);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_concurrent_requests_each_get_their_own_answer() {
    for place in places().await {
        let subject = place.subject("many");
        answer_with_echo(&place.bus, place.bus.subscribe(&subject).await.unwrap());

        let requests: Vec<_> = (0..1000)
            .map(|number| {
                let (peer, subject) = (place.peer.clone(), subject.clone());
                tokio::spawn(
                    async move { peer.request(&subject, number.to_string(), PATIENCE).await },
                )
            })
            .collect();

        for (number, request) in requests.into_iter().enumerate() {
            let answer = request.await.unwrap();
            assert_eq!(answer.unwrap(), number.to_string(), "{}", place.name);
        }
    }
}

#[tokio::test]
async fn among_ten_thousand_subscriptions_a_request_finds_its_own() {
    for place in places().await {
        ask_among_many(&place).await;
    }
}

#[tokio::test]
#[ignore = "measures: make chaos"]
async fn measured_a_request_is_quick_among_ten_thousand_subscriptions() {
    for place in places().await {
        let mut times = ask_among_many(&place).await;
        times.sort();
        // Far above what it takes; a walk through all subscriptions would be seen.
        println!("summary: bus, {}: p50 {:?} among 10,000 subscriptions", place.name, times[50]);
        assert!(times[50] < QUICK, "{}: {times:?}", place.name);
    }
}

/// How long each of a hundred requests takes, among thousands of listeners.
async fn ask_among_many(place: &Place) -> Vec<Duration> {
    let mut agents = Vec::new();
    for number in 0..10_000 {
        let subject = place.subject(&format!("agent.{number}"));
        agents.push(place.bus.subscribe(&subject).await.unwrap());
    }
    answer_with_echo(&place.bus, agents.swap_remove(5000));

    let mut times = Vec::new();
    for _ in 0..100 {
        let (subject, asked) = (place.subject("agent.5000"), Instant::now());
        assert_eq!(place.peer.request(&subject, "x", PATIENCE).await.unwrap(), "x");
        times.push(asked.elapsed());
    }
    times
}

#[tokio::test]
async fn a_living_bus_answers_a_ping() {
    for place in places().await {
        assert!(place.bus.ping(PATIENCE).await, "{}", place.name);
        assert_eq!(place.bus.is_shared(), place.name == "nats");
    }
}

//! Events for the other replicas: many in one message, as each message costs
//! the broker more than its content.

use super::Event;

/// Events in one message; the numbers of two messages are as far apart.
pub const MOST_EVENTS: u64 = 64;
/// Bytes of a message that has room for more than one event.
const MOST_BYTES: usize = 256 * 1024;
/// An event without a topic: a replica lost some, so every listener must read
/// again.
const LOST: &str = "lost";

/// Events in messages, in their order.
pub fn pack(events: &[Event]) -> Vec<Vec<u8>> {
    let mut parcels: Vec<Vec<u8>> = Vec::new();
    let mut count = MOST_EVENTS;
    for event in events {
        let text = serde_json::to_vec(event).expect("an event is plain JSON");
        match parcels.last_mut() {
            Some(parcel) if count < MOST_EVENTS && parcel.len() + text.len() + 2 <= MOST_BYTES => {
                parcel.pop();
                parcel.push(b',');
                parcel.extend(text);
                parcel.push(b']');
                count += 1;
            }
            _ => {
                parcels.push([b"[", text.as_slice(), b"]"].concat());
                count = 1;
            }
        }
    }
    parcels
}

/// The message that some were lost.
pub fn lost() -> Vec<u8> {
    pack(&[Event::new(LOST, LOST, serde_json::Value::Null)]).remove(0)
}

/// The events in a message. Nothing when a replica lost events, or when a newer
/// replica sends something we do not know.
pub fn unpack(parcel: &[u8]) -> Option<Vec<Event>> {
    match serde_json::from_slice::<Vec<Event>>(parcel) {
        Ok(events) => (!events.iter().any(|event| event.topic == LOST)).then_some(events),
        Err(error) => {
            tracing::warn!(error = %error, "events of another replica could not be decoded");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    proptest! {
        #[test]
        fn events_arrive_in_order_in_messages_that_are_not_too_large(
            sizes in prop::collection::vec(0..MOST_BYTES / 2, 0..9), small in 0_u64..200,
        ) {
            let large = sizes.iter().map(|size| "x".repeat(*size));
            let texts = large.chain((0..small).map(|number| number.to_string()));
            let events: Vec<Event> =
                texts.map(|text| Event::new("runs", "run.output", json!(text))).collect();
            let mut arrived = Vec::new();
            for parcel in pack(&events) {
                prop_assert!(parcel.len() <= MOST_BYTES);
                let unpacked = unpack(&parcel).unwrap();
                prop_assert!(unpacked.len() as u64 <= MOST_EVENTS);
                arrived.extend(unpacked);
            }
            prop_assert_eq!(arrived, events);
        }
    }

    #[test]
    fn an_event_of_any_size_is_sent() {
        let events = [Event::new("runs", "run.output", json!("x".repeat(MOST_BYTES * 2)))];
        assert_eq!(unpack(&pack(&events)[0]).unwrap(), events);
    }

    #[test]
    fn lost_events_and_strange_ones_are_no_events() {
        assert_eq!(unpack(&lost()), None);
        assert_eq!(unpack(b"[{\"nothing\": 1}]"), None);
        assert_eq!(unpack(b"no JSON"), None);
    }
}

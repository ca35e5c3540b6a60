//! What the queue keeps, drops, and makes the session wait for.

use super::*;

fn record(bytes: usize) -> Item {
    Item::Record(0, RecordType::Output, vec![0; bytes])
}

#[test]
fn what_is_dropped_leaves_a_gap_behind_unless_it_must_be_kept() {
    let queue = Queue::default();
    assert!(queue.push(record(MOST_BYTES - OVERHEAD), false));
    assert!(!queue.push(record(0), false));
    assert!(!queue.push(record(0), false));
    assert!(queue.push(record(1), true));
    let items: Vec<Item> = queue.next_batch(None).items.into();
    assert_eq!(items, [record(MOST_BYTES - OVERHEAD), Item::Gap, record(1)]);
    assert!(queue.push(record(2), false));
    assert_eq!(queue.next_batch(None).items, [record(2)]);
}

#[test]
fn the_thread_takes_what_there_is_in_time_or_when_it_is_much_or_the_last() {
    let queue = Queue::default();
    queue.push(record(1), false);
    let soon = Instant::now() + Duration::from_millis(20);
    let batch = queue.next_batch(Some(soon));
    assert!(Instant::now() >= soon);
    assert_eq!((batch.items.len(), batch.ending), (1, None));

    let late = Instant::now() + Duration::from_secs(600);
    queue.push(record(BATCH_BYTES), false);
    assert_eq!(queue.next_batch(Some(late)).items.len(), 1);
    queue.push(record(1), false);
    queue.end(Ending::Finished);
    queue.end(Ending::Abandoned);
    let batch = queue.next_batch(Some(late));
    assert_eq!((batch.items.len(), batch.ending), (1, Some(Ending::Finished)));
    assert!(!queue.wait_to_retry(Duration::from_secs(600)));
}

#[test]
fn a_session_that_has_to_be_recorded_waits_from_its_beginning_to_its_end() {
    let queue = Queue::default();
    assert_eq!((queue.hold(true), queue.hold(false)), (Hold::Behind, Hold::No));
    queue.works();
    assert_eq!(queue.hold(true), Hold::No);
    queue.is_stuck("full".to_owned());
    assert_eq!((queue.hold(true), queue.hold(false)), (Hold::Stuck("full".to_owned()), Hold::No));
    queue.works();
    queue.push(record(ENOUGH_BYTES), false);
    assert_eq!((queue.hold(true), queue.hold(false)), (Hold::Behind, Hold::Behind));
    queue.next_batch(None);
    assert_eq!((queue.hold(true), queue.hold(false)), (Hold::No, Hold::No));
}

#[test]
fn a_session_that_need_not_be_recorded_does_not_wait_for_a_thread_that_hangs() {
    let queue = Queue::default();
    queue.works();
    queue.push(record(ENOUGH_BYTES), false);
    queue.lock().worked = Instant::now().checked_sub(LONGEST_WAIT);
    assert_eq!((queue.hold(true), queue.hold(false)), (Hold::Behind, Hold::No));
}

//! The clocks of a test are its own, and move what waits by them.

use std::time::Duration;

use super::{advance, micros_since_1970, sleep, sleep_until, steady, stop, timeout};

const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
const YEAR_MICROS: i64 = 365 * 24 * 60 * 60 * 1_000_000;

fn on_a_runtime<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

#[tokio::test]
async fn stopped_clocks_show_what_they_showed_until_they_are_advanced() {
    stop();
    let (day, steadily) = (micros_since_1970(), steady());
    tokio::time::sleep(Duration::from_millis(2)).await;
    stop();
    assert_eq!((micros_since_1970(), steady()), (day, steadily));

    advance(YEAR);

    assert_eq!((micros_since_1970(), steady()), (day + YEAR_MICROS, steadily + YEAR));
}

#[tokio::test]
async fn an_advance_wakes_what_sleeps_until_then_and_nothing_else() {
    stop();
    let later = steady() + YEAR * 2;
    let (one, two) = (tokio::spawn(sleep(YEAR)), tokio::spawn(sleep_until(later)));
    // Both sleep by now: tasks of this thread take turns.
    tokio::task::yield_now().await;

    advance(YEAR);
    one.await.unwrap();
    assert!(!two.is_finished());
    advance(YEAR);
    two.await.unwrap();
}

#[tokio::test]
async fn a_timeout_passes_by_the_clock_alone() {
    stop();
    let waiting = tokio::spawn(timeout(YEAR, std::future::pending::<()>()));
    tokio::task::yield_now().await;
    assert!(!waiting.is_finished());
    advance(YEAR);
    assert_eq!(waiting.await.unwrap(), None);
    assert_eq!(timeout(Duration::ZERO, async { 7 }).await, Some(7));
}

#[tokio::test]
async fn clocks_that_were_advanced_go_on() {
    advance(YEAR);
    sleep(Duration::from_millis(1)).await;
}

#[test]
fn no_test_sees_the_clocks_of_another() {
    on_a_runtime(async { advance(YEAR * 50) });
    let unmoved = on_a_runtime(async { micros_since_1970() });
    assert!((unmoved - micros_since_1970()).abs() < YEAR_MICROS);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_thread_of_a_test_sees_its_clocks() {
    stop();
    advance(YEAR);
    let expected = (micros_since_1970(), steady());

    let seen = || (micros_since_1970(), steady());
    assert_eq!(tokio::task::spawn_blocking(seen).await.unwrap(), expected);
    assert_eq!(tokio::spawn(async move { seen() }).await.unwrap(), expected);
}

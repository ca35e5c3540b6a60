//! Whatever the order of events, output goes out whole, in order and in bounds.

use muster_protocol::{End, Outcome};
use proptest::prelude::*;

use super::*;

fn outcome(stdout: u64, stderr: u64) -> Outcome {
    let end = End::Exited { code: 0 };
    let actions = Vec::new();
    Outcome { end, started: 0, seconds: 0.0, stdout, stderr, truncated: false, actions }
}

fn ended(stdout: u64, stderr: u64) -> Run {
    let outcome = Some(outcome(stdout, stderr));
    Run { accepted: true, stdout, stderr, outcome, ..Run::default() }
}

#[test]
fn a_silent_run_is_accepted_and_then_finished() {
    let mut delivery = Delivery::default();
    assert_eq!(delivery.next(&Run::default()), None);

    let run = ended(0, 0);
    assert_eq!(delivery.next(&run), Some(Step::Accepted));
    delivery.sent(&Step::Accepted);
    assert_eq!(delivery.next(&run), Some(Step::Finished));
    delivery.sent(&Step::Finished);
    assert_eq!(delivery.next(&run), None);

    delivery.resend();
    assert_eq!(delivery.next(&run), Some(Step::Accepted));
}

#[test]
fn a_full_window_waits_for_the_server() {
    let run = ended(OUTPUT_WINDOW_BYTES * 2, 0);
    let mut delivery = Delivery::resumed(0, 0);
    while let Some(step) = delivery.next(&run) {
        delivery.sent(&step);
    }
    assert_eq!(delivery.sent.stdout, OUTPUT_WINDOW_BYTES);

    delivery.stored(OUTPUT_WINDOW_BYTES, 0);
    assert!(matches!(delivery.next(&run), Some(Step::Output { .. })));
}

proptest! {
    #[test]
    fn output_goes_out_without_gaps_and_within_the_window(
        stdout in 0..3_000_000u64,
        stderr in 0..3_000_000u64,
        resumed_stdout in 0..4_000_000u64,
        resumed_stderr in 0..4_000_000u64,
        acknowledge_every in 1..40usize,
    ) {
        let run = ended(stdout, stderr);
        let mut delivery = Delivery::resumed(resumed_stdout, resumed_stderr);
        let (mut at_stdout, mut at_stderr) = (resumed_stdout, resumed_stderr);
        let mut finished = false;
        for round in 0.. {
            let Some(step) = delivery.next(&run) else {
                if finished {
                    break;
                }
                delivery.stored(at_stdout, at_stderr);
                prop_assert!(delivery.next(&run).is_some(), "stuck with everything stored");
                continue;
            };
            prop_assert!(!finished, "something was said after the end");
            match &step {
                Step::Output { stream, offset, length } => {
                    let at = if *stream == Stream::Stdout { &mut at_stdout } else { &mut at_stderr };
                    prop_assert_eq!(*at, *offset);
                    prop_assert!(*length > 0 && *length <= OUTPUT_CHUNK_BYTES);
                    *at += *length as u64;
                }
                Step::Finished => finished = true,
                Step::Accepted => prop_assert!(false, "a resumed run is known"),
            }
            delivery.sent(&step);
            prop_assert!(delivery.unacknowledged() <= OUTPUT_WINDOW_BYTES);
            if round % acknowledge_every == 0 {
                delivery.stored(at_stdout, at_stderr);
            }
        }
        prop_assert_eq!(at_stdout, stdout.max(resumed_stdout));
        prop_assert_eq!(at_stderr, stderr.max(resumed_stderr));
    }
}

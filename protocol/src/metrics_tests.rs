//! What was added with protocol 7 still parses.

use crate::tests::holds;
use crate::*;

#[test]
fn what_is_said_about_metrics_in_protocol_7_still_parses() {
    holds("7-metrics", &FromAgent::Metrics { block: vec![1, 0, 255] });
    holds("7-metrics-stored", &ToAgent::MetricsStored { through: 29_911_837 });
}

#[test]
fn a_block_travels_as_bytes() {
    // A list of numbers would take two bytes for most of them.
    let block = vec![200; 1000];
    let frame = encode(&FromAgent::Metrics { block: block.clone() });
    assert_eq!(frame.len(), 1000 + "Metrics".len() + "block".len() + 7);
    assert_eq!(decode::<FromAgent>(&frame).unwrap(), FromAgent::Metrics { block });
}

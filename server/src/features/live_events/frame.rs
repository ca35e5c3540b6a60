//! Events as they are sent.

use serde_json::json;

use super::topic::may_receive;
use crate::events::catalogue::{AGENT_MOVED, AGENT_REMOVED, AgentRef, Topic};
use crate::events::{LoggedEvent, Viewer};

/// The event as this viewer sees it: a frame for each of the topics that
/// carry it, so that followers of one of them need not know the others.
pub fn frames(viewer: &Viewer, topics: &[Topic], entry: &LoggedEvent) -> Vec<String> {
    let carrying = topics.iter().filter(|topic| topic.carries(&entry.event));
    carrying.filter_map(|topic| frame(viewer, topic, entry)).collect()
}

fn frame(viewer: &Viewer, topic: &Topic, entry: &LoggedEvent) -> Option<String> {
    let event = &entry.event;
    if may_receive(viewer, topic, event) {
        return Some(text(entry, topic, event.kind(), &entry.data));
    }
    // The agent moved out of this viewer's scope: for them it is removed.
    let agent_id = event.agent_id().filter(|_| AGENT_MOVED.is(event))?.to_owned();
    viewer.saw_former_location(event).then(|| {
        let data = json!(AgentRef { agent_id }).to_string();
        text(entry, topic, AGENT_REMOVED.as_str(), &data)
    })
}

/// The event with other data: for viewers who see only a part of its subject.
pub fn frame_with_data(topic: &Topic, entry: &LoggedEvent, data: &serde_json::Value) -> String {
    text(entry, topic, entry.event.kind(), &data.to_string())
}

/// The frame for a viewer who missed events.
pub fn resync(newest: u64) -> String {
    json!({ "type": "resync", "seq": newest }).to_string()
}

/// The data is JSON text already, so it is not parsed and written again for each
/// viewer.
fn text(entry: &LoggedEvent, topic: &Topic, kind: &str, data: &str) -> String {
    let (topic, kind) = (json!(topic.name()), json!(kind));
    let time = json!(entry.time);
    format!(r#"{{"seq":{},"time":{time},"topic":{topic},"type":{kind},"data":{data}}}"#, entry.seq)
}

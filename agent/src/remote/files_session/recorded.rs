//! What a recording has of the work with files: one event for each request that shows or
//! changes something, with what came of it.

use muster_remote::recording::RecordType;
use serde_json::{Value, json};

use super::desk::Desk;
use super::transfers::Transfer;
use crate::remote::files::{DownloadRequest, Request, UncheckedPath, UploadRequest};
use crate::remote::helper::audience::Audience;

/// Paths of an archive that are recorded one by one.
const MOST_PATHS: usize = 100;

/// The event of a request that is not done yet; none for one that is nothing to record.
pub fn event_of(request: &Request, user: &str) -> Option<Value> {
    let (event, path) = match request {
        Request::Roots
        | Request::Stat { .. }
        | Request::UploadHashes { .. }
        | Request::Cancel { .. } => return None,
        // One page of a list is enough.
        Request::List { after: Some(_), .. } => return None,
        Request::List { path, .. } => ("list", path),
        Request::MakeFolder { path } => ("make", path),
        Request::Rename { from, to, .. } => (name_of_rename(from, to), from),
        Request::Copy { from, .. } => ("copy", from),
        Request::Delete { path } => ("delete", path),
        // Its content leaves the computer, as that of a download does.
        Request::ReadText { path } => ("download", path),
        Request::WriteText { path, .. } => ("edit", path),
        Request::SetPermissions { path, .. } => ("permissions", path),
        Request::SetOwner { path, .. } => ("owner", path),
        Request::Upload(UploadRequest { path, .. }) => ("upload", path),
        Request::Download(DownloadRequest { path, .. }) => ("download", path),
        Request::Zip { paths } => ("zip", paths.first()?),
    };
    let mut found = json!({ "event": event, "path": path.as_str(), "user": user });
    match request {
        Request::Rename { to, .. } | Request::Copy { to, .. } => found["to"] = json!(to.as_str()),
        Request::SetPermissions { mode, read_only, .. } => {
            found["mode"] = json!(mode.map(|mode| format!("{mode:o}")));
            found["read_only"] = json!(read_only);
        }
        Request::SetOwner { owner, group, .. } => {
            (found["owner"], found["group"]) = (json!(owner), json!(group));
        }
        Request::Zip { paths } => {
            let some: Vec<&str> =
                paths.iter().take(MOST_PATHS).map(UncheckedPath::as_str).collect();
            (found["paths"], found["count"]) = (json!(some), json!(paths.len()));
        }
        Request::Upload(UploadRequest { size, .. }) => found["size"] = json!(size),
        _ => {}
    }
    Some(found)
}

/// In the same folder it has another name, elsewhere it was moved.
fn name_of_rename(from: &UncheckedPath, to: &UncheckedPath) -> &'static str {
    let folder = |path: &UncheckedPath| {
        let path = path.as_str();
        path.rfind(['/', '\\']).map(|end| path[..end].to_owned())
    };
    if folder(from) == folder(to) { "rename" } else { "move" }
}

impl Desk {
    /// Remembers what is to be recorded of a request, once it is known what came of it.
    pub(super) fn expect(&mut self, audience: &Audience, id: u64, request: &Request) {
        if audience.recorder.is_some()
            && let Some(event) = event_of(request, &self.user)
        {
            self.events.insert(id, event);
        }
    }

    /// Records what came of a request, as it was answered.
    pub(super) fn record_answer(&mut self, audience: &Audience, id: u64, answer: &str) {
        if !self.events.contains_key(&id) {
            return;
        }
        let answer: Value = serde_json::from_str(answer).unwrap_or_default();
        let (ok, error) = (&answer["ok"], &answer["error"]);
        let fields = match ok.is_object() {
            true => json!({
                "ok": true, "items": ok["items"], "sha256": ok["hash"],
                "bytes": if ok["bytes"].is_null() { &ok["size"] } else { &ok["bytes"] },
            }),
            false => json!({ "ok": false, "code": error["code"], "problem": error["message"] }),
        };
        self.record_end(audience, id, fields);
    }

    /// Records the end of a request.
    pub(super) fn record_end(&mut self, audience: &Audience, id: u64, fields: Value) {
        let Some(mut event) = self.events.remove(&id) else { return };
        if let Some(transfer) = self.transfers.find(id) {
            event["bytes"] = json!(match transfer {
                Transfer::In(inflow) => inflow.received(),
                Transfer::Out(outflow) => outflow.sent(),
            });
        }
        if let (Some(event), Value::Object(fields)) = (event.as_object_mut(), fields) {
            event.extend(fields.into_iter().filter(|(_, value)| !value.is_null()));
        }
        audience.record(RecordType::Event, event.to_string().as_bytes());
    }

    /// Records what is not done when the viewer does not come back.
    pub(super) fn record_rest(&mut self, audience: &Audience) {
        let mut rest: Vec<u64> = self.events.keys().copied().collect();
        rest.sort_unstable();
        for id in rest {
            let fields = json!({ "ok": false, "problem": "It was not finished." });
            self.record_end(audience, id, fields);
        }
    }
}

//! Parts of recordings of remote sessions: one on the way at a time, acknowledged once it
//! is stored or refused for ever.

use anyhow::bail;
use muster_protocol::ToAgent;

use super::connection::Connection;
use crate::domain::recordings::{PendingPart, Receipt, store_soon};

impl Connection {
    /// Begins to store a part. What is wrong with it the agent learns by the answer.
    pub(super) fn receive_recording(&mut self, part: Vec<u8>) -> anyhow::Result<()> {
        if !self.recording.is_none() {
            bail!("the agent sent a part of a recording before its last one was acknowledged");
        }
        self.recording = store_soon(&self.app, self.agent.id, part);
        Ok(())
    }

    pub(super) async fn acknowledge_recording(&mut self, receipt: Receipt) -> anyhow::Result<()> {
        self.recording = PendingPart::default();
        let Receipt { session, began, index, code } = receipt;
        let code = code.to_owned();
        self.send(&ToAgent::RecordingStored { session, began, index, code }).await
    }
}

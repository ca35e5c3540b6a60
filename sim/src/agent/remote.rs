//! Remote sessions of a simulated computer: terminals, and nothing else.

use std::sync::Arc;

use muster_protocol::{Answer, OpenRemote, OpenedRemote, Question};
use muster_remote::{Grant, Kind};

use super::Agent;
use crate::answers;
use crate::remote::helper;

impl Agent {
    /// Lets a viewer in, in a task of its own.
    pub(super) fn open_remote(&self, question: &Question) -> Answer {
        let open: OpenRemote = match question.read() {
            Ok(open) => open,
            Err(error) => return Answer::Failed(error.to_string()),
        };
        match serde_json::from_str::<Grant>(&open.grant) {
            Ok(grant) if grant.kind == Kind::Terminal => {}
            Ok(_) => return Answer::Failed("a simulated computer has only terminals".to_owned()),
            Err(error) => return Answer::Failed(error.to_string()),
        }
        let (identity, common) = (Arc::clone(&self.identity), Arc::clone(&self.common));
        tokio::spawn(helper::serve(self.number, open, identity, common));
        answers::data(&OpenedRemote::default())
    }
}

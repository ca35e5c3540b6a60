//! The content of a viewer's transfers, and what becomes of it when the viewer leaves.

use muster_remote::{Frame, StreamError};
use serde_json::json;
use tokio::time::Instant;

use super::content::{Piece, Source, Written};
use super::desk::Desk;
use super::inflow::Inflow;
use super::message::{self, CHANNEL, channel_of, refusal, sent};
use super::outflow::Outflow;
use super::step::{Content, Done, Reply};
use super::transfers::Transfer;
use crate::remote::files::{FileProblem, ProblemCode};
use crate::remote::helper::audience::Audience;

impl Desk {
    /// Acts on what a thread has done.
    pub fn act(&mut self, audience: &Audience, id: u64, done: Done) {
        match done {
            Done::Progress(progress) => {
                audience.control(&self.viewer, CHANNEL, &message::progress(id, progress));
            }
            Done::Answered(text, is_refusal) => self.answered(audience, id, text, is_refusal),
            Done::Begun(text, content) => self.begun(audience, id, text, content),
            Done::Written(written) => self.written(audience, id, written),
            Done::Read(source, piece) => self.has_read(audience, id, source, piece),
            Done::Lost => {
                let message = "The agent made a mistake with this request.";
                let problem = FileProblem::new(ProblemCode::Io, message);
                self.running.remove(&id);
                self.end_transfer(audience, id, &problem);
                self.start_waiting();
            }
        }
    }

    /// A viewer sent something on a channel of content. What is not known any more is
    /// ignored: it was on its way when the transfer ended.
    pub fn take(
        &mut self,
        audience: &Audience,
        channel: u16,
        frame: Frame<'_>,
    ) -> Result<(), StreamError> {
        match (self.transfers.on(channel), frame) {
            (Some((id, Transfer::In(inflow))), Frame::Data { offset, bytes }) => {
                inflow.take(offset, bytes)?;
                inflow.write(|| Reply::new(&self.steps, self.number, id));
            }
            (Some((_, Transfer::Out(outflow))), Frame::Credit { received, limit }) => {
                outflow.credit(received, limit)?;
                self.pump(audience);
            }
            (None, Frame::Credit { received, limit })
                if self.running.values().any(|running| channel_of(running.transfer) == channel) =>
            {
                self.credits.insert(channel, (received, limit));
            }
            _ => {}
        }
        Ok(())
    }

    /// Sends and reads on, as far as there is room.
    pub fn pump(&mut self, audience: &Audience) {
        self.transfers.send(audience, &self.viewer);
        let mut over = Vec::new();
        for (id, outflow) in self.transfers.outflows() {
            outflow.read(|| Reply::new(&self.steps, self.number, id));
            over.extend(outflow.take_end().map(|size| (id, size)));
        }
        for (id, size) in over {
            self.files.end(id);
            let hash = self.transfers.hash_of(id);
            self.record_end(audience, id, json!({ "ok": true, "bytes": size, "sha256": hash }));
            self.say(audience, sent(id, size), true);
        }
        self.transfers.forget_received();
    }

    /// The viewer has gone.
    pub fn leave(&mut self) {
        self.left = Some(Instant::now());
    }

    /// The viewer has come back, as another one.
    pub fn resume(&mut self, audience: &Audience, viewer: &str) {
        viewer.clone_into(&mut self.viewer);
        self.left = None;
        for text in self.said.all() {
            audience.frame(viewer, CHANNEL, &Frame::Control(text));
        }
        for (_, transfer) in self.transfers.all() {
            match transfer {
                Transfer::In(inflow) => inflow.invite(audience, viewer),
                Transfer::Out(outflow) => outflow.resume(),
            }
        }
    }

    /// Has everything stop that runs. Uploads keep what they have brought.
    pub fn close(&mut self, audience: &Audience) {
        self.record_rest(audience);
        self.files.cancel_all();
    }

    fn begun(&mut self, audience: &Audience, id: u64, text: String, content: Content) {
        let Some(running) = self.running.remove(&id) else { return };
        let transfer = running.transfer;
        let path = self.paths.remove(&transfer).unwrap_or_default();
        let credit = self.credits.remove(&channel_of(transfer));
        if let Some(keep) = running.cancelled {
            give_up(content, keep);
            self.record_answer(audience, transfer, &refusal(id, &FileProblem::cancelled()));
            self.end_transfer(audience, id, &FileProblem::cancelled());
        } else if !self.transfers.has_room_for(transfer) {
            give_up(content, true);
            let message = "Too many transfers run, or another one uses the same channel.";
            let problem = FileProblem::new(ProblemCode::TooLarge, message);
            self.record_answer(audience, transfer, &refusal(id, &problem));
            self.end_transfer(audience, id, &problem);
        } else {
            // Said again later it would be taken for the last answer.
            self.say(audience, text, id != transfer);
            self.begin(audience, transfer, path, content, credit);
        }
        self.start_waiting();
    }

    fn begin(
        &mut self,
        audience: &Audience,
        id: u64,
        path: String,
        content: Content,
        credit: Option<(u64, u64)>,
    ) {
        // Nobody else needs it.
        let is_hashed = self.events.contains_key(&id);
        let source = match content {
            Content::Upload(upload) => {
                let is_complete = upload.is_complete();
                let mut inflow = Inflow::new(id, path, upload, is_hashed);
                inflow.invite(audience, &self.viewer);
                if is_complete {
                    inflow.write(|| self.reply(id));
                }
                return self.transfers.add(id, Transfer::In(inflow));
            }
            Content::Download(download) => Source::of_file(*download, is_hashed),
            Content::Zip(archive) => Source::Archive(archive),
        };
        let mut outflow = Outflow::new(id, source);
        if let Some((received, limit)) = credit
            && let Err(error) = outflow.credit(received, limit)
        {
            tracing::debug!(%error, id, "a credit that came early is of no use");
        }
        self.transfers.add(id, Transfer::Out(outflow));
        self.pump(audience);
    }

    fn written(&mut self, audience: &Audience, id: u64, written: Result<Written, FileProblem>) {
        let Some(Transfer::In(inflow)) = self.transfers.find(id) else { return };
        match written {
            Ok(Written::Some(count)) => {
                if inflow.written(audience, &self.viewer, count) {
                    inflow.write(|| Reply::new(&self.steps, self.number, id));
                }
            }
            Ok(Written::All(answer, hash)) => {
                let fields = json!({ "ok": true, "sha256": hash });
                self.record_end(audience, id, fields);
                self.transfers.remove(id);
                if let Ok(text) = message::answer(id, &answer) {
                    self.say(audience, text, true);
                }
            }
            Err(problem) => self.end_transfer(audience, id, &problem),
        }
    }

    fn has_read(
        &mut self,
        audience: &Audience,
        id: u64,
        source: Source,
        piece: Result<Piece, FileProblem>,
    ) {
        let Some(Transfer::Out(outflow)) = self.transfers.find(id) else { return };
        let piece = match piece {
            Ok(piece) => piece,
            Err(problem) => return self.end_transfer(audience, id, &problem),
        };
        outflow.add(source, &piece);
        if let Some((index, hash)) = &piece.chunk {
            audience.control(&self.viewer, CHANNEL, &message::chunk(id, *index, hash));
        }
        self.pump(audience);
    }

    fn end_transfer(&mut self, audience: &Audience, id: u64, problem: &FileProblem) {
        self.record_answer(audience, id, &refusal(id, problem));
        self.transfers.remove(id);
        self.files.end(id);
        self.refuse(audience, id, problem);
    }
}

/// Nobody wants it any more.
fn give_up(content: Content, keep: bool) {
    if let Content::Upload(upload) = content
        && !keep
    {
        tokio::task::spawn_blocking(move || upload.discard());
    }
}

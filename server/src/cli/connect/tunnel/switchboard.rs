//! The connections of one pipe: each has a channel and a task of its own.

use std::collections::{HashMap, VecDeque};
use std::ops::RangeInclusive;
use std::time::Duration;

use muster_remote::Frame;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::connection::{self, Finished};
use super::inbox::{self, Slot};
use crate::cli::connect::message;
use crate::cli::connect::target::Target;
use crate::remote_viewer::{Gone, Outbox, Pipe, SESSION};

/// One channel for each connection; further ones wait until one is free.
const CHANNELS: RangeInclusive<u16> = 1..=64;

/// After a failure to accept, such as too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Carries connections until the pipe is gone, and returns why. Those that are open then
/// are reset.
pub async fn carry(pipe: &mut Pipe, listener: &TcpListener, target: &Target) -> Gone {
    let mut board = Switchboard::new(pipe.outbox(), target);
    let gone = loop {
        tokio::select! {
            plain = pipe.next() => {
                if let Err(gone) = plain.and_then(|plain| board.receive(plain)) {
                    break gone;
                }
            }
            accepted = listener.accept(), if !board.free.is_empty() => match accepted {
                Ok((socket, _)) => board.add(socket),
                Err(_) => sleep(ACCEPT_PAUSE).await,
            },
            Some(finished) = board.tasks.join_next() => {
                if let Ok(finished) = finished {
                    board.remove(finished);
                }
            }
        }
    };
    // Each connection ends itself when it gets nothing more.
    board.tasks.detach_all();
    gone
}

struct Switchboard<'a> {
    outbox: Outbox,
    target: &'a Target,
    open: HashMap<u16, Slot>,
    /// The one that rests longest comes first.
    free: VecDeque<u16>,
    tasks: JoinSet<Finished>,
}

impl<'a> Switchboard<'a> {
    fn new(outbox: Outbox, target: &'a Target) -> Self {
        let (open, free) = (HashMap::new(), CHANNELS.collect());
        Self { outbox, target, open, free, tasks: JoinSet::new() }
    }

    fn add(&mut self, socket: TcpStream) {
        let Some(channel) = self.free.pop_front() else { return };
        let (slot, inbox) = inbox::create();
        self.open.insert(channel, slot);
        let (outbox, target) = (self.outbox.clone(), self.target.clone());
        self.tasks.spawn(connection::carry(channel, socket, outbox, inbox, target));
    }

    fn receive(&mut self, plain: Vec<u8>) -> Result<(), Gone> {
        let (channel, frame) = Frame::decode(&plain).map_err(Gone::ended)?;
        if channel == SESSION {
            return message::hear(frame).map(|_| ());
        }
        // What is still on its way to a connection that has ended is ignored.
        let is_taken = self.open.get(&channel).is_none_or(|slot| slot.push(plain));
        if !is_taken {
            self.open.remove(&channel);
        }
        Ok(())
    }

    fn remove(&mut self, finished: Finished) {
        self.open.remove(&finished.channel);
        // The agent may still say something about one that it has not closed: it rests.
        match finished.is_agreed {
            true => self.free.push_front(finished.channel),
            false => self.free.push_back(finished.channel),
        }
    }
}

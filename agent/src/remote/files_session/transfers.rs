//! The transfers of one viewer, by their channels.

use std::collections::BTreeMap;

use super::inflow::Inflow;
use super::message::channel_of;
use super::outflow::Outflow;
use crate::remote::helper::audience::Audience;

/// Transfers of a viewer at once; each keeps some content in memory.
const MOST: usize = 32;

/// What was sent as a whole is kept for those whose connection breaks at the end of it.
const MOST_OVER: usize = 2;

/// One transfer.
pub enum Transfer {
    /// From the viewer.
    In(Inflow),
    /// To the viewer.
    Out(Outflow),
}

/// The transfers of one viewer, by their channels.
#[derive(Default)]
pub struct Transfers(BTreeMap<u16, (u64, Transfer)>);

impl Transfers {
    /// Whether one more may begin on the channel of a request.
    pub fn has_room_for(&self, id: u64) -> bool {
        let is_free = match self.0.get(&channel_of(id)) {
            Some((_, Transfer::Out(outflow))) => outflow.is_over,
            Some(_) => false,
            None => true,
        };
        is_free && self.0.len() < MOST
    }

    /// Adds one.
    pub fn add(&mut self, id: u64, transfer: Transfer) {
        let is_over = |(_, transfer): &(u64, Transfer)| matches!(transfer, Transfer::Out(outflow) if outflow.is_over);
        let over: Vec<u16> = self
            .0
            .iter()
            .filter_map(|(channel, known)| is_over(known).then_some(*channel))
            .collect();
        for channel in over.iter().take(over.len().saturating_sub(MOST_OVER)) {
            self.0.remove(channel);
        }
        self.0.insert(channel_of(id), (id, transfer));
    }

    /// Takes one out, which has ended.
    pub fn remove(&mut self, id: u64) -> Option<Transfer> {
        let is_it = self.0.get(&channel_of(id)).is_some_and(|(known, _)| *known == id);
        is_it.then(|| self.0.remove(&channel_of(id))).flatten().map(|(_, transfer)| transfer)
    }

    /// That of a request.
    pub fn find(&mut self, id: u64) -> Option<&mut Transfer> {
        let found = self.0.get_mut(&channel_of(id)).filter(|(known, _)| *known == id);
        found.map(|(_, transfer)| transfer)
    }

    /// SHA-256 of what was sent for a request, in hex, where that is known.
    pub fn hash_of(&mut self, id: u64) -> Option<String> {
        match self.find(id)? {
            Transfer::Out(outflow) => outflow.hash.clone(),
            Transfer::In(_) => None,
        }
    }

    /// That on a channel, and its request.
    pub fn on(&mut self, channel: u16) -> Option<(u64, &mut Transfer)> {
        self.0.get_mut(&channel).map(|(id, transfer)| (*id, transfer))
    }

    /// All of them.
    pub fn all(&mut self) -> impl Iterator<Item = (u64, &mut Transfer)> {
        self.0.values_mut().map(|(id, transfer)| (*id, transfer))
    }

    /// Those that go to the viewer.
    pub fn outflows(&mut self) -> impl Iterator<Item = (u64, &mut Outflow)> {
        self.all().filter_map(|(id, transfer)| match transfer {
            Transfer::Out(outflow) => Some((id, outflow)),
            Transfer::In(_) => None,
        })
    }

    /// Sends what there is and room for, a piece of each in turn.
    pub fn send(&mut self, audience: &Audience, viewer: &str) {
        let mut is_more = true;
        while is_more {
            is_more = false;
            for (_, outflow) in self.outflows() {
                if !audience.has_room(viewer) {
                    return;
                }
                is_more |= outflow.send(audience, viewer);
            }
        }
    }

    /// Forgets what the viewer has.
    pub fn forget_received(&mut self) {
        self.0.retain(|_, (_, transfer)| match transfer {
            Transfer::Out(outflow) => !outflow.is_received(),
            Transfer::In(_) => true,
        });
    }

    /// Takes out all uploads to a path, and those whose requests they were.
    pub fn take_uploads_to(&mut self, path: &str) -> Vec<(u64, Inflow)> {
        let is_it = |transfer: &Transfer| match transfer {
            Transfer::In(inflow) => inflow.path == path,
            Transfer::Out(_) => false,
        };
        let found: Vec<u64> =
            self.all().filter_map(|(id, transfer)| is_it(transfer).then_some(id)).collect();
        let taken = found.into_iter().filter_map(|id| match self.remove(id) {
            Some(Transfer::In(inflow)) => Some((id, inflow)),
            _ => None,
        });
        taken.collect()
    }
}

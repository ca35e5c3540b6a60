//! Adding points to those that are stored: each time once, full ones moved on.

use super::codec::{decode, encode};
use super::point::HistoryPoint;

/// Points that stay with the result. As many become a row of their own.
const FULL: usize = 60;

/// The newest points of a result, and what has to be stored of them.
pub struct PointStore {
    /// In the order of time.
    points: Vec<HistoryPoint>,
    full: Vec<PointBlock>,
    has_changed: bool,
}

/// Points that become a row of their own.
#[derive(Debug, PartialEq, Eq)]
pub struct PointBlock {
    /// Of the first point, milliseconds since 1970.
    pub start: i64,
    /// Of the last one.
    pub end: i64,
    pub data: Vec<u8>,
}

impl PointStore {
    /// The points of a row. What cannot be read is left out.
    pub fn read(stored: Option<&[u8]>) -> Self {
        let points = stored.map(unpack).unwrap_or_default();
        Self { points, full: Vec::new(), has_changed: false }
    }

    /// Whether a time is before all points here: its point may be in an older row.
    pub fn is_before(&self, time: i64) -> bool {
        self.points.first().is_none_or(|first| time < first.time)
    }

    /// Adds a point unless there is one of that time. Returns whether it was new.
    pub fn add(&mut self, point: HistoryPoint) -> bool {
        let Err(position) = self.points.binary_search_by_key(&point.time, |known| known.time)
        else {
            return false;
        };
        self.points.insert(position, point);
        self.has_changed = true;
        if self.points.len() >= FULL {
            // The newest one stays: one that comes again at once is found here.
            let newest = self.points.pop();
            self.full.extend(PointBlock::pack(&self.points));
            self.points = newest.into_iter().collect();
        }
        true
    }

    pub fn has_changed(&self) -> bool {
        self.has_changed
    }

    /// What belongs into the row.
    pub fn packed(&self) -> Vec<u8> {
        encode(&self.points)
    }

    /// What belongs into rows of its own.
    pub fn take_full(&mut self) -> Vec<PointBlock> {
        std::mem::take(&mut self.full)
    }
}

impl PointBlock {
    fn pack(points: &[HistoryPoint]) -> Option<Self> {
        let (first, last) = (points.first()?, points.last()?);
        Some(Self { start: first.time, end: last.time, data: encode(points) })
    }

    /// A stored row with one more point; none if it has one of that time.
    pub fn with(data: &[u8], point: HistoryPoint) -> Option<Self> {
        let mut points = unpack(data);
        let position = points.binary_search_by_key(&point.time, |known| known.time).err()?;
        points.insert(position, point);
        Self::pack(&points)
    }
}

/// Unpacks what is stored; the log says what cannot be read.
pub fn unpack(data: &[u8]) -> Vec<HistoryPoint> {
    decode(data).unwrap_or_else(|| {
        tracing::error!("the stored history of a check could not be read and is left out");
        Vec::new()
    })
}

#[cfg(test)]
mod tests {
    use super::super::point::PointState;
    use super::*;

    fn point(time: i64) -> HistoryPoint {
        HistoryPoint {
            time,
            value: time * 10,
            state: PointState::Passing,
            retcode: None,
            latency: None,
            text: String::new(),
        }
    }

    #[test]
    fn a_point_is_stored_once_and_in_its_order() {
        let mut store = PointStore::read(None);
        assert!(store.is_before(5) && store.add(point(5)) && store.add(point(9)));
        assert!(store.add(point(7)) && !store.add(point(7)));
        assert!(!store.is_before(5) && store.is_before(4));
        let again = PointStore::read(Some(&store.packed()));
        assert_eq!(again.points, [point(5), point(7), point(9)]);
        assert!(store.has_changed() && !again.has_changed());
    }

    #[test]
    fn points_that_are_enough_become_a_row_of_their_own() {
        let mut store = PointStore::read(None);
        for time in 1..=150 {
            store.add(point(time));
        }
        let full = store.take_full();
        let ranges: Vec<(i64, i64)> = full.iter().map(|block| (block.start, block.end)).collect();
        assert_eq!(ranges, [(1, 59), (60, 118)]);
        assert_eq!(unpack(&full[1].data).len(), 59);
        assert_eq!(store.points.first(), Some(&point(119)));
        assert!(store.take_full().is_empty());
    }

    #[test]
    fn a_late_point_is_added_to_the_row_of_its_time() {
        let mut store = PointStore::read(None);
        for time in (2..=130).step_by(2) {
            store.add(point(time));
        }
        let block = store.take_full().remove(0);
        let more = PointBlock::with(&block.data, point(3)).unwrap();
        assert_eq!((more.start, more.end), (block.start, block.end));
        assert_eq!(unpack(&more.data)[..3], [point(2), point(3), point(4)]);
        assert_eq!(PointBlock::with(&more.data, point(3)), None);
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        assert_eq!(PointStore::read(Some(b"no points")).points, []);
    }
}

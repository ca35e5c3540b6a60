//! Points as bytes: what is as expected takes none.
//!
//! A byte says which parts follow. Times are kept as how much longer the pause was
//! than the one before, values as their difference; return code and text only
//! where they change.

use super::point::{HistoryPoint, PointState};

/// Names this way of packing.
const FORMAT: u8 = 1;
const SAME_PAUSE: u8 = 1 << 2;
const SAME_VALUE: u8 = 1 << 3;
const OTHER_CODE: u8 = 1 << 4;
const HAS_LATENCY: u8 = 1 << 5;
const OTHER_TEXT: u8 = 1 << 6;

/// Packs points.
pub fn encode(points: &[HistoryPoint]) -> Vec<u8> {
    let mut bytes = vec![FORMAT];
    let mut last = Last::default();
    for point in points {
        let pause = point.time.wrapping_sub(last.time);
        let flags = [
            (SAME_PAUSE, pause == last.pause),
            (SAME_VALUE, point.value == last.value),
            (OTHER_CODE, point.retcode != last.retcode),
            (HAS_LATENCY, point.latency.is_some()),
            (OTHER_TEXT, point.text != last.text),
        ];
        let flags = flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag);
        bytes.push(flags.fold(point.state.code(), |all, flag| all | flag));
        if pause != last.pause {
            push_signed(&mut bytes, pause.wrapping_sub(last.pause));
        }
        if point.value != last.value {
            push_signed(&mut bytes, point.value.wrapping_sub(last.value));
        }
        if point.retcode != last.retcode {
            bytes.push(u8::from(point.retcode.is_some()));
            push_signed(&mut bytes, point.retcode.unwrap_or(0));
        }
        if let Some(latency) = point.latency {
            push_signed(&mut bytes, latency.wrapping_sub(last.latency));
        }
        if point.text != last.text {
            push(&mut bytes, point.text.len() as u64);
            bytes.extend_from_slice(point.text.as_bytes());
        }
        last.follow(point, pause);
    }
    bytes
}

/// Unpacks points; none if these are not bytes of [`encode`].
pub fn decode(bytes: &[u8]) -> Option<Vec<HistoryPoint>> {
    let (format, mut rest) = bytes.split_first()?;
    if *format != FORMAT {
        return None;
    }
    let (mut points, mut last) = (Vec::new(), Last::default());
    while let Some((flags, after)) = rest.split_first() {
        rest = after;
        let has = |flag: u8| flags & flag != 0;
        let longer = if has(SAME_PAUSE) { 0 } else { take_signed(&mut rest)? };
        let pause = last.pause.wrapping_add(longer);
        let change = if has(SAME_VALUE) { 0 } else { take_signed(&mut rest)? };
        let retcode = if has(OTHER_CODE) { take_code(&mut rest)? } else { last.retcode };
        let latency = match has(HAS_LATENCY) {
            true => Some(last.latency.wrapping_add(take_signed(&mut rest)?)),
            false => None,
        };
        let text = if has(OTHER_TEXT) { take_text(&mut rest)? } else { last.text.clone() };
        let point = HistoryPoint {
            time: last.time.wrapping_add(pause),
            value: last.value.wrapping_add(change),
            state: PointState::of_code(*flags),
            retcode,
            latency,
            text,
        };
        last.follow(&point, pause);
        points.push(point);
    }
    Some(points)
}

/// What the next point is compared with.
#[derive(Default)]
struct Last {
    time: i64,
    pause: i64,
    value: i64,
    retcode: Option<i64>,
    latency: i64,
    text: String,
}

impl Last {
    fn follow(&mut self, point: &HistoryPoint, pause: i64) {
        self.time = point.time;
        self.pause = pause;
        self.value = point.value;
        self.retcode = point.retcode;
        self.latency = point.latency.unwrap_or(self.latency);
        if self.text != point.text {
            self.text.clone_from(&point.text);
        }
    }
}

/// Seven bits a byte, the lowest first.
fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Small ones of either sign in few bytes.
fn push_signed(bytes: &mut Vec<u8>, number: i64) {
    push(bytes, ((number << 1) ^ (number >> 63)) as u64);
}

fn take(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn take_signed(rest: &mut &[u8]) -> Option<i64> {
    let number = take(rest)?;
    Some((number >> 1) as i64 ^ -((number & 1) as i64))
}

fn take_code(rest: &mut &[u8]) -> Option<Option<i64>> {
    let (has_code, after) = rest.split_first()?;
    *rest = after;
    let code = take_signed(rest)?;
    Some((*has_code != 0).then_some(code))
}

fn take_text(rest: &mut &[u8]) -> Option<String> {
    let length = usize::try_from(take(rest)?).ok()?;
    let (text, after) = rest.split_at_checked(length)?;
    *rest = after;
    String::from_utf8(text.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use muster_alerting::Severity;
    use proptest::prelude::*;

    use super::*;

    fn any_point() -> impl Strategy<Value = HistoryPoint> {
        (
            any::<i64>(),
            any::<i64>(),
            0..4_u8,
            proptest::option::of(any::<i64>()),
            proptest::option::of(any::<i64>()),
            "|same|[a-z “]{0,30}",
        )
            .prop_map(|(time, value, state, retcode, latency, text)| HistoryPoint {
                time,
                value,
                state: PointState::of_code(state),
                retcode,
                latency,
                text,
            })
    }

    proptest! {
        #[test]
        fn points_come_back_as_they_were(
            points in proptest::collection::vec(any_point(), 0..50)
        ) {
            prop_assert_eq!(decode(&encode(&points)), Some(points));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            if let Some(points) = decode(&bytes) {
                prop_assert!(points.len() < bytes.len());
            }
        }

        /// Runs that begin some milliseconds late, and a value that moves a little.
        #[test]
        fn a_steady_check_takes_at_most_six_bytes_a_point(
            moves in proptest::collection::vec((0..400_i64, -80..80_i64), 60)
        ) {
            let (mut time, mut value) = (1_790_000_000_000_i64, 1240);
            let point = |(late, change): (i64, i64)| {
                time += 120_000;
                value += change;
                let state = PointState::Passing;
                let text = String::new();
                HistoryPoint { time: time + late, value, state, retcode: None, latency: None, text }
            };
            let points: Vec<HistoryPoint> = moves.into_iter().map(point).collect();
            let bytes = encode(&points).len();
            prop_assert!(bytes <= 6 * points.len(), "{} bytes", bytes);
        }
    }

    #[test]
    fn a_text_that_stays_is_kept_once() {
        let point = |number: i64| HistoryPoint {
            time: number * 60_000,
            value: 100,
            state: PointState::Failing(Severity::Error),
            retcode: Some(1),
            latency: None,
            text: "return code 1".to_owned(),
        };
        let points: Vec<HistoryPoint> = (0..60).map(point).collect();
        assert!(encode(&points).len() < 100);
    }

    #[test]
    fn what_is_cut_or_of_another_format_is_refused() {
        assert_eq!(decode(&[]), None);
        assert_eq!(decode(&[9]), None);
        assert_eq!(decode(&[FORMAT]), Some(Vec::new()));
        assert_eq!(decode(&[FORMAT, OTHER_TEXT, 0, 0, 200, b'x']), None);
        assert_eq!(decode(&[FORMAT, 0, 0x80]), None);
    }
}

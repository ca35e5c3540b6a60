//! Until when a certificate is good: the one thing of it that a check reports.
//!
//! TLS has verified the certificate by then; this only finds the date in it. It is
//! DER: each value has a tag, a length and a content.

use chrono::{DateTime, NaiveDateTime, Utc};

const INTEGER: u8 = 0x02;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
/// The version stands before the rest, in all but the oldest certificates.
const VERSION: u8 = 0xa0;

/// How many whole days from `now` a certificate is good; negative when it is not.
pub fn days_left(der: &[u8], now: DateTime<Utc>) -> Option<i64> {
    let seconds = (not_after(der)? - now).num_seconds();
    Some(seconds.div_euclid(24 * 3600))
}

/// The last moment at which a certificate is good.
fn not_after(der: &[u8]) -> Option<DateTime<Utc>> {
    let (certificate, _) = take(der, SEQUENCE)?;
    let (mut rest, _) = take(certificate, SEQUENCE)?;
    if rest.first() == Some(&VERSION) {
        (_, rest) = take(rest, VERSION)?;
    }
    let (_serial, rest) = take(rest, INTEGER)?;
    let (_algorithm, rest) = take(rest, SEQUENCE)?;
    let (_issuer, rest) = take(rest, SEQUENCE)?;
    let (validity, _) = take(rest, SEQUENCE)?;
    let (_not_before, rest) = take_time(validity)?;
    Some(take_time(rest)?.0)
}

fn take_time(der: &[u8]) -> Option<(DateTime<Utc>, &[u8])> {
    let tag = *der.first()?;
    let (content, rest) = take(der, tag)?;
    let text = str::from_utf8(content).ok()?;
    let text = match tag {
        GENERALIZED_TIME => text.to_owned(),
        // Two digits of a year: from 1950 to 2049.
        UTC_TIME => {
            let century = if text.get(..2)? < "50" { "20" } else { "19" };
            format!("{century}{text}")
        }
        _ => return None,
    };
    let time = NaiveDateTime::parse_from_str(&text, "%Y%m%d%H%M%SZ").ok()?;
    Some((time.and_utc(), rest))
}

/// The content of a value with this tag, and what follows it.
fn take(der: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (found, rest) = der.split_first()?;
    let (first, rest) = rest.split_first()?;
    let (length, rest) = match *first {
        short @ 0..=0x7f => (usize::from(short), rest),
        // The length itself has a length; no certificate needs more than this.
        long @ 0x81..=0x84 => {
            let (bytes, rest) = rest.split_at_checked(usize::from(long & 0x7f))?;
            let length =
                bytes.iter().fold(0_usize, |length, byte| (length << 8) | usize::from(*byte));
            (length, rest)
        }
        _ => return None,
    };
    (*found == tag).then(|| rest.split_at_checked(length)).flatten()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn certificate(year: i32) -> Vec<u8> {
        let pair = rcgen::KeyPair::generate().unwrap();
        let mut params = rcgen::CertificateParams::new(vec!["a.example".to_owned()]).unwrap();
        params.not_before = rcgen::date_time_ymd(2020, 1, 1);
        params.not_after = rcgen::date_time_ymd(year, 3, 1);
        params.self_signed(&pair).unwrap().der().to_vec()
    }

    fn at(time: &str) -> DateTime<Utc> {
        time.parse().unwrap()
    }

    #[test]
    fn the_days_of_a_certificate_are_counted() {
        // Dates from 2050 on have another form.
        for year in [2027, 2049, 2050, 2090] {
            let found = not_after(&certificate(year)).unwrap();
            assert_eq!(found, at(&format!("{year}-03-01T00:00:00Z")));
        }
        let der = certificate(2027);
        let days = |time| days_left(&der, at(time));
        assert_eq!(days("2027-02-01T00:00:00Z"), Some(28));
        assert_eq!(days("2027-02-28T00:00:01Z"), Some(0));
        assert_eq!(days("2027-03-01T00:00:01Z"), Some(-1));
    }

    #[test]
    fn a_certificate_without_a_version_has_its_days_too() {
        let value = |tag: u8, content: &[u8]| {
            [&[tag, u8::try_from(content.len()).unwrap()][..], content].concat()
        };
        let times = [value(UTC_TIME, b"490101000000Z"), value(UTC_TIME, b"500101000000Z")];
        let parts = [
            value(INTEGER, &[7]),
            value(SEQUENCE, &[]),
            value(SEQUENCE, &[]),
            value(SEQUENCE, &times.concat()),
        ];
        let der = value(SEQUENCE, &value(SEQUENCE, &parts.concat()));
        assert_eq!(not_after(&der), Some(at("1950-01-01T00:00:00Z")));
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
            end in any::<prop::sample::Index>(), noise in any::<Vec<u8>>(),
        ) {
            let mut der = certificate(2027);
            for (place, byte) in changes {
                let place = place.index(der.len());
                der[place] = byte;
            }
            let _ = not_after(&der);
            let _ = not_after(&der[..end.index(der.len())]);
            let _ = not_after(&noise);
        }
    }
}

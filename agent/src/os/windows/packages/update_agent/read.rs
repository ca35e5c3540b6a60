//! Reads what Windows Update offers into plain values.
//!
//! What an update is identified by must be readable; what is only for people is
//! left empty when it is not.

use windows::Win32::Foundation::{DECIMAL, VARIANT_BOOL};
use windows::Win32::System::UpdateAgent::{
    ICategoryCollection, IStringCollection, IUpdate, IUpdateCollection, IUpdateHistoryEntry,
    iiRequiresExclusiveHandling, irbAlwaysRequiresReboot, uoInstallation, utDriver,
};
use windows::core::{BSTR, Result};

use super::history::HistoryEntry;
use super::offered::{Category, Offered};
use super::verdict::Answer;

/// No system has more; what is beyond is not read.
const MAX_UPDATES: i32 = 20_000;

/// Articles, pages or categories of one update.
const MAX_ENTRIES: i32 = 50;

/// An offered update, and the object to install it by.
#[derive(Debug)]
pub struct Found {
    pub offered: Offered,
    pub update: IUpdate,
}

/// Every update of a list. Fails if any cannot be read: one that is left out
/// would count as installed.
#[expect(unsafe_code, reason = "objects of COM")]
pub fn read_updates(list: &IUpdateCollection) -> Result<Vec<Found>> {
    // SAFETY: the object is valid while it is borrowed.
    let count = unsafe { list.Count()? }.clamp(0, MAX_UPDATES);
    let read = |index| {
        // SAFETY: as above; an index out of range is an error and no more.
        let update = unsafe { list.get_Item(index)? };
        Ok(Found { offered: read_update(&update)?, update })
    };
    (0..count).map(read).collect()
}

#[expect(unsafe_code, reason = "objects of COM")]
fn read_update(update: &IUpdate) -> Result<Offered> {
    // SAFETY: each call is a method of an object that is borrowed or owned here;
    // what it returns is owned by the types that hold it.
    unsafe {
        let identity = update.Identity()?;
        let behaviour = update.InstallationBehavior().ok();
        let reboots = behaviour.as_ref().and_then(|found| found.RebootBehavior().ok());
        let impact = behaviour.as_ref().and_then(|found| found.Impact().ok());
        let asks = behaviour.as_ref().map(|found| found.CanRequestUserInput());
        Ok(Offered {
            guid: identity.UpdateID()?.to_string().to_ascii_lowercase(),
            revision: identity.RevisionNumber().unwrap_or_default(),
            title: text(update.Title()),
            description: text(update.Description()),
            articles: texts(update.KBArticleIDs()),
            severity: text(update.MsrcSeverity()),
            categories: update.Categories().map(|list| categories(&list)).unwrap_or_default(),
            more_info_urls: texts(update.MoreInfoUrls()),
            support_url: text(update.SupportUrl()),
            size_bytes: update.MaxDownloadSize().map(|size| whole(&size)).unwrap_or_default(),
            is_driver: update.Type()? == utDriver,
            is_hidden: update.IsHidden()?.as_bool(),
            is_downloaded: flag(update.IsDownloaded()),
            can_ask_for_input: asks.is_some_and(flag),
            always_reboots: reboots == Some(irbAlwaysRequiresReboot),
            is_exclusive: impact == Some(iiRequiresExclusiveHandling),
        })
    }
}

/// An entry of the history; none for those that installed nothing.
#[expect(unsafe_code, reason = "objects of COM")]
pub fn read_history_entry(entry: &IUpdateHistoryEntry) -> Result<Option<HistoryEntry>> {
    // SAFETY: the object is valid while it is borrowed.
    unsafe {
        if entry.Operation()? != uoInstallation {
            return Ok(None);
        }
        let guid = entry.UpdateIdentity()?.UpdateID()?.to_string().to_ascii_lowercase();
        let answer = Answer { result: entry.ResultCode()?.0, hresult: entry.HResult()? };
        Ok(Some(HistoryEntry { guid, date: entry.Date()?, answer }))
    }
}

/// A flag; false when it cannot be read.
pub fn flag(value: Result<VARIANT_BOOL>) -> bool {
    value.is_ok_and(VARIANT_BOOL::as_bool)
}

fn text(value: Result<BSTR>) -> String {
    value.map(|text| text.to_string()).unwrap_or_default()
}

#[expect(unsafe_code, reason = "objects of COM")]
fn texts(list: Result<IStringCollection>) -> Vec<String> {
    let Ok(list) = list else { return Vec::new() };
    // SAFETY: the object is owned here; an index out of range is an error.
    unsafe {
        let count = list.Count().unwrap_or_default().clamp(0, MAX_ENTRIES);
        (0..count).map(|index| text(list.get_Item(index))).filter(|text| !text.is_empty()).collect()
    }
}

#[expect(unsafe_code, reason = "objects of COM")]
fn categories(list: &ICategoryCollection) -> Vec<Category> {
    // SAFETY: the object is valid while it is borrowed; an index out of range is
    // an error.
    unsafe {
        let count = list.Count().unwrap_or_default().clamp(0, MAX_ENTRIES);
        let found = (0..count).filter_map(|index| list.get_Item(index).ok());
        found.map(|one| Category { id: text(one.CategoryID()), name: text(one.Name()) }).collect()
    }
}

/// A decimal number without its fraction; 0 when it is negative or too large.
#[expect(unsafe_code, reason = "the type is a union of its parts and the whole")]
fn whole(number: &DECIMAL) -> u64 {
    // SAFETY: both halves of each union are plain numbers of the same bits.
    let (parts, low) = unsafe { (number.Anonymous1.Anonymous, number.Anonymous2.Lo64) };
    if parts.sign != 0 || number.Hi32 != 0 {
        return 0;
    }
    let divisor = 10_u64.checked_pow(u32::from(parts.scale));
    divisor.map_or(0, |divisor| low / divisor)
}

#[cfg(test)]
mod tests {
    use windows::Win32::Foundation::{DECIMAL_0, DECIMAL_0_0, DECIMAL_1};

    use super::*;

    #[test]
    fn sizes_are_whole_numbers_of_bytes() {
        let decimal = |low: u64, high: u32, scale: u8, sign: u8| DECIMAL {
            wReserved: 0,
            Anonymous1: DECIMAL_0 { Anonymous: DECIMAL_0_0 { scale, sign } },
            Hi32: high,
            Anonymous2: DECIMAL_1 { Lo64: low },
        };
        assert_eq!(whole(&decimal(120_000_000_000, 0, 0, 0)), 120_000_000_000);
        assert_eq!(whole(&decimal(12_345, 0, 2, 0)), 123);
        for odd in [decimal(1, 1, 0, 0), decimal(5, 0, 0, 0x80), decimal(5, 0, 28, 0)] {
            assert_eq!(whole(&odd), 0);
        }
    }
}

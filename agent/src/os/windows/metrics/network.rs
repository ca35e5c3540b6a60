//! What network adapters receive and send.

use muster_metrics::Metric;
use windows::Win32::NetworkManagement::IpHelper::{
    FreeMibTable, GetIfTable2, IF_TYPE_SOFTWARE_LOOPBACK, IF_TYPE_TUNNEL, MIB_IF_ROW2,
    MIB_IF_TABLE2,
};
use windows::Win32::NetworkManagement::Ndis::IfOperStatusUp;

use crate::os::RawSample;
use crate::os::windows::wide::until_zero;

/// Adapters of virtual machines and containers. What leaves the machine over them is
/// counted at the adapter it leaves by. Where they are all there is, they count.
const INTERNAL: [&str; 4] = [
    "Hyper-V Virtual Ethernet Adapter",
    "VMware Virtual Ethernet Adapter",
    "VirtualBox Host-Only",
    "Npcap Loopback",
];

/// The flag of what only looks at the traffic of another adapter.
const IS_FILTER: u8 = 1 << 1;

/// Adds the bytes received and sent, by adapter, up to so many adapters.
pub fn add_to(sample: &mut RawSample, most: usize) {
    add_adapters(sample, &adapters(), most);
}

/// One adapter, or what looks like one.
#[derive(Clone, Debug, Default)]
struct Adapter {
    /// What people call it: `Ethernet`.
    name: String,
    /// What its driver calls it.
    description: String,
    /// The number of its kind.
    kind: u32,
    is_filter: bool,
    is_up: bool,
    received: u64,
    sent: u64,
}

impl Adapter {
    fn from_row(row: &MIB_IF_ROW2) -> Self {
        Self {
            name: until_zero(&row.Alias).to_string_lossy().into_owned(),
            description: until_zero(&row.Description).to_string_lossy().into_owned(),
            kind: row.Type,
            is_filter: row.InterfaceAndOperStatusFlags._bitfield & IS_FILTER != 0,
            is_up: row.OperStatus == IfOperStatusUp,
            received: row.InOctets,
            sent: row.OutOctets,
        }
    }

    /// Windows lists a dozen adapters that never were in use.
    fn is_used(&self) -> bool {
        let is_real = !matches!(self.kind, IF_TYPE_SOFTWARE_LOOPBACK | IF_TYPE_TUNNEL);
        let has_traffic = self.is_up || self.received > 0 || self.sent > 0;
        is_real && !self.is_filter && has_traffic && !self.name.is_empty()
    }

    fn is_internal(&self) -> bool {
        INTERNAL.iter().any(|name| self.description.contains(name))
    }
}

fn add_adapters(sample: &mut RawSample, adapters: &[Adapter], most: usize) {
    let used: Vec<&Adapter> = adapters.iter().filter(|adapter| adapter.is_used()).collect();
    let has_own = used.iter().any(|adapter| !adapter.is_internal());
    let counted = used.into_iter().filter(|adapter| !(has_own && adapter.is_internal()));
    for adapter in counted.take(most) {
        sample.counter(Metric::NetReceived, &adapter.name, adapter.received);
        sample.counter(Metric::NetSent, &adapter.name, adapter.sent);
    }
}

/// The table of Windows, which has to be given back.
struct Table(*const MIB_IF_TABLE2);

impl Drop for Table {
    #[expect(unsafe_code, reason = "only Windows can free its memory")]
    fn drop(&mut self) {
        // SAFETY: the table comes from Windows and is freed once.
        unsafe { FreeMibTable(self.0.cast()) };
    }
}

#[expect(unsafe_code, reason = "only Windows knows its adapters")]
fn adapters() -> Vec<Adapter> {
    let mut table = std::ptr::null_mut();
    // SAFETY: the pointer lives longer than the call.
    let answer = unsafe { GetIfTable2(&raw mut table) };
    if answer.is_err() || table.is_null() {
        return Vec::new();
    }
    let table = Table(table);
    // SAFETY: the table begins with the number of its rows, which follow, and lives as
    // long as the rows are read.
    let rows = unsafe {
        let count = usize::try_from((*table.0).NumEntries).unwrap_or(0);
        std::slice::from_raw_parts((&raw const (*table.0).Table).cast::<MIB_IF_ROW2>(), count)
    };
    rows.iter().map(Adapter::from_row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adapter(name: &str, received: u64, sent: u64) -> Adapter {
        Adapter {
            name: name.to_owned(),
            kind: 6,
            is_up: true,
            received,
            sent,
            ..Adapter::default()
        }
    }

    fn counters(adapters: &[Adapter], most: usize) -> Vec<(Metric, String, u64)> {
        let mut sample = RawSample::default();
        add_adapters(&mut sample, adapters, most);
        sample.counters
    }

    fn of(name: &str, received: u64, sent: u64) -> [(Metric, String, u64); 2] {
        let name = name.to_owned();
        [(Metric::NetReceived, name.clone(), received), (Metric::NetSent, name, sent)]
    }

    #[test]
    fn what_never_leaves_the_machine_or_was_never_in_use_is_not_counted() {
        let filter = Adapter { is_filter: true, ..adapter("Ethernet-WFP-0000", 9, 9) };
        let loopback = Adapter { kind: IF_TYPE_SOFTWARE_LOOPBACK, ..adapter("Loopback", 9, 9) };
        let tunnel = Adapter { kind: IF_TYPE_TUNNEL, ..adapter("Teredo", 9, 9) };
        let unused = Adapter { is_up: false, ..adapter("Local Area Connection* 1", 0, 0) };
        let was_up = Adapter { is_up: false, ..adapter("Wi-Fi", 3, 4) };
        let all = [filter, loopback, tunnel, unused, adapter("Ethernet", 1, 2), was_up];
        assert_eq!(counters(&all, 64), [of("Ethernet", 1, 2), of("Wi-Fi", 3, 4)].concat());
        assert_eq!(counters(&all, 1), of("Ethernet", 1, 2));
    }

    #[test]
    fn adapters_of_virtual_machines_count_where_there_is_no_other() {
        let description = "Hyper-V Virtual Ethernet Adapter #2".to_owned();
        let inner = Adapter { description, ..adapter("vEthernet (WSL)", 5, 6) };
        let outer = adapter("Ethernet", 1, 2);
        assert_eq!(counters(&[inner.clone(), outer], 64), of("Ethernet", 1, 2));
        assert_eq!(counters(&[inner], 64), of("vEthernet (WSL)", 5, 6));
    }

    #[test]
    fn the_adapters_of_this_machine_have_names() {
        let adapters = adapters();
        assert!(!adapters.is_empty());
        assert!(adapters.iter().all(|adapter| !adapter.name.contains('\0')), "{adapters:?}");
    }
}

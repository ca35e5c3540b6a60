//! Which metrics there are: their names, units and labels.

/// Something that agents measure each minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// Processor time in use, over all cores.
    Cpu,
    /// Memory in use.
    Memory,
    /// Swap in use.
    Swap,
    /// Load average of one minute.
    Load1,
    /// Load average of five minutes.
    Load5,
    /// Load average of fifteen minutes.
    Load15,
    /// Space in use, by mount.
    DiskUsed,
    /// Free space, by mount.
    DiskFree,
    /// Inodes in use, by mount.
    InodesUsed,
    /// Bytes read, by device.
    DiskRead,
    /// Bytes written, by device.
    DiskWrite,
    /// Bytes received, by interface.
    NetReceived,
    /// Bytes sent, by interface.
    NetSent,
    /// Number of processes.
    Processes,
    /// Temperature, by sensor.
    Temperature,
}

/// What the values of a metric count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Hundredths of what there is.
    Percent,
    /// Processes that run or wait, as the system averages them.
    Load,
    /// An amount of space.
    Bytes,
    /// A rate.
    BytesPerSecond,
    /// A number of things.
    Count,
    /// A temperature.
    Celsius,
}

impl Unit {
    /// The unit in answers of the API.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Percent => "percent",
            Unit::Load => "load",
            Unit::Bytes => "bytes",
            Unit::BytesPerSecond => "bytes_per_second",
            Unit::Count => "count",
            Unit::Celsius => "celsius",
        }
    }
}

impl Metric {
    /// Every metric, in the order of the codes.
    pub const ALL: &[Metric] = &[
        Metric::Cpu,
        Metric::Memory,
        Metric::Swap,
        Metric::Load1,
        Metric::Load5,
        Metric::Load15,
        Metric::DiskUsed,
        Metric::DiskFree,
        Metric::InodesUsed,
        Metric::DiskRead,
        Metric::DiskWrite,
        Metric::NetReceived,
        Metric::NetSent,
        Metric::Processes,
        Metric::Temperature,
    ];

    /// The metric in queries and answers of the API.
    pub fn name(self) -> &'static str {
        self.facts().1
    }

    /// What its values count.
    #[inline]
    pub fn unit(self) -> Unit {
        self.facts().2
    }

    /// What a label of the metric names; `None` when an agent has one series of it.
    pub fn label(self) -> Option<&'static str> {
        self.facts().3
    }

    /// One sentence for people.
    pub fn describe(self) -> &'static str {
        self.facts().4
    }

    /// The metric of a name, spelled exactly.
    pub fn from_name(name: &str) -> Option<Metric> {
        Metric::ALL.iter().copied().find(|metric| metric.name() == name)
    }

    /// The metric in packed blocks. A code is never used for another metric.
    pub fn code(self) -> u8 {
        self.facts().0
    }

    /// The metric of a code; `None` for those of later versions.
    pub fn from_code(code: u8) -> Option<Metric> {
        Metric::ALL.iter().copied().find(|metric| metric.code() == code)
    }

    #[inline]
    #[rustfmt::skip] // A table is read by its columns.
    fn facts(self) -> Facts {
        use Unit::{Bytes, BytesPerSecond, Celsius, Count, Load, Percent};
        match self {
            Metric::Cpu => (1, "cpu", Percent, None, "Processor time in use, of all cores."),
            Metric::Memory => (2, "memory", Percent, None, "Memory in use."),
            Metric::Swap => (3, "swap", Percent, None, "Swap space in use."),
            Metric::Load1 => (4, "load1", Load, None, "Load average of the last minute."),
            Metric::Load5 => (5, "load5", Load, None, "Load average of the last five minutes."),
            Metric::Load15 => (6, "load15", Load, None, "Load average of the last fifteen minutes."),
            Metric::DiskUsed => (7, "disk_used", Percent, Some("mount"), "Disk space in use."),
            Metric::DiskFree => (8, "disk_free", Bytes, Some("mount"), "Free disk space."),
            Metric::InodesUsed => (9, "inodes_used", Percent, Some("mount"), "Inodes in use."),
            Metric::DiskRead => (10, "disk_read", BytesPerSecond, Some("device"), "Bytes read from a disk."),
            Metric::DiskWrite => (11, "disk_write", BytesPerSecond, Some("device"), "Bytes written to a disk."),
            Metric::NetReceived => (12, "net_received", BytesPerSecond, Some("interface"), "Bytes received by a network interface."),
            Metric::NetSent => (13, "net_sent", BytesPerSecond, Some("interface"), "Bytes sent by a network interface."),
            Metric::Processes => (14, "processes", Count, None, "Number of processes."),
            Metric::Temperature => (15, "temperature", Celsius, Some("sensor"), "Temperature at a sensor."),
        }
    }
}

/// Code, name, unit, what a label names, and a sentence.
type Facts = (u8, &'static str, Unit, Option<&'static str>, &'static str);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_is_found_by_its_name_and_its_code() {
        for (index, metric) in Metric::ALL.iter().copied().enumerate() {
            assert_eq!(metric as usize, index, "all are there, in their order");
            assert_eq!(usize::from(metric.code()), index + 1);
            assert_eq!(Metric::from_name(metric.name()), Some(metric));
            assert_eq!(Metric::from_code(metric.code()), Some(metric));
            assert!(metric.describe().ends_with('.'));
        }
        assert_eq!(Metric::Temperature as usize + 1, Metric::ALL.len());
    }

    #[test]
    fn other_names_and_codes_are_no_metrics() {
        assert_eq!((Metric::from_name("CPU"), Metric::from_name("")), (None, None));
        assert_eq!((Metric::from_code(0), Metric::from_code(16)), (None, None));
    }

    #[test]
    fn names_units_and_labels_stay_as_callers_know_them() {
        let rows = Metric::ALL.iter().map(|metric| {
            format!("{} {} {}", metric.name(), metric.unit().name(), metric.label().unwrap_or("-"))
        });
        let expected = "cpu percent -, memory percent -, swap percent -, load1 load -, \
            load5 load -, load15 load -, disk_used percent mount, disk_free bytes mount, \
            inodes_used percent mount, disk_read bytes_per_second device, \
            disk_write bytes_per_second device, net_received bytes_per_second interface, \
            net_sent bytes_per_second interface, processes count -, temperature celsius sensor";
        assert_eq!(rows.collect::<Vec<_>>().join(", "), expected);
    }
}

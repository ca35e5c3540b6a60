//! What WMI is asked about the machine. Only what stays the same while nobody changes
//! the machine: what moves all the time would make each inventory news.

use std::time::Duration;

use crate::os::windows::wmi_query::{CIMV2, Class};

/// A question with the name under which callers find the answer.
#[derive(Debug)]
pub struct Group {
    pub name: &'static str,
    pub class: Class,
    pub limit: Duration,
}

/// The names that programs of other people expect, each with its rows as WMI has them.
pub const CLASSIC: [&str; 13] = [
    "os",
    "cpu",
    "mem",
    "usb",
    "bios",
    "disk",
    "comp_sys",
    "base_board",
    "comp_sys_prod",
    "network_config",
    "desktop_monitor",
    "graphics",
    "network_adapter",
];

const STORAGE: &str = r"ROOT\Microsoft\Windows\Storage";

const fn group(
    name: &'static str,
    class: &'static str,
    properties: &'static [&'static str],
) -> Group {
    group_of(name, CIMV2, class, "", properties)
}

const fn group_of(
    name: &'static str,
    namespace: &'static str,
    class: &'static str,
    condition: &'static str,
    properties: &'static [&'static str],
) -> Group {
    let limit = Duration::from_secs(5);
    Group { name, class: Class { namespace, name: class, condition, properties }, limit }
}

/// The questions, the quick and important ones first.
#[rustfmt::skip] // A table is read by its rows.
pub const GROUPS: &[Group] = &[
    group("os", "Win32_OperatingSystem", &["Caption", "Version", "BuildNumber", "OSArchitecture",
        "CSName", "InstallDate", "SerialNumber", "RegisteredUser", "Organization", "ProductType",
        "OperatingSystemSKU", "ServicePackMajorVersion", "SystemDrive", "WindowsDirectory",
        "Locale", "OSLanguage", "MUILanguages", "CountryCode", "TotalVisibleMemorySize"]),
    group("comp_sys", "Win32_ComputerSystem", &["Name", "Manufacturer", "Model", "SystemFamily",
        "SystemSKUNumber", "SystemType", "Domain", "DomainRole", "PartOfDomain", "Workgroup",
        "DNSHostName", "PCSystemType", "HypervisorPresent", "NumberOfProcessors",
        "NumberOfLogicalProcessors", "TotalPhysicalMemory"]),
    group("bios", "Win32_BIOS", &["Name", "Manufacturer", "SerialNumber", "SMBIOSBIOSVersion",
        "ReleaseDate", "Version", "SMBIOSMajorVersion", "SMBIOSMinorVersion"]),
    group("base_board", "Win32_BaseBoard", &["Product", "Manufacturer", "SerialNumber", "Version"]),
    group("comp_sys_prod", "Win32_ComputerSystemProduct", &["Name", "Vendor", "Version",
        "IdentifyingNumber", "UUID", "SKUNumber"]),
    group("cpu", "Win32_Processor", &["DeviceID", "Name", "Manufacturer", "Caption",
        "NumberOfCores", "NumberOfLogicalProcessors", "MaxClockSpeed", "SocketDesignation",
        "Architecture", "AddressWidth", "ProcessorId", "L2CacheSize", "L3CacheSize"]),
    group("mem", "Win32_PhysicalMemory", &["DeviceLocator", "BankLabel", "Capacity", "Speed",
        "ConfiguredClockSpeed", "Manufacturer", "PartNumber", "SerialNumber", "FormFactor",
        "MemoryType", "SMBIOSMemoryType"]),
    group("disk", "Win32_DiskDrive", &["Index", "Model", "Caption", "DeviceID", "InterfaceType",
        "MediaType", "Size", "SerialNumber", "FirmwareRevision", "Partitions", "BytesPerSector",
        "Status", "PNPDeviceID"]),
    group("graphics", "Win32_VideoController", &["DeviceID", "Name", "Caption",
        "AdapterCompatibility", "VideoProcessor", "AdapterRAM", "DriverVersion", "DriverDate",
        "PNPDeviceID"]),
    group("network_adapter", "Win32_NetworkAdapter", &["Index", "Name", "MACAddress",
        "AdapterType", "Manufacturer", "NetConnectionID", "PhysicalAdapter", "ProductName",
        "ServiceName", "GUID", "PNPDeviceID"]),
    group("network_config", "Win32_NetworkAdapterConfiguration", &["Index", "Description",
        "MACAddress", "IPEnabled", "IPAddress", "IPSubnet", "DefaultIPGateway",
        "DNSServerSearchOrder", "DNSDomain", "DNSHostName", "DHCPEnabled", "DHCPServer",
        "ServiceName", "SettingID"]),
    group_of("physical_disk", STORAGE, "MSFT_PhysicalDisk", "", &["DeviceId", "FriendlyName",
        "SerialNumber", "FirmwareVersion", "MediaType", "BusType", "HealthStatus", "Size"]),
    group_of("encryptable_volume", r"ROOT\CIMV2\Security\MicrosoftVolumeEncryption",
        "Win32_EncryptableVolume", "", &["DeviceID", "DriveLetter", "ProtectionStatus"]),
    group_of("tpm", r"ROOT\CIMV2\Security\MicrosoftTpm", "Win32_Tpm", "", &["SpecVersion",
        "ManufacturerIdTxt", "ManufacturerVersion", "IsEnabled_InitialValue",
        "IsActivated_InitialValue", "IsOwned_InitialValue"]),
    group_of("antivirus", r"ROOT\SecurityCenter2", "AntiVirusProduct", "", &["displayName",
        "productState"]),
    group_of("firewall_product", r"ROOT\SecurityCenter2", "FirewallProduct", "", &["displayName",
        "productState"]),
    group_of("monitor_id", r"ROOT\WMI", "WmiMonitorID", "Active = TRUE", &["InstanceName",
        "ManufacturerName", "UserFriendlyName", "SerialNumberID", "YearOfManufacture"]),
    group("desktop_monitor", "Win32_DesktopMonitor", &["DeviceID", "Name", "Caption",
        "MonitorManufacturer", "MonitorType", "PNPDeviceID"]),
    group("usb", "Win32_USBController", &["DeviceID", "Name", "Caption", "Manufacturer"]),
    group_of("usb_devices", CIMV2, "Win32_PnPEntity", r"DeviceID LIKE 'USB\\%'", &["DeviceID",
        "Name", "Manufacturer", "PNPClass"]),
    group_of("local_users", CIMV2, "Win32_UserAccount", "LocalAccount = TRUE", &["Name", "FullName",
        "Description", "SID", "Disabled", "PasswordRequired", "PasswordExpires"]),
    group_of("local_groups", CIMV2, "Win32_Group", "LocalAccount = TRUE", &["Name", "Description",
        "SID"]),
    group("printers", "Win32_Printer", &["Name", "DriverName", "PortName", "Shared", "ShareName",
        "Network", "Default", "Location"]),
];

/// Whether this Windows is activated. The service that knows takes seconds to start.
pub const ACTIVATION: Class = Class {
    namespace: CIMV2,
    name: "SoftwareLicensingProduct",
    // Every edition has a row; that with a part of a key is the one in use. The id is
    // that of Windows, as Office is listed here too.
    condition: "PartialProductKey IS NOT NULL \
                AND ApplicationID = '55c92734-d682-4d71-983e-d6ec3f16059f'",
    properties: &["Name", "Description", "LicenseStatus", "PartialProductKey"],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_that_others_expect_is_asked_for_and_none_twice() {
        let mut names: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
        assert!(CLASSIC.iter().all(|name| names.contains(name)));
        names.sort_unstable();
        assert!(names.is_sorted_by(|one, other| one < other), "{names:?}");
        assert!(GROUPS.iter().all(|group| !group.class.properties.is_empty()));
    }
}

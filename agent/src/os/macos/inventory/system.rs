//! The system itself: its name, its zone, its marks, and who was here.

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use crate::os::macos::ask::ask_and_wait;
use crate::os::macos::plist;

const LIMIT: Duration = Duration::from_secs(5);

/// What the login window remembers.
const LOGIN_WINDOW: &str = "/Library/Preferences/com.apple.loginwindow.plist";

/// Name, release and architecture of the system, in one line.
pub fn operating_system() -> String {
    static NAME: OnceLock<String> = OnceLock::new();
    let ask = || named(&ask_and_wait("sw_vers", &[], LIMIT).unwrap_or_default());
    NAME.get_or_init(ask).clone()
}

/// Lines like `ProductVersion: 26.1`, with tabs after the colon.
fn named(text: &str) -> String {
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.map(str::trim).unwrap_or_default()
    };
    let name = match value("ProductName") {
        "" => "macOS",
        name => name,
    };
    let build = match value("BuildVersion") {
        "" => String::new(),
        build => format!("({build})"),
    };
    let words = [name, value("ProductVersion"), &build, std::env::consts::ARCH];
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<&str>>().join(" ")
}

/// An identifier that the system makes each time it starts; empty when it is not known.
pub fn boot_mark() -> String {
    static MARK: OnceLock<String> = OnceLock::new();
    let ask = || ask_and_wait("sysctl", &["-n", "kern.bootsessionuuid"], LIMIT);
    MARK.get_or_init(|| ask().unwrap_or_default().trim().to_owned()).clone()
}

/// The identifier and the serial number of the machine; empty when they are not known.
pub fn marks() -> (String, String) {
    static MARKS: OnceLock<(String, String)> = OnceLock::new();
    let arguments = ["-r", "-d", "1", "-c", "IOPlatformExpertDevice"];
    let ask = || ask_and_wait("ioreg", &arguments, LIMIT).unwrap_or_default();
    MARKS.get_or_init(|| read_marks(&ask())).clone()
}

/// Lines like `"IOPlatformUUID" = "4C4C4544-0042-3510-8054-B4C04F503732"`.
fn read_marks(text: &str) -> (String, String) {
    let value = |name: &str| {
        let found = text.lines().find_map(|line| {
            let rest = line.trim().strip_prefix('"')?.strip_prefix(name)?;
            rest.strip_prefix("\" = \"")?.strip_suffix('"')
        });
        found.unwrap_or_default().to_owned()
    };
    (value("IOPlatformUUID"), value("IOPlatformSerialNumber"))
}

/// IANA name of the time zone whose file this is a link to; empty when it is none.
pub fn time_zone(link: &Path) -> String {
    let target = std::fs::read_link(link).unwrap_or_default();
    let target = target.to_string_lossy();
    target.split_once("zoneinfo/").map(|(_, name)| name.to_owned()).unwrap_or_default()
}

/// Who logged in last at the login window; empty when nobody did.
pub fn last_user() -> String {
    let settings = plist::read(Path::new(LOGIN_WINDOW)).unwrap_or_default();
    settings["lastUserName"].as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_is_named_as_far_as_it_says() {
        let arch = std::env::consts::ARCH;
        let text = "ProductName:\t\tmacOS\nProductVersion:\t\t26.1\nBuildVersion:\t\t25B78\n";
        assert_eq!(named(text), format!("macOS 26.1 (25B78) {arch}"));
        assert_eq!(named(""), format!("macOS {arch}"));
    }

    #[test]
    fn the_marks_of_the_machine_are_read() {
        let text = "+-o J413AP  <class IOPlatformExpertDevice, id 0x100000226, registered>\n    {\n      \
            \"IOPlatformSerialNumber\" = \"C02XXXXXXXXX\"\n      \
            \"IOPlatformUUID\" = \"4C4C4544-0042-3510-8054-B4C04F503732\"\n      \
            \"model\" = <\"Mac14,2\">\n    }\n";
        let expected = ("4C4C4544-0042-3510-8054-B4C04F503732", "C02XXXXXXXXX");
        let (uuid, serial) = read_marks(text);
        assert_eq!((uuid.as_str(), serial.as_str()), expected);
        assert_eq!(read_marks(""), (String::new(), String::new()));
    }

    #[test]
    fn the_time_zone_is_the_file_that_is_linked() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("localtime");
        assert_eq!(time_zone(&link), "");
        std::os::unix::fs::symlink("/var/db/timezone/zoneinfo/Europe/Berlin", &link).unwrap();
        assert_eq!(time_zone(&link), "Europe/Berlin");
    }
}

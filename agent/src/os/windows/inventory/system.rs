//! The system itself: its release, when it started, who was here.

use windows::Win32::System::SystemInformation::{
    GetNativeSystemInfo, GetPhysicallyInstalledSystemMemory, GetTickCount64, GlobalMemoryStatusEx,
    MEMORYSTATUSEX, PROCESSOR_ARCHITECTURE_AMD64, PROCESSOR_ARCHITECTURE_ARM64, SYSTEM_INFO,
};

use crate::clock::now_seconds;
use crate::os::windows::registry_values::{machine_key, machine_text, number, text};

const RELEASE: &str = r"SOFTWARE\Microsoft\Windows NT\CurrentVersion";

const LOGON: &str = r"SOFTWARE\Microsoft\Windows\CurrentVersion\Authentication\LogonUI";

/// The first build of Windows 11, whose registry still names Windows 10.
const FIRST_BUILD_OF_11: u32 = 22_000;

/// What the registry says about this release of Windows.
#[derive(Debug, Default)]
struct Release {
    /// `Windows 10 Pro`, `Windows Server 2022 Standard`.
    product: String,
    /// `23H2`, `1809`; empty before there was such a name.
    version: String,
    build: String,
    /// The number of the last update.
    revision: Option<u64>,
}

/// Name, release and architecture of the system, in one line.
pub fn operating_system() -> String {
    let release = machine_key(RELEASE).map(|key| {
        let version = text(&key, "DisplayVersion");
        Release {
            product: text(&key, "ProductName"),
            version: if version.is_empty() { text(&key, "ReleaseId") } else { version },
            build: text(&key, "CurrentBuild"),
            revision: number(&key, "UBR"),
        }
    });
    line_of(&release.unwrap_or_default(), has_64_bits())
}

/// `Windows 11 Pro, 64 bit v23H2 (build 22631.3007)`
fn line_of(release: &Release, has_64_bits: bool) -> String {
    let name = release.product.trim_start_matches("Microsoft ");
    let is_11 = release.build.parse().is_ok_and(|build: u32| build >= FIRST_BUILD_OF_11);
    let name = match name.strip_prefix("Windows 10") {
        Some(edition) if is_11 => format!("Windows 11{edition}"),
        _ if name.is_empty() => "Windows".to_owned(),
        _ => name.to_owned(),
    };
    let mut line = format!("{name}, {} bit", if has_64_bits { 64 } else { 32 });
    if !release.version.is_empty() {
        line.push_str(&format!(" v{}", release.version));
    }
    let revision = release.revision.map(|number| format!(".{number}")).unwrap_or_default();
    if !release.build.is_empty() {
        line.push_str(&format!(" (build {}{revision})", release.build));
    }
    line
}

#[expect(unsafe_code, reason = "only Windows knows what it runs on")]
fn has_64_bits() -> bool {
    let mut info = SYSTEM_INFO::default();
    // SAFETY: the structure lives longer than the call, which fills all of it.
    let architecture = unsafe {
        GetNativeSystemInfo(&raw mut info);
        info.Anonymous.Anonymous.wProcessorArchitecture
    };
    matches!(architecture, PROCESSOR_ARCHITECTURE_AMD64 | PROCESSOR_ARCHITECTURE_ARM64)
}

/// Seconds since 1970 when the system started. A clock that is set moves it.
pub fn boot_time() -> i64 {
    let since_start = i64::try_from(milliseconds_since_start() / 1000).unwrap_or(0);
    now_seconds().saturating_sub(since_start)
}

#[expect(unsafe_code, reason = "only Windows knows when it started")]
fn milliseconds_since_start() -> u64 {
    // SAFETY: nothing is passed.
    unsafe { GetTickCount64() }
}

/// Memory in bytes: what is built in, else what Windows can use of it.
#[expect(unsafe_code, reason = "only Windows measures its memory")]
pub fn memory_bytes() -> u64 {
    let mut kibibytes = 0;
    // SAFETY: the number lives longer than the call.
    let installed = unsafe { GetPhysicallyInstalledSystemMemory(&raw mut kibibytes) };
    if installed.is_ok() && kibibytes > 0 {
        return kibibytes.saturating_mul(1024);
    }
    let length = u32::try_from(size_of::<MEMORYSTATUSEX>()).unwrap_or(0);
    let mut memory = MEMORYSTATUSEX { dwLength: length, ..MEMORYSTATUSEX::default() };
    // SAFETY: the structure says how long it is, and lives longer than the call.
    let _ = unsafe { GlobalMemoryStatusEx(&raw mut memory) };
    memory.ullTotalPhys
}

/// Who was logged in last; empty when unknown.
pub fn last_user() -> String {
    person(&machine_text(LOGON, "LastLoggedOnUser"))
}

/// An account of this machine is written with a point before it.
fn person(account: &str) -> String {
    account.strip_prefix(r".\").unwrap_or(account).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(product: &str, version: &str, build: &str, revision: Option<u64>) -> String {
        let [product, version, build] = [product, version, build].map(str::to_owned);
        line_of(&Release { product, version, build, revision }, true)
    }

    #[test]
    fn a_release_is_one_line() {
        assert_eq!(
            line("Windows 10 Pro", "23H2", "22631", Some(3007)),
            "Windows 11 Pro, 64 bit v23H2 (build 22631.3007)"
        );
        assert_eq!(
            line("Windows 10 Enterprise LTSC 2021", "21H2", "19044", Some(1)),
            "Windows 10 Enterprise LTSC 2021, 64 bit v21H2 (build 19044.1)"
        );
        assert_eq!(
            line("Windows Server 2025 Standard", "24H2", "26100", Some(2)),
            "Windows Server 2025 Standard, 64 bit v24H2 (build 26100.2)"
        );
        assert_eq!(
            line("Windows Server 2012 R2 Standard", "", "9600", None),
            "Windows Server 2012 R2 Standard, 64 bit (build 9600)"
        );
        let unknown = line_of(&Release::default(), false);
        assert_eq!(unknown, "Windows, 32 bit");
    }

    #[test]
    fn an_account_of_this_machine_has_no_domain() {
        assert_eq!((person(r".\ann").as_str(), person(r"CORP\ann").as_str()), ("ann", r"CORP\ann"));
    }

    #[test]
    fn this_system_has_a_name_a_start_and_memory() {
        assert!(operating_system().starts_with("Windows"), "{}", operating_system());
        assert!(boot_time() > 1_000_000_000);
        assert!(memory_bytes() > 1 << 20);
    }
}

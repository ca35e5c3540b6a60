//! The numbers of Windows Update's errors, in words.

use windows::core::HRESULT;

/// An error in words, with its number.
pub fn describe(code: i32) -> String {
    let number = code.cast_unsigned();
    match words(number) {
        Some(words) => format!("{words} (0x{number:08X})"),
        // What Windows itself says, if it knows the number.
        None => match HRESULT(code).message().trim().trim_end_matches('.') {
            "" => format!("error 0x{number:08X}"),
            message => format!("{message} (0x{number:08X})"),
        },
    }
}

/// Whether an error says that there is no Windows Update, or that it is off.
pub fn is_unavailable(code: i32) -> bool {
    matches!(
        code.cast_unsigned(),
        // Not implemented, no such interface, no such class.
        0x8000_4001 | 0x8000_4002 | 0x8004_0154
        // The service is disabled; does not exist; a policy switched it off.
        | 0x8007_0422 | 0x8007_0424 | 0x8024_002E
    )
}

fn words(code: u32) -> Option<&'static str> {
    client(code).or_else(|| network(code)).or_else(|| handler(code)).or_else(|| system(code))
}

/// Of Windows Update itself.
fn client(code: u32) -> Option<&'static str> {
    Some(match code {
        0x8024_0001 | 0x8024_A000 => "the service of Windows Update cannot be reached",
        0x8024_0002 => "Windows Update has reached its limit of work",
        0x8024_0004 | 0x8024_8011 => "Windows Update could not start its work",
        0x8024_0007 | 0x8024_0008 | 0x8024_0024 => "Windows Update knows no such update any more",
        0x8024_0009 => "Windows Update is at work for something else",
        0x8024_000A => "it could not be cancelled",
        0x8024_000B | 0x8024_2008 | 0x8024_0054 | 0x8024_0055 => "it was cancelled",
        0x8024_000C => "there was nothing to do",
        0x8024_000D | 0x8024_000E | 0x8024_2006 => "the description of the update is broken",
        0x8024_000F..=0x8024_0011 => "the update depends on others in a way that cannot be",
        0x8024_0016 => "another installation is in progress, or a restart is pending",
        0x8024_0017 => "the update is not for this computer",
        0x8024_0019 => "the update must be installed alone",
        0x8024_001A | 0x8024_002F => "a policy of this computer forbids it",
        0x8024_001B => "Windows Update is updating itself",
        0x8024_001D => "the update is not valid",
        0x8024_001E => "the service of Windows Update was stopped, or the computer shuts down",
        0x8024_001F => "there is no network connection",
        0x8024_0020 => "somebody would have to be logged in",
        0x8024_0021 => "Windows Update did not finish in time",
        0x8024_0022 => "none of the updates could be installed",
        0x8024_0023 => "its licence was not accepted",
        0x8024_0025 => "access to Windows Update is switched off by a policy",
        0x8024_0029 => "the licence of the product is not valid",
        0x8024_002A | 0x8024_2002 => "Windows Update does not know this kind of update",
        0x8024_002C | 0x8024_002D => "the files of the program that is updated are missing",
        0x8024_002E => "Windows Update is switched off by a policy",
        0x8024_0030 => "the proxy that is configured is not valid",
        0x8024_0031 | 0x8024_0038 => "a downloaded file has the wrong format",
        0x8024_0032 => "Windows Update does not understand the search",
        0x8024_0033 => "its licence could not be downloaded",
        0x8024_0034 => "the download failed",
        0x8024_0035 => "Windows Update left the update out",
        0x8024_0036 => "the update is not in a state that allows this",
        0x8024_0037 => "Windows Update does not support this here",
        0x8024_0040 => "the update is not for a Server Core installation",
        0x8024_0042 => "the source of updates that is configured is unknown",
        0x8024_0044 => "only an administrator may do this",
        0x8024_0041 | 0x8024_004A => "Windows is being set up",
        0x8024_004C => "the battery is too low",
        0x8024_0056 => "this system is no longer supported",
        0x8024_0059 => "the connection is metered, and a policy keeps updates off it",
        0x8024_0061 => "this Windows cannot check signatures of the kind that updates have now",
        0x8024_0062 => "the server of updates has not approved it",
        0x8024_A007 => "the computer is restarting",
        _ => return None,
    })
}

/// Of the way to the server of updates, and of downloads.
fn network(code: u32) -> Option<&'static str> {
    Some(match code {
        0x8024_4004 | 0x8024_4005 => "the server of updates cannot be reached",
        0x8024_4006 | 0x8024_4007 | 0x8024_400E | 0x8024_401F => {
            "the server of updates made a mistake"
        }
        0x8024_400A | 0x8024_4008 => "the answer of the server of updates is not valid",
        0x8024_400D => "the server of updates refused the request as broken",
        0x8024_4010 => "the server of updates offers more than can be compared: try again",
        0x8024_4011 => "a policy names no server of updates although it requires one",
        0x8024_4016 => "the server of updates refused the request",
        0x8024_4017 | 0x8024_4018 => "the server of updates, or a proxy, denied access",
        0x8024_4019 => "the server of updates does not have it",
        0x8024_401B => "the proxy asks for a password",
        0x8024_401C | 0x8024_4021 | 0x8024_4023 => {
            "the server of updates, or a proxy, did not answer in time"
        }
        0x8024_4022 => "the server of updates is overloaded",
        0x8024_402C => "the name of the server of updates, or of the proxy, cannot be resolved",
        0x8024_402F => "a certificate of the server of updates is not valid",
        0x8024_500C | 0x8024_500D => "a policy keeps Windows Update from its servers",
        0x8024_6002 => "a downloaded file is not the expected one",
        0x8024_6005 => "there is no network connection for the download",
        0x8024_6007 => "the update is not downloaded",
        0x8024_6008 => "the service for downloads (BITS) cannot be reached",
        0x8024_6009 => "the transfer failed",
        0x8024_6013 => "the update was withdrawn",
        0x8007_2EE2 => "the connection to the server of updates timed out",
        0x8007_2EE7 => "the name of the server of updates cannot be resolved",
        0x8007_2EFD => "there is no connection to the server of updates",
        0x8007_2EFE | 0x8007_2EFF => "the connection to the server of updates broke off",
        0x8007_2F8F => {
            "the server of updates could not prove who it is: the computer's clock may be wrong"
        }
        0x800B_0109 => "the update is signed by somebody this computer does not trust",
        _ => return None,
    })
}

/// Of installers, and of drivers.
fn handler(code: u32) -> Option<&'static str> {
    Some(match code {
        0x8024_2000 | 0x8024_2003 => "the process that installs updates cannot be reached",
        0x8024_2007 => "the installer took too long",
        0x8024_200A => "the installer would have to ask something",
        0x8024_200B => "the installer failed",
        0x8024_200D => "the update must be downloaded again",
        0x8024_2012 | 0x8024_2013 => "Windows' own installer answered something unexpected",
        0x8024_2014 => "the restart that completes it has not happened yet",
        0x8024_2015 | 0x8024_2016 => "it is not known whether the restart completed it",
        0x8024_2017 => "a newer servicing stack must be installed first",
        0x8024_201D => "the computer must restart first",
        0x8024_8007 | 0x8024_8008 => "Windows Update's store lacks something it needs",
        0x8024_8000 | 0x8024_8001 | 0x8024_800F => "Windows Update's store is in use",
        0x8024_8002 | 0x8024_8003 | 0x8024_8004 | 0x8024_801C => {
            "Windows Update's store is damaged"
        }
        0x8024_C001 => "the driver was left out",
        0x8024_C008 => "the device that the driver is for has a problem",
        _ => return None,
    })
}

/// Of Windows, as they come up in the course of updates.
fn system(code: u32) -> Option<&'static str> {
    Some(match code {
        0x8000_4001 => "it is not implemented here",
        0x8000_4004 => "it was cancelled",
        0x8000_4005 => "Windows gives no reason",
        0x8004_0154 => "its component is not registered",
        0x8007_0005 => "access is denied",
        0x8007_000E | 0x8007_0008 => "there is not enough memory",
        0x8007_0070 => "the disk is full",
        0x8007_0422 => "the service of Windows Update is disabled",
        0x8007_0424 => "the service of Windows Update does not exist",
        0x8007_045B => "the computer is shutting down",
        0x8007_0643 => "the installer failed fatally",
        0x8007_0652 => "another installation is in progress",
        0x8007_0BC2 => "a restart of the computer completes it",
        0x8007_0BC9 => "a restart must happen first",
        0x8007_3712 => "Windows' store of components is damaged",
        0x800F_0831 => "an update that this one builds on is missing",
        0x800F_081F => "files that Windows needs to repair itself are missing",
        0x800F_0922 => {
            "the installation did not complete and was undone: often the system partition is too small"
        }
        0x800F_0823 => "a newer servicing stack must be installed first",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_put_into_words() {
        for (code, words) in [
            (
                0x8024_0016_u32,
                "another installation is in progress, or a restart is pending (0x80240016)",
            ),
            (
                0x8024_402C,
                "the name of the server of updates, or of the proxy, cannot be resolved (0x8024402C)",
            ),
            (0x8024_200B, "the installer failed (0x8024200B)"),
            (0x8007_0070, "the disk is full (0x80070070)"),
        ] {
            assert_eq!(describe(code.cast_signed()), words);
        }
        let unknown = describe(0x8024_7777_u32.cast_signed());
        assert!(unknown.contains("0x80247777"), "{unknown}");
    }

    #[test]
    fn a_missing_windows_update_is_told_from_one_that_fails() {
        assert!(is_unavailable(0x8000_4001_u32.cast_signed()));
        assert!(is_unavailable(0x8007_0422_u32.cast_signed()));
        assert!(!is_unavailable(0x8024_402C_u32.cast_signed()));
        assert!(!is_unavailable(0));
    }
}

//! Why WMI did not answer, in words. Windows has its own only in a file of WMI's.

use windows::core::{Error, HRESULT};
use wmi::WMIError;

use super::class::Class;
use crate::os::Problem;
use crate::os::windows::system_error;

/// A query names a property that the class does not have.
pub const INVALID_QUERY: i32 = 0x8004_1017_u32.cast_signed();

/// What an error means for who asked for a class.
pub fn problem_of(class: &Class, error: &WMIError) -> Problem {
    let Class { name, namespace, .. } = class;
    let WMIError::HResultError { hres } = error else {
        return Problem::failed(format!("WMI's answer about {name} cannot be read: {error}"));
    };
    match hres.cast_unsigned() {
        0x8004_100E => Problem::unsupported(format!("WMI has no namespace {namespace} here")),
        0x8004_1010 => Problem::unsupported(format!("WMI has no class {name} here")),
        0x8004_100C => Problem::unsupported(format!("this machine does not support {name}")),
        0x8004_1003 => Problem::failed(format!("WMI denies access to {name}")),
        0x8004_1013 => Problem::failed(format!("WMI cannot load what answers about {name}")),
        0x8004_1001 => Problem::failed(format!("WMI fails at {name}")),
        _ => {
            let words = system_error::text_of(&Error::from_hresult(HRESULT(*hres)));
            Problem::failed(format!("WMI does not answer about {name}: {words}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(code: u32) -> Problem {
        let properties = &["displayName"];
        let (namespace, name) = (r"ROOT\SecurityCenter2", "AntiVirusProduct");
        let class = Class { namespace, name, condition: "", properties };
        problem_of(&class, &WMIError::HResultError { hres: code.cast_signed() })
    }

    #[test]
    fn what_is_not_there_differs_from_what_does_not_work() {
        let absent = Problem::unsupported(r"WMI has no namespace ROOT\SecurityCenter2 here");
        assert_eq!(problem(0x8004_100E), absent);
        assert_eq!(problem(0x8004_1003), Problem::failed("WMI denies access to AntiVirusProduct"));
        let other = problem(0x8007_0422).to_string();
        assert!(other.starts_with("WMI does not answer about AntiVirusProduct: "), "{other}");
    }
}

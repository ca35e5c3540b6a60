//! Why Windows refused something, in its own words.

use windows::Win32::Foundation::WIN32_ERROR;
use windows::core::Error;

/// What the upper half of a result says when the lower half is an error of Windows itself.
const FACILITY_WIN32: u32 = 0x8007;

/// The error as Windows documents it; none when it is of another kind.
pub fn code_of(error: &Error) -> Option<WIN32_ERROR> {
    let code = error.code().0.cast_unsigned();
    (code >> 16 == FACILITY_WIN32).then_some(WIN32_ERROR(code & 0xffff))
}

/// The error in the words of Windows, in the language of the system, without the
/// full stop; its number when Windows has no words for it.
pub fn text_of(error: &Error) -> String {
    let message = error.message();
    let message = message.trim().trim_end_matches('.');
    if !message.is_empty() && error.code().is_err() {
        return message.to_owned();
    }
    match code_of(error) {
        Some(code) => format!("error {}", code.0),
        None if error.code().is_ok() => "Windows does not say why".to_owned(),
        None => format!("error {:#010x}", error.code().0),
    }
}

/// The error as those of the standard library are: with its kind, where it has one.
pub fn io_error(error: &Error) -> std::io::Error {
    match code_of(error) {
        Some(code) => std::io::Error::from_raw_os_error(code.0.cast_signed()),
        None => std::io::Error::other(text_of(error)),
    }
}

#[cfg(test)]
mod tests {
    use windows::Win32::Foundation::{E_NOTIMPL, ERROR_ACCESS_DENIED};
    use windows::core::HRESULT;

    use super::*;

    #[test]
    fn an_error_has_its_number_and_a_text() {
        let denied = Error::from(ERROR_ACCESS_DENIED);
        assert_eq!(code_of(&denied), Some(ERROR_ACCESS_DENIED));
        assert_eq!(io_error(&denied).kind(), std::io::ErrorKind::PermissionDenied);
        let text = text_of(&denied);
        assert!(!text.is_empty() && !text.ends_with(['.', '\n']), "{text:?}");
        assert_eq!(code_of(&Error::from_hresult(E_NOTIMPL)), None);
        let unknown = Error::from(WIN32_ERROR(64_999));
        assert_eq!(text_of(&unknown), "error 64999");
        assert_eq!(text_of(&Error::from_hresult(HRESULT(0))), "Windows does not say why");
    }
}

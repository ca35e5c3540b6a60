//! Files that somebody else holds for a moment: on Windows they can neither be renamed
//! nor removed meanwhile.

use std::io;
use std::time::Duration;

use windows::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_DELETE_PENDING, ERROR_DIR_NOT_EMPTY, ERROR_LOCK_VIOLATION,
    ERROR_SHARING_VIOLATION, ERROR_USER_MAPPED_FILE, WIN32_ERROR,
};

/// What Windows says when a file is in use. A file that is about to go is a folder that
/// is not empty, and one that is denied.
const BUSY: [WIN32_ERROR; 6] = [
    ERROR_ACCESS_DENIED,
    ERROR_DELETE_PENDING,
    ERROR_DIR_NOT_EMPTY,
    ERROR_LOCK_VIOLATION,
    ERROR_SHARING_VIOLATION,
    ERROR_USER_MAPPED_FILE,
];

/// A virus scanner is done with a small file within that time; what lasts longer is
/// removed at the next start of the agent.
const ATTEMPTS: u32 = 8;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(12);

/// Repeats what fails because a file is in use, for a tenth of a second.
pub fn retry_while_busy<T>(mut work: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for _ in 1..ATTEMPTS {
        match work() {
            Err(error) if is_busy(&error) => crate::os::windows::pause::pause(BETWEEN_ATTEMPTS),
            other => return other,
        }
    }
    work()
}

fn is_busy(error: &io::Error) -> bool {
    let code = error.raw_os_error().map(|code| WIN32_ERROR(code.cast_unsigned()));
    code.is_some_and(|code| BUSY.contains(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failing(code: WIN32_ERROR, times: u32) -> (io::Result<()>, u32) {
        let mut count = 0;
        let done = retry_while_busy(|| {
            count += 1;
            let error = io::Error::from_raw_os_error(code.0.cast_signed());
            if count > times { Ok(()) } else { Err(error) }
        });
        (done, count)
    }

    #[test]
    fn what_is_in_use_is_tried_again_and_everything_else_fails_at_once() {
        let (done, count) = failing(ERROR_SHARING_VIOLATION, 3);
        assert_eq!((done.is_ok(), count), (true, 4));
        let (done, count) = failing(ERROR_ACCESS_DENIED, 100);
        assert_eq!((done.is_ok(), count), (false, ATTEMPTS));
        let missing = windows::Win32::Foundation::ERROR_FILE_NOT_FOUND;
        let (done, count) = failing(missing, 100);
        assert_eq!((done.is_ok(), count), (false, 1));
    }
}

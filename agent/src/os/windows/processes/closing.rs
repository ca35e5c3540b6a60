//! Asking a process to close: Windows has windows for that, and no signals.

use windows::Win32::Foundation::{HWND, LPARAM, WPARAM};
use windows::Win32::UI::WindowsAndMessaging::{
    EnumWindows, GetWindowThreadProcessId, IsWindowVisible, PostMessageW, WM_CLOSE,
};
use windows::core::BOOL;

/// Windows of one process.
struct Search {
    pid: u32,
    found: Vec<HWND>,
}

/// Asks the visible windows of a process to close, as a click on their crosses does, and
/// returns how many were asked.
///
/// Windows shows a process only what is on its own desktop: a service finds none of the
/// windows that users have.
#[expect(unsafe_code, reason = "functions of Windows")]
pub fn close_windows(pid: u32) -> usize {
    let mut search = Search { pid, found: Vec::new() };
    // SAFETY: the callback gets the pointer to the search, which lives during the call. A
    // window that is gone by now refuses the message.
    unsafe {
        let pointer = LPARAM(std::ptr::from_mut(&mut search).expose_provenance().cast_signed());
        let _ = EnumWindows(Some(take_window), pointer);
        let (no_flags, nothing) = (WPARAM(0), LPARAM(0));
        let ask =
            |window: &&HWND| PostMessageW(Some(**window), WM_CLOSE, no_flags, nothing).is_ok();
        search.found.iter().filter(ask).count()
    }
}

#[expect(unsafe_code, reason = "Windows calls it with what it was given")]
unsafe extern "system" fn take_window(window: HWND, search: LPARAM) -> BOOL {
    let pointer = std::ptr::with_exposed_provenance_mut::<Search>(search.0.cast_unsigned());
    // SAFETY: the pointer is that of the only caller, whose search lives and is not used
    // meanwhile.
    let search = unsafe { &mut *pointer };
    let mut owner = 0;
    // SAFETY: the number lives during the call.
    unsafe {
        GetWindowThreadProcessId(window, Some(&mut owner));
        if owner == search.pid && IsWindowVisible(window).as_bool() {
            search.found.push(window);
        }
    }
    true.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_without_windows_cannot_be_asked() {
        assert_eq!(close_windows(std::process::id()), 0);
    }
}

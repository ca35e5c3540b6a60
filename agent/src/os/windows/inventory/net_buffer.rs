//! Memory that the network part of Windows hands out, and has to get back.

use std::ffi::c_void;

use windows::Win32::NetworkManagement::NetManagement::NetApiBufferFree;

/// Given back when this is dropped.
#[derive(Debug)]
pub struct NetBuffer(*const c_void);

impl NetBuffer {
    /// Takes what a function of Windows has returned; null is nothing.
    pub fn new<T>(pointer: *const T) -> Self {
        Self(pointer.cast())
    }

    /// Whether there is nothing.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }
}

impl Drop for NetBuffer {
    #[expect(unsafe_code, reason = "only Windows can free its memory")]
    fn drop(&mut self) {
        if !self.is_null() {
            // SAFETY: the memory comes from Windows and is freed once.
            unsafe { NetApiBufferFree(Some(self.0)) };
        }
    }
}

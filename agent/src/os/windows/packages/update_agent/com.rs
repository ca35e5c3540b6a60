//! COM on one thread.

use std::marker::PhantomData;

use windows::Win32::System::Com::{COINIT_MULTITHREADED, CoInitializeEx, CoUninitialize};

use super::codes::describe;

/// COM is initialised on this thread as long as this exists, in the apartment
/// of many threads: Windows Update calls back from others.
#[derive(Debug)]
pub struct Com {
    /// Belongs to its thread.
    not_send: PhantomData<*const ()>,
}

impl Com {
    /// Initialises COM, or says why it cannot be.
    #[expect(unsafe_code, reason = "COM is a programming interface of C")]
    pub fn start() -> Result<Self, String> {
        // SAFETY: the call has no preconditions, and Drop takes it back once.
        let started = unsafe { CoInitializeEx(None, COINIT_MULTITHREADED) };
        match started.ok() {
            Ok(()) => Ok(Self { not_send: PhantomData }),
            Err(error) => Err(format!("COM cannot be started: {}", describe(error.code().0))),
        }
    }
}

impl Drop for Com {
    #[expect(unsafe_code, reason = "COM is a programming interface of C")]
    fn drop(&mut self) {
        // SAFETY: this thread has initialised it, and every object of this
        // module is used only while a `Com` is borrowed.
        unsafe { CoUninitialize() }
    }
}

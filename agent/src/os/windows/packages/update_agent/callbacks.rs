//! What Windows Update gets to call when a job moves on: something that does
//! nothing. The job itself is looked at now and then.

use std::ffi::c_void;

use windows::Win32::Foundation::{E_NOINTERFACE, E_POINTER, S_OK};
use windows::Win32::System::Com::IAgileObject;
use windows::Win32::System::UpdateAgent::{
    IDownloadCompletedCallback, IDownloadProgressChangedCallback, IInstallationCompletedCallback,
    IInstallationProgressChangedCallback, ISearchCompletedCallback,
};
use windows::core::{GUID, HRESULT, IUnknown, Interface};

/// An object of COM that answers to each of the interfaces for callbacks.
///
/// They look the same in memory: the three functions of every object, and one
/// with two pointers.
#[repr(C)]
struct Callback {
    functions: &'static Functions,
}

#[repr(C)]
struct Functions {
    query_interface:
        unsafe extern "system" fn(*mut c_void, *const GUID, *mut *mut c_void) -> HRESULT,
    add_reference: extern "system" fn(*mut c_void) -> u32,
    release: extern "system" fn(*mut c_void) -> u32,
    invoke: extern "system" fn(*mut c_void, *mut c_void, *mut c_void) -> HRESULT,
}

/// Exists as long as the program: nobody has to count who uses it.
static CALLBACK: Callback =
    Callback { functions: &Functions { query_interface, add_reference, release, invoke } };

const INTERFACES: [GUID; 7] = [
    IUnknown::IID,
    // It may be called from any thread.
    IAgileObject::IID,
    ISearchCompletedCallback::IID,
    IDownloadCompletedCallback::IID,
    IDownloadProgressChangedCallback::IID,
    IInstallationCompletedCallback::IID,
    IInstallationProgressChangedCallback::IID,
];

/// Something that may be called by every job.
#[expect(unsafe_code, reason = "an object of COM")]
pub fn callback() -> IUnknown {
    let object = std::ptr::from_ref(&CALLBACK).cast_mut().cast::<c_void>();
    // SAFETY: the object begins with its table of functions, exists for ever,
    // and does not count its references; nothing is ever written to it.
    unsafe { IUnknown::from_raw(object) }
}

#[expect(unsafe_code, reason = "called by COM")]
unsafe extern "system" fn query_interface(
    this: *mut c_void,
    interface: *const GUID,
    result: *mut *mut c_void,
) -> HRESULT {
    if interface.is_null() || result.is_null() {
        return E_POINTER;
    }
    // SAFETY: by the rules of COM both point to what they say; neither is null.
    unsafe {
        let is_known = INTERFACES.contains(&*interface);
        *result = if is_known { this } else { std::ptr::null_mut() };
        if is_known { S_OK } else { E_NOINTERFACE }
    }
}

extern "system" fn add_reference(_this: *mut c_void) -> u32 {
    1
}

extern "system" fn release(_this: *mut c_void) -> u32 {
    1
}

extern "system" fn invoke(_this: *mut c_void, _job: *mut c_void, _about: *mut c_void) -> HRESULT {
    S_OK
}

#[cfg(test)]
mod tests {
    use windows::Win32::System::UpdateAgent::{IUpdate, IUpdateSession};

    use super::*;

    #[test]
    #[expect(unsafe_code, reason = "calls as COM does")]
    fn every_job_can_call_it() {
        let object = callback();
        let search: ISearchCompletedCallback = object.cast().unwrap();
        let install: IInstallationProgressChangedCallback = object.cast().unwrap();
        // SAFETY: the function uses neither of its arguments.
        unsafe {
            search.Invoke(None, None).unwrap();
            install.Invoke(None, None).unwrap();
        }
        drop((search, install));
        assert!(object.cast::<IDownloadCompletedCallback>().is_ok());
        assert!(object.cast::<IUpdate>().is_err() && object.cast::<IUpdateSession>().is_err());
    }
}

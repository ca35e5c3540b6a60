//! Who may do what with a key.

use std::io;

use windows::Win32::Foundation::ERROR_INSUFFICIENT_BUFFER;
use windows::Win32::Security::{DACL_SECURITY_INFORMATION, PSECURITY_DESCRIPTOR};
use windows::Win32::System::Registry::{RegGetKeySecurity, RegSetKeySecurity};
use winreg::RegKey;

use super::handle::{check, handle};
use crate::os::windows::api_buffer::ApiBuffer;

/// The largest list of permissions that Windows stores.
const MAX_BYTES: u32 = 128 * 1024;

/// Gives a key the permissions of another one. Its owner stays.
#[expect(unsafe_code, reason = "the system's own description of permissions")]
pub fn copy_permissions(from: &RegKey, to: &RegKey) -> io::Result<()> {
    let mut descriptor = read_permissions(from)?;
    let pointer = PSECURITY_DESCRIPTOR(descriptor.as_mut_ptr());
    // SAFETY: the system itself wrote the descriptor, which outlives the call.
    check(unsafe { RegSetKeySecurity(handle(to), DACL_SECURITY_INFORMATION, pointer) })
}

#[expect(unsafe_code, reason = "the system's own description of permissions")]
fn read_permissions(key: &RegKey) -> io::Result<ApiBuffer> {
    let mut descriptor = ApiBuffer::new(4096);
    loop {
        let mut size = descriptor.size();
        let pointer = Some(PSECURITY_DESCRIPTOR(descriptor.as_mut_ptr()));
        // SAFETY: `size` is the size of the memory behind the pointer.
        let code = unsafe {
            RegGetKeySecurity(handle(key), DACL_SECURITY_INFORMATION, pointer, &mut size)
        };
        if code != ERROR_INSUFFICIENT_BUFFER || descriptor.size() >= MAX_BYTES {
            return check(code).map(|()| descriptor);
        }
        descriptor = ApiBuffer::new(size.clamp(descriptor.size() * 2, MAX_BYTES) as usize);
    }
}

//! Pipes from a process to the agent, of which the agent's end is read without a thread.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, IntoRawHandle, OwnedHandle};

use muster_protocol::hex;
use tokio::net::windows::named_pipe::NamedPipeServer;
use windows::Win32::Foundation::{
    GENERIC_WRITE, HANDLE, HANDLE_FLAG_INHERIT, SetHandleInformation,
};
use windows::Win32::Storage::FileSystem::{
    CreateFileW, FILE_FLAG_FIRST_PIPE_INSTANCE, FILE_FLAG_OVERLAPPED, FILE_FLAGS_AND_ATTRIBUTES,
    FILE_READ_ATTRIBUTES, FILE_SHARE_NONE, OPEN_EXISTING, PIPE_ACCESS_INBOUND, SECURITY_ANONYMOUS,
    SECURITY_SQOS_PRESENT,
};
use windows::Win32::System::Pipes::{
    CreateNamedPipeW, PIPE_READMODE_BYTE, PIPE_REJECT_REMOTE_CLIENTS, PIPE_TYPE_BYTE, PIPE_WAIT,
};
use windows::core::{Error, PCWSTR};

use super::output::OutputPipe;
use crate::os::windows::access::AccessList;
use crate::os::windows::system_error::io_error;
use crate::os::windows::wide::zero_ended;

/// What the system holds for a process that prints faster than the agent reads.
const BUFFER_BYTES: u32 = 64 * 1024;

/// Creates a pipe: the end that is read, and the one for the process, which inherits it.
///
/// Anonymous pipes of Windows cannot be read without a thread. This one has a name that
/// nobody can guess, one end each, and is for this account alone.
pub fn create() -> io::Result<(OutputPipe, OwnedHandle)> {
    let name = zero_ended(random_name())?;
    let reader = create_reader(&name)?;
    let writer = open_writer(&name)?;
    make_inheritable(&writer)?;
    Ok((OutputPipe::new(with_runtime(reader)?), writer))
}

/// A text that nobody can guess.
pub fn random_text() -> String {
    hex::encode(&rand::random::<[u8; 16]>())
}

/// Lets a process inherit a handle when it is started with it in its list.
#[expect(unsafe_code, reason = "Windows takes the handle itself")]
pub fn make_inheritable(handle: &impl AsRawHandle) -> io::Result<()> {
    let handle = HANDLE(handle.as_raw_handle());
    // SAFETY: the handle is open.
    let set = unsafe { SetHandleInformation(handle, HANDLE_FLAG_INHERIT.0, HANDLE_FLAG_INHERIT) };
    set.map_err(|error| io_error(&error))
}

fn random_name() -> String {
    format!(r"\\.\pipe\muster-run-{}", random_text())
}

#[expect(unsafe_code, reason = "Windows returns a handle")]
fn create_reader(name: &[u16]) -> io::Result<OwnedHandle> {
    let list = AccessList::of_private_object()?;
    let attributes = list.attributes();
    let open = PIPE_ACCESS_INBOUND | FILE_FLAG_FIRST_PIPE_INSTANCE | FILE_FLAG_OVERLAPPED;
    let mode = PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS;
    // SAFETY: the name ends with a zero, the list lives until the end, and the handle that
    // comes back is ours alone.
    unsafe {
        let name = PCWSTR(name.as_ptr());
        let pipe = CreateNamedPipeW(name, open, mode, 1, 0, BUFFER_BYTES, 0, Some(&attributes));
        if pipe.is_invalid() {
            return Err(io_error(&Error::from_thread()));
        }
        Ok(OwnedHandle::from_raw_handle(pipe.0))
    }
}

#[expect(unsafe_code, reason = "Windows returns a handle")]
fn open_writer(name: &[u16]) -> io::Result<OwnedHandle> {
    let flags = FILE_FLAGS_AND_ATTRIBUTES(SECURITY_SQOS_PRESENT.0 | SECURITY_ANONYMOUS.0);
    // SAFETY: the name ends with a zero, and the handle that comes back is ours alone.
    unsafe {
        let name = PCWSTR(name.as_ptr());
        // Some programs ask what kind of thing they write to.
        let access = GENERIC_WRITE.0 | FILE_READ_ATTRIBUTES.0;
        CreateFileW(name, access, FILE_SHARE_NONE, None, OPEN_EXISTING, flags, None)
            .map(|handle| OwnedHandle::from_raw_handle(handle.0))
            .map_err(|error| io_error(&error))
    }
}

#[expect(unsafe_code, reason = "the handle changes its owner")]
fn with_runtime(reader: OwnedHandle) -> io::Result<NamedPipeServer> {
    // SAFETY: the handle is a pipe's, and has no other owner from here on.
    unsafe { NamedPipeServer::from_raw_handle(reader.into_raw_handle()) }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use tokio::io::AsyncReadExt;

    use super::*;

    #[tokio::test]
    async fn what_is_written_is_read_up_to_the_end() {
        let (mut reader, writer) = create().unwrap();
        let text = "größer\r\n".repeat(50_000);
        let writing = std::thread::spawn({
            let text = text.clone();
            move || std::fs::File::from(writer).write_all(text.as_bytes()).unwrap()
        });
        let mut found = String::new();
        reader.read_to_string(&mut found).await.unwrap();
        writing.join().unwrap();
        assert!(found == text, "{} bytes of {}", found.len(), text.len());
    }

    #[tokio::test]
    async fn nobody_else_gets_an_end_of_the_pipe() {
        let name = zero_ended(random_name()).unwrap();
        let _reader = create_reader(&name).unwrap();
        assert!(create_reader(&name).is_err(), "the name is taken");
        let _writer = open_writer(&name).unwrap();
        assert!(open_writer(&name).is_err(), "there is one end only");
    }
}

//! A connection to the X server of a display.
//!
//! Its functions wait for answers without `await`: it belongs on a thread of its own.

use std::io::ErrorKind::WouldBlock;
use std::os::fd::AsFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixStream};

use tokio::io::Interest;
use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::errors::ConnectError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{ConnectionExt as _, Screen, Window};
use x11rb::rust_connection::{DefaultStream, RustConnection};

use super::find_display::DisplayPlace;
use super::xauthority::{COOKIE, read_cookies};
use crate::os::Problem;

/// Keys that are tried. A file may hold many for one display.
const MAX_KEYS: usize = 16;

/// A connection to an X server.
pub struct XServer {
    connection: RustConnection,
    screen: usize,
    socket: tokio::net::UnixStream,
}

impl XServer {
    /// Connects with whichever key the server accepts.
    pub fn connect(place: &DisplayPlace) -> Result<Self, Problem> {
        let number = place.number;
        let files = place.authorities.iter();
        let mut keys: Vec<Vec<u8>> = files.flat_map(|file| read_cookies(file, number)).collect();
        keys.dedup();
        keys.truncate(MAX_KEYS);
        // Some servers let every local program in, or those of root.
        for key in keys.into_iter().map(Some).chain([None]) {
            let (stream, _) = DefaultStream::from_unix_stream(open_socket(number)?)
                .map_err(anyhow::Error::from)?;
            let kind = key.as_ref().map(|_| COOKIE.to_vec()).unwrap_or_default();
            let connected = RustConnection::connect_to_stream_with_auth_info(
                stream,
                place.screen,
                kind,
                key.unwrap_or_default(),
            );
            match connected {
                Ok(connection) => return Ok(Self::new(connection, place.screen)?),
                Err(ConnectError::SetupFailed(_) | ConnectError::SetupAuthenticate(_)) => {}
                Err(error) => {
                    let reason = format!("the X server of display :{number} fails: {error}");
                    return Err(Problem::failed(reason));
                }
            }
        }
        Err(Problem::failed(format!(
            "the X server of display :{number} refuses the agent: no key that it accepts was found"
        )))
    }

    fn new(connection: RustConnection, screen: usize) -> anyhow::Result<Self> {
        let socket = connection.stream().as_fd().try_clone_to_owned()?;
        let socket = UnixStream::from(socket);
        // It is already: both are the same socket, which the X11 library waits for itself.
        socket.set_nonblocking(true)?;
        let socket = tokio::net::UnixStream::from_std(socket)?;
        Ok(Self { connection, screen, socket })
    }

    /// The connection, for requests.
    pub fn connection(&self) -> &RustConnection {
        &self.connection
    }

    /// The screen, as it was when the connection began.
    pub fn screen(&self) -> &Screen {
        &self.connection.setup().roots[self.screen]
    }

    /// The window that is the whole screen.
    pub fn root(&self) -> Window {
        self.screen().root
    }

    /// Waits until the server has sent something. Before that, [`Self::next_event`] has to
    /// have returned none, as events may have come together with answers.
    pub async fn readable(&self) -> anyhow::Result<()> {
        self.socket.readable().await?;
        // The bytes are read elsewhere: only what comes from now on counts as news.
        let read = self.socket.try_io(Interest::READABLE, || Err::<(), _>(WouldBlock.into()));
        drop(read);
        Ok(())
    }

    /// The next event that is here already. What is not sent yet is sent before it says none.
    pub fn next_event(&self) -> anyhow::Result<Option<Event>> {
        let mut is_flushed = false;
        loop {
            match self.connection.poll_for_event()? {
                // A window or a selection of another program is gone: nothing to do.
                Some(Event::Error(error)) => tracing::debug!(?error, "X11 error"),
                Some(event) => return Ok(Some(event)),
                None if is_flushed => return Ok(None),
                None => {
                    self.connection.flush()?;
                    is_flushed = true;
                }
            }
        }
    }

    /// Sends what is not sent yet.
    pub fn flush(&self) -> anyhow::Result<()> {
        Ok(self.connection.flush()?)
    }

    /// A number for a new window, region or the like.
    pub fn new_id(&self) -> anyhow::Result<u32> {
        Ok(self.connection.generate_id()?)
    }

    /// The number of a name.
    pub fn atom(&self, name: &str) -> anyhow::Result<u32> {
        Ok(self.connection.intern_atom(false, name.as_bytes())?.reply()?.atom)
    }

    /// Whether the server has an extension.
    pub fn has_extension(&self, name: &'static str) -> anyhow::Result<bool> {
        Ok(self.connection.extension_information(name)?.is_some())
    }
}

/// The socket in the file system, or the one without a file: a service whose temporary files
/// are its own does not see the first.
fn open_socket(number: u16) -> Result<UnixStream, Problem> {
    let path = format!("/tmp/.X11-unix/X{number}");
    let connect_by_name = |_| {
        let address = SocketAddr::from_abstract_name(path.as_bytes())?;
        UnixStream::connect_addr(&address)
    };
    UnixStream::connect(&path).or_else(connect_by_name).map_err(|error: std::io::Error| {
        Problem::failed(format!("there is no X server at display :{number}: {error}"))
    })
}

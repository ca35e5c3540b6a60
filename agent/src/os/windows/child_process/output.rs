//! What a process prints, as UTF-8, read without a thread.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::windows::named_pipe::NamedPipeServer;

use super::decoder::Decoder;
use crate::os::windows::code_page;

/// The memory that reading takes beside that of the reader.
const CHUNK_BYTES: usize = 4096;

/// The reading end of a pipe. At the end of the stream it is read to the end, whatever
/// character was left incomplete.
#[derive(Debug)]
pub struct OutputPipe {
    pipe: NamedPipeServer,
    decoder: Decoder,
    /// What is converted already, and how much of it has been read.
    text: Vec<u8>,
    read: usize,
    is_over: bool,
}

impl OutputPipe {
    /// Reads from this end of a pipe.
    pub fn new(pipe: NamedPipeServer) -> Self {
        let decoder = Decoder::new(code_page::console());
        Self { pipe, decoder, text: Vec::new(), read: 0, is_over: false }
    }

    /// Adds the next bytes of the pipe to the text, which has been read.
    fn poll_more(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut bytes = [0; CHUNK_BYTES];
        let mut buffer = ReadBuf::new(&mut bytes);
        ready!(Pin::new(&mut self.pipe).poll_read(context, &mut buffer))?;
        self.text.clear();
        self.read = 0;
        match buffer.filled() {
            [] => {
                self.is_over = true;
                self.decoder.finish(&mut self.text);
            }
            chunk => self.decoder.push(chunk, &mut self.text),
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncRead for OutputPipe {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let pipe = self.get_mut();
        while pipe.read == pipe.text.len() && !pipe.is_over {
            ready!(pipe.poll_more(context))?;
        }
        let rest = &pipe.text[pipe.read..];
        let length = rest.len().min(buffer.remaining());
        buffer.put_slice(&rest[..length]);
        pipe.read += length;
        Poll::Ready(Ok(()))
    }
}

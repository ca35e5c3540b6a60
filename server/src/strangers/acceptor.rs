//! Adds new connections to the list, and closes those that are chosen.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Extension;
use axum::middleware::AddExtension;
use axum_server::accept::Accept;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tower::Layer;

use super::{Peer, Strangers};

/// Returns the streams of another acceptor, each with its [`Peer`], which every
/// request gets as an extension.
#[derive(Clone)]
pub struct StrangerAcceptor<A> {
    inner: A,
    strangers: Arc<Strangers>,
}

impl<A> StrangerAcceptor<A> {
    pub fn new(inner: A, strangers: Arc<Strangers>) -> Self {
        Self { inner, strangers }
    }
}

impl<A, S> Accept<TcpStream, S> for StrangerAcceptor<A>
where
    A: Accept<TcpStream, AddExtension<S, Peer>>,
    A::Future: Send + 'static,
{
    type Stream = StrangerStream<A::Stream>;
    type Service = A::Service;
    type Future = Pin<Box<dyn Future<Output = io::Result<(Self::Stream, Self::Service)>> + Send>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        let address = match stream.peer_addr() {
            Ok(address) => address.ip(),
            Err(error) => return Box::pin(async move { Err(error) }),
        };
        let peer = self.strangers.add(address);
        let accepted = self.inner.accept(stream, Extension(peer.clone()).layer(service));
        Box::pin(async move {
            // TLS may not be there yet.
            let (inner, service) = tokio::select! {
                accepted = accepted => accepted?,
                () = peer.closed() => return Err(io::ErrorKind::ConnectionAborted.into()),
            };
            Ok((StrangerStream { inner, peer }, service))
        })
    }
}

/// A stream that can be closed from outside until its peer is known, and that
/// ends when a stranger sends too much.
pub struct StrangerStream<S> {
    inner: S,
    peer: Peer,
}

impl<S> StrangerStream<S> {
    /// An error if the connection is to be closed.
    fn stays_open(&self, context: &Context<'_>) -> io::Result<()> {
        match self.peer.poll_closed(context) {
            Poll::Ready(()) => Err(io::ErrorKind::ConnectionAborted.into()),
            Poll::Pending => Ok(()),
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for StrangerStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.peer.is_known() {
            return Pin::new(&mut this.inner).poll_read(context, buffer);
        }
        this.stays_open(context)?;
        if !this.peer.may_read() {
            return Poll::Ready(Err(io::ErrorKind::InvalidData.into()));
        }
        let before = buffer.filled().len();
        let step = Pin::new(&mut this.inner).poll_read(context, buffer);
        this.peer.count_read(buffer.filled().len() - before);
        step
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for StrangerStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stays_open(context)?;
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stays_open(context)?;
        Pin::new(&mut self.inner).poll_write_vectored(context, buffers)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

//! Limits on waiting for a connection: its first bytes must arrive, and what it
//! is sent must be read, within the setting `REQUEST_SECONDS`.
//!
//! The rest of the headers is limited by hyper, a body by its reader. But the
//! HTTP version of a connection is detected from its first bytes, and that step
//! has no limit; nor is there one for a peer that reads nothing.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum_server::accept::Accept;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// This many bytes determine the HTTP version.
const PREFACE_BYTES: usize = 24;

/// Returns the streams of another acceptor, each with its limits.
#[derive(Clone)]
pub struct TimeoutAcceptor<A> {
    inner: A,
    limit: Duration,
}

impl<A> TimeoutAcceptor<A> {
    /// With this limit for each stream.
    pub fn new(inner: A, limit: Duration) -> Self {
        Self { inner, limit }
    }
}

impl<A, I, S> Accept<I, S> for TimeoutAcceptor<A>
where
    A: Accept<I, S>,
    A::Future: Send + 'static,
{
    type Stream = TimeoutStream<A::Stream>;
    type Service = A::Service;
    type Future = Pin<Box<dyn Future<Output = io::Result<(Self::Stream, Self::Service)>> + Send>>;

    fn accept(&self, stream: I, service: S) -> Self::Future {
        let (accepted, limit) = (self.inner.accept(stream, service), self.limit);
        Box::pin(async move {
            let (stream, service) = accepted.await?;
            Ok((TimeoutStream::new(stream, limit), service))
        })
    }
}

/// A stream that fails when its peer is too slow.
pub struct TimeoutStream<S> {
    inner: S,
    limit: Duration,
    /// How many of the first bytes have not arrived yet.
    missing: usize,
    arriving: Timer,
    writing: Timer,
    flushing: Timer,
}

/// Runs while something is waited for.
type Timer = Option<Pin<Box<Sleep>>>;

impl<S> TimeoutStream<S> {
    fn new(inner: S, limit: Duration) -> Self {
        let arriving = Some(Box::pin(sleep(limit)));
        Self { inner, limit, missing: PREFACE_BYTES, arriving, writing: None, flushing: None }
    }
}

/// The result of a step, or an error if it takes too long.
fn within<T>(
    timer: &mut Timer,
    limit: Duration,
    context: &mut Context<'_>,
    step: Poll<io::Result<T>>,
) -> Poll<io::Result<T>> {
    if step.is_ready() {
        *timer = None;
        return step;
    }
    let timer = timer.get_or_insert_with(|| Box::pin(sleep(limit)));
    timer.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
}

impl<S: AsyncRead + Unpin> AsyncRead for TimeoutStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = buffer.filled().len();
        let step = Pin::new(&mut this.inner).poll_read(context, buffer);
        let Some(timer) = &mut this.arriving else { return step };
        if step.is_pending() {
            return timer.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()));
        }
        this.missing = this.missing.saturating_sub(buffer.filled().len() - before);
        if this.missing == 0 {
            this.arriving = None;
        }
        step
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimeoutStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        let step = Pin::new(&mut this.inner).poll_write(context, bytes);
        within(&mut this.writing, this.limit, context, step)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        let step = Pin::new(&mut this.inner).poll_write_vectored(context, buffers);
        within(&mut this.writing, this.limit, context, step)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let step = Pin::new(&mut this.inner).poll_flush(context);
        within(&mut this.flushing, this.limit, context, step)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let step = Pin::new(&mut this.inner).poll_shutdown(context);
        within(&mut this.flushing, this.limit, context, step)
    }
}

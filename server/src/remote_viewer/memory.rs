//! A socket between two parts of one process: where the server is the viewer at a relay of
//! its own.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::{Sink, SinkExt, Stream};
use muster_remote::relay::Message;
use tokio::sync::mpsc;
use tokio_util::sync::PollSender;

use super::socket::{Closed, Socket};

/// The two ends of a socket. Each holds one message that the other has not read.
pub fn in_memory() -> (Socket, Socket) {
    let ((to_one, of_one), (to_other, of_other)) = (mpsc::channel(1), mpsc::channel(1));
    (end(to_other, of_one), end(to_one, of_other))
}

fn end(out: mpsc::Sender<Message>, incoming: mpsc::Receiver<Message>) -> Socket {
    Box::pin(End { out: PollSender::new(out), incoming })
}

struct End {
    out: PollSender<Message>,
    incoming: mpsc::Receiver<Message>,
}

impl Stream for End {
    type Item = Result<Message, Closed>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.incoming.poll_recv(cx).map(|message| message.map(Ok))
    }
}

impl Sink<Message> for End {
    type Error = Closed;

    fn poll_ready(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Closed>> {
        self.out.poll_ready_unpin(cx).map_err(|_| Closed)
    }

    fn start_send(mut self: Pin<&mut Self>, message: Message) -> Result<(), Closed> {
        self.out.start_send_unpin(message).map_err(|_| Closed)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Closed>> {
        self.out.poll_flush_unpin(cx).map_err(|_| Closed)
    }

    fn poll_close(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Closed>> {
        self.out.poll_close_unpin(cx).map_err(|_| Closed)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;

    use super::*;

    #[tokio::test]
    async fn each_end_reads_what_the_other_wrote_and_the_end() {
        let (mut one, mut other) = in_memory();
        one.send(Message::Text("hello".to_owned())).await.unwrap();
        other.send(Message::Ping).await.unwrap();
        assert_eq!(other.next().await, Some(Ok(Message::Text("hello".to_owned()))));
        assert_eq!(one.next().await, Some(Ok(Message::Ping)));
        drop(one);
        assert_eq!(other.next().await, None);
        assert_eq!(other.send(Message::Pong).await, Err(Closed));
    }
}

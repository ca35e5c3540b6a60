//! Keys and screen of the person's terminal, each with a thread: a terminal that stands
//! still must not keep the relay waiting, nor the process from ending.

use std::io::{Read, Write};
use std::sync::mpsc as threads;
use std::thread;

use tokio::sync::mpsc;

/// The most that is read at once.
pub const CHUNK: usize = 4096;

/// What a person types and sees.
pub struct Console {
    /// What is typed; nothing more comes when it ends.
    pub typed: mpsc::Receiver<Vec<u8>>,
    screen: Option<threads::Sender<Part>>,
    /// How much of the shell's output was shown, part by part.
    pub shown: mpsc::UnboundedReceiver<usize>,
}

/// Something to show.
struct Part {
    bytes: Vec<u8>,
    /// Whether it is output of the shell, for which there is credit.
    is_output: bool,
}

impl Console {
    /// Reads and writes in threads that end with the process.
    pub fn start(keys: Box<dyn Read + Send>, screen: Box<dyn Write + Send>) -> Self {
        let (sender, typed) = mpsc::channel(1);
        thread::spawn(move || read(keys, &sender));
        let (parts, to_show) = threads::channel();
        let (reports, shown) = mpsc::unbounded_channel();
        thread::spawn(move || write(screen, &to_show, &reports));
        Self { typed, screen: Some(parts), shown }
    }

    /// Shows output of the shell. It is bounded by the credit for it.
    pub fn show(&self, bytes: Vec<u8>) {
        self.put(Part { bytes, is_output: true });
    }

    /// Shows something for which there is no credit.
    pub fn draw(&self, text: String) {
        self.put(Part { bytes: text.into_bytes(), is_output: false });
    }

    /// Waits until everything is shown, and shows nothing after it.
    pub async fn finish(&mut self) {
        self.screen = None;
        while self.shown.recv().await.is_some() {}
    }

    fn put(&self, part: Part) {
        if let Some(screen) = &self.screen {
            // A screen that is gone shows nothing.
            let _ = screen.send(part);
        }
    }
}

fn read(mut keys: Box<dyn Read + Send>, typed: &mpsc::Sender<Vec<u8>>) {
    let mut buffer = [0; CHUNK];
    while let Ok(count @ 1..) = keys.read(&mut buffer) {
        if typed.blocking_send(buffer[..count].to_vec()).is_err() {
            return;
        }
    }
}

fn write(
    mut screen: Box<dyn Write + Send>,
    parts: &threads::Receiver<Part>,
    shown: &mpsc::UnboundedSender<usize>,
) {
    while let Ok(Part { bytes, is_output }) = parts.recv() {
        if screen.write_all(&bytes).and_then(|()| screen.flush()).is_err() {
            return;
        }
        if is_output && shown.send(bytes.len()).is_err() {
            return;
        }
    }
}

//! From what a program prints to UTF-8.
//!
//! Newer programs print UTF-8, older ones the code page of the console, some UTF-16 with a
//! mark at the beginning. What is valid UTF-8 passes byte for byte. A run of other
//! bytes that is not valid is read as the code page as a whole: most of its letters look
//! like broken UTF-8.

use crate::os::windows::code_page::CodePage;

/// What UTF-16 begins with.
const UTF_16_MARK: [u8; 2] = [0xff, 0xfe];

/// Converts a stream chunk by chunk; a character may be split between two of them.
#[derive(Debug)]
pub struct Decoder {
    page: CodePage,
    form: Form,
    /// The beginning of a character whose rest has not come yet.
    held: Vec<u8>,
}

/// How the stream is written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// Nothing has come yet.
    Unknown,
    Bytes,
    Utf16,
}

impl Decoder {
    /// At the beginning of a stream.
    pub fn new(page: CodePage) -> Self {
        Self { page, form: Form::Unknown, held: Vec::new() }
    }

    /// Converts the next bytes and adds the text to `out`.
    pub fn push(&mut self, chunk: &[u8], out: &mut Vec<u8>) {
        let mut bytes = std::mem::take(&mut self.held);
        bytes.extend_from_slice(chunk);
        let bytes = self.after_mark(&bytes);
        let taken = match self.form {
            Form::Unknown => 0,
            Form::Bytes => self.take_bytes(bytes, false, out),
            Form::Utf16 => take_utf16(bytes, false, out),
        };
        self.held = bytes[taken..].to_vec();
    }

    /// Converts what is left at the end of the stream.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        let bytes = std::mem::take(&mut self.held);
        match self.form {
            Form::Utf16 => take_utf16(&bytes, true, out),
            Form::Unknown | Form::Bytes => self.take_bytes(&bytes, true, out),
        };
    }

    /// Finds out how the stream is written, and leaves out the mark that says so.
    fn after_mark<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        if self.form != Form::Unknown || bytes.is_empty() || bytes == &UTF_16_MARK[..1] {
            return bytes;
        }
        if let Some(rest) = bytes.strip_prefix(&UTF_16_MARK) {
            self.form = Form::Utf16;
            return rest;
        }
        self.form = Form::Bytes;
        bytes
    }

    /// Returns how many bytes are done with; the others may be completed by the next.
    fn take_bytes(&self, bytes: &[u8], is_end: bool, out: &mut Vec<u8>) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            let plain = bytes[at..].iter().take_while(|byte| byte.is_ascii()).count();
            out.extend_from_slice(&bytes[at..at + plain]);
            at += plain;
            let run = bytes[at..].iter().take_while(|byte| !byte.is_ascii()).count();
            let reaches_end = at + run == bytes.len() && !is_end;
            let (run, rest) = bytes[at..].split_at(run);
            at += match std::str::from_utf8(run) {
                Ok(_) => pass(run, out),
                // The rest of the last character has not come yet.
                Err(error) if error.error_len().is_none() && reaches_end => {
                    return at + pass(&run[..error.valid_up_to()], out);
                }
                Err(_) => match self.take_run(run, rest, is_end, out) {
                    Some(taken) => taken,
                    None => return at + run.len() - 1,
                },
            };
        }
        at
    }

    /// Converts a run from the code page, in which the second byte of a character may be
    /// a plain letter. Returns how many bytes are done with, and none when all but the
    /// last are and that waits for its second.
    fn take_run(&self, run: &[u8], rest: &[u8], is_end: bool, out: &mut Vec<u8>) -> Option<usize> {
        let mut at = 0;
        while at < run.len() {
            at += if (self.page.is_lead)(run[at]) { 2 } else { 1 };
        }
        let text = |bytes: &[u8]| (self.page.decode)(bytes).into_bytes();
        if at == run.len() {
            out.extend(text(run));
            return Some(run.len());
        }
        match rest.first() {
            Some(second) => {
                out.extend(text(&[run, &[*second]].concat()));
                Some(run.len() + 1)
            }
            None if is_end => {
                out.extend(text(run));
                Some(run.len())
            }
            None => {
                out.extend(text(&run[..run.len() - 1]));
                None
            }
        }
    }
}

fn pass(bytes: &[u8], out: &mut Vec<u8>) -> usize {
    out.extend_from_slice(bytes);
    bytes.len()
}

/// Returns how many bytes are done with: whole characters only, unless this is the end.
fn take_utf16(bytes: &[u8], is_end: bool, out: &mut Vec<u8>) -> usize {
    let units: Vec<u16> =
        bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    let is_half = |unit: &&u16| (0xd800..0xdc00).contains(*unit);
    let held = usize::from(!is_end && units.last().filter(is_half).is_some());
    let whole = &units[..units.len() - held];
    out.extend(String::from_utf16_lossy(whole).into_bytes());
    if is_end && bytes.len() % 2 == 1 {
        out.extend("\u{fffd}".bytes());
        return bytes.len();
    }
    whole.len() * 2
}

#[cfg(test)]
#[path = "decoder_tests.rs"]
mod tests;

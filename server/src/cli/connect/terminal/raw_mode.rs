//! The person's own terminal: keys as they are pressed, its size, and how it was before.

use std::io::{IsTerminal, Write, stdin, stdout};

use anyhow::{Context, ensure};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

/// Leaves the alternate screen, shows the cursor, and switches mouse, pasted marks and
/// colours off: a shell that was cut off does not do it itself.
const RESET: &[u8] = b"\x1b[?1047l\x1b[?25h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\
    \x1b[?2004l\x1b[m\r\n";

/// What a terminal that does not know its size is taken for.
const USUAL: (u16, u16) = (24, 80);

/// The server takes no larger ones.
const MOST: (u16, u16) = (1000, 2000);

/// As long as it lives, keys are not interpreted here.
pub struct RawMode {
    before: Termios,
}

impl RawMode {
    /// Begins.
    pub fn enter() -> anyhow::Result<Self> {
        let before = tcgetattr(stdin()).context("this terminal cannot be used")?;
        let mut raw = before.clone();
        raw.make_raw();
        tcsetattr(stdin(), OptionalActions::Now, &raw).context("this terminal cannot be used")?;
        Ok(Self { before })
    }
}

impl Drop for RawMode {
    fn drop(&mut self) {
        let mut screen = stdout();
        // The terminal may be gone.
        let _ = screen.write_all(RESET).and_then(|()| screen.flush());
        let _ = tcsetattr(stdin(), OptionalActions::Now, &self.before);
    }
}

/// Fails unless a person sits at both ends of this process.
pub fn must_be_terminal() -> anyhow::Result<()> {
    ensure!(
        stdin().is_terminal() && stdout().is_terminal(),
        "a terminal on an agent needs one here: do not redirect input or output"
    );
    Ok(())
}

/// Rows and columns.
pub fn size() -> (u16, u16) {
    match tcgetwinsize(stdout()) {
        Ok(size) if size.ws_row > 0 && size.ws_col > 0 => {
            (size.ws_row.min(MOST.0), size.ws_col.min(MOST.1))
        }
        _ => USUAL,
    }
}

//! What the person at the computer answers when somebody wants a session.

/// The answer, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(any(test, target_os = "linux", windows)),
    expect(dead_code, reason = "nobody is asked on macOS yet")
)]
pub enum ConsentAnswer {
    /// They agree.
    Granted,
    /// They do not.
    Denied,
    /// They did not answer in time.
    TimedOut,
    /// There is nobody who could be asked.
    Nobody,
}

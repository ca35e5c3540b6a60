//! The vocabulary of the transition table.

/// One effect of a transition; rules and state turn it into decisions or into none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Store an open alert.
    Open,
    /// Store a suppressed alert.
    Suppress,
    /// Store severity and visibility.
    Update,
    /// Send the first message on every channel that applies and had none yet.
    Announce,
    /// Say that it flaps, on every channel that applies.
    AnnounceFlapping,
    /// Say that it still fails after a snooze.
    AnnounceStillFailing,
    /// Repeat the message.
    AnnounceRepeated,
    /// Take the next step of escalation.
    Escalate,
    /// Say that it recovered, where the failure was announced.
    AnnounceResolved,
    /// Run the failure action unless it was started.
    RunAction,
    /// Run the action for recoveries, if the alert was announced or acted upon.
    RunResolvedAction,
    /// Let the next failure start the failure action again.
    AllowActionAgain,
    /// Store the acknowledgement and end the escalation.
    Acknowledge,
    /// Store the snooze and set its timer; the other timers are removed.
    Snooze,
    /// Store the end of the snooze and remove its timer.
    EndSnooze,
    /// Set the timer for repeated messages.
    ScheduleRepetition,
    /// Set the timer for the next step of escalation.
    ScheduleEscalation,
    /// Close the alert and remove its timers.
    Close,
    /// For availability: count the overdue time from now.
    RestartOverdueTimer,
    /// Update the list in the alert that covers this one.
    ListInCover,
    /// Refuse the call.
    Refuse,
}

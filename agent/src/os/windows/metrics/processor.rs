//! Where the time of the processors goes.

use windows::Win32::Foundation::FILETIME;
use windows::Win32::System::Threading::GetSystemTimes;

/// Busy and whole time of all processors.
#[expect(unsafe_code, reason = "only Windows measures its processors")]
pub fn times() -> Option<(u64, u64)> {
    let [mut idle, mut kernel, mut user] = [FILETIME::default(); 3];
    // SAFETY: the three times live longer than the call.
    unsafe { GetSystemTimes(Some(&raw mut idle), Some(&raw mut kernel), Some(&raw mut user)) }
        .ok()?;
    Some(busy_and_total(ticks(idle), ticks(kernel), ticks(user)))
}

fn ticks(time: FILETIME) -> u64 {
    u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime)
}

/// Windows counts idle time as time of its kernel.
fn busy_and_total(idle: u64, kernel: u64, user: u64) -> (u64, u64) {
    let total = kernel.saturating_add(user);
    (total.saturating_sub(idle), total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_time_is_part_of_that_of_the_kernel() {
        assert_eq!(busy_and_total(600, 700, 300), (400, 1000));
        let time = FILETIME { dwLowDateTime: 5, dwHighDateTime: 2 };
        assert_eq!(ticks(time), (2 << 32) + 5);
    }

    #[test]
    fn times_only_grow() {
        let before = times().unwrap();
        let now = times().unwrap();
        assert!(now.0 >= before.0 && now.1 >= before.1, "{before:?} {now:?}");
    }
}

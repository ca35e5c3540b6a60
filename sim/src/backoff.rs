//! How long a simulated agent waits before it tries to connect again: as the
//! real one does, so that storms look like real ones.

use std::time::Duration;

/// The longest wait between two tries.
const LONGEST: Duration = Duration::from_secs(300);

/// The wait before the try after `failures` failed ones, `random` in 0..1.
pub fn delay(failures: u32, random: f64) -> Duration {
    if failures == 0 {
        return Duration::from_millis(200).mul_f64(1.0 + 4.0 * random);
    }
    let full = Duration::from_secs(1_u64 << failures.min(16)).min(LONGEST);
    full.mul_f64(0.5 + random / 2.0)
}

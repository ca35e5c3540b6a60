//! Sizes as text for people: `5.2 MB`, `125.4 GB`.

const UNITS: &[&str] = &["KB", "MB", "GB", "TB", "PB", "EB"];
const STEP: f64 = 1024.0;

/// A number of bytes in the largest unit that fits, with one decimal. A unit is
/// 1024 of the one before it, which is how Windows and `df -h` count and what a
/// technician compares with.
pub fn for_people(bytes: u64) -> String {
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    #[expect(clippy::cast_precision_loss, reason = "one digit behind the point is shown")]
    let mut value = bytes as f64 / STEP;
    let mut units = UNITS.iter();
    let mut unit = units.next().unwrap_or(&"");
    // A value that would be rounded up to 1024.0 is 1.0 of the next unit.
    while value >= STEP - 0.05 {
        let Some(next) = units.next() else { break };
        (value, unit) = (value / STEP, next);
    }
    format!("{value:.1} {unit}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_largest_unit_that_fits_is_used() {
        for (bytes, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.0 KB"),
            (5_452_595, "5.2 MB"),
            (134_647_224_730, "125.4 GB"),
            (1024 * 1024 - 1, "1.0 MB"),
            (1024 * 1024 - 51, "1.0 MB"),
            (1024 * 1024 - 52, "1023.9 KB"),
            (u64::MAX, "16.0 EB"),
        ] {
            assert_eq!(for_people(bytes), text, "{bytes}");
        }
    }

    proptest! {
        #[test]
        fn the_text_is_the_number_to_one_digit(bytes in any::<u64>()) {
            let text = for_people(bytes);
            let (number, unit) = text.split_once(' ').unwrap();
            let power = match UNITS.iter().position(|own| *own == unit) {
                Some(index) => STEP.powi(i32::try_from(index).unwrap() + 1),
                None => 1.0,
            };
            let shown: f64 = number.parse().unwrap();
            prop_assert!(shown < STEP);
            #[expect(clippy::cast_precision_loss, reason = "as shown")]
            let off = (shown * power - bytes as f64).abs();
            prop_assert!(off <= power * 0.0501, "{} is shown as {}", bytes, text);
        }
    }
}

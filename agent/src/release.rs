//! Which release this program is, as it says and as others can see.

/// How many bytes of the program the record takes.
const RECORD_BYTES: usize = 64;

/// What comes before the release; servers search for these bytes.
const BEGINNING: usize = "muster-agent release ".len();

const TEXT: &[u8] = concat!("muster-agent release ", env!("CARGO_PKG_VERSION"), ";").as_bytes();

/// A server hands out programs that it cannot run, for other systems and
/// processors: it finds their release in their bytes. The program itself reads
/// it from there too, so that both always say the same.
#[used]
static RECORD: [u8; RECORD_BYTES] = record();

/// The release of this program.
pub fn version() -> &'static str {
    // Not known to the compiler, which would put a copy elsewhere.
    let record = std::hint::black_box(&RECORD);
    let text = std::str::from_utf8(&record[BEGINNING..]).unwrap_or_default();
    text.split(';').next().unwrap_or_default()
}

const fn record() -> [u8; RECORD_BYTES] {
    let mut record = [0; RECORD_BYTES];
    let mut at = 0;
    while at < TEXT.len() {
        record[at] = TEXT[at];
        at += 1;
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_says_what_the_package_says() {
        assert_eq!(version(), env!("CARGO_PKG_VERSION"));
    }
}

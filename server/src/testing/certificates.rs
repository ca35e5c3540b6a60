//! Certificates for servers of tests.

use std::path::PathBuf;

/// Writes a new certificate for 127.0.0.1 that expires with the beginning of
/// this year, and its key, into these files.
pub fn write_certificate((certificate, key): &(PathBuf, PathBuf), year: i32) {
    let pair = rcgen::KeyPair::generate().expect("a key pair");
    let names = vec!["127.0.0.1".to_owned()];
    let mut params = rcgen::CertificateParams::new(names).expect("an address");
    params.not_after = rcgen::date_time_ymd(year, 1, 1);
    let made = params.self_signed(&pair).expect("a certificate");
    std::fs::write(certificate, made.pem()).expect("the folder can be written to");
    std::fs::write(key, pair.serialize_pem()).expect("the folder can be written to");
}

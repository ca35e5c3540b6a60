//! A certificate authority for one test.

use std::path::{Path, PathBuf};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

/// An authority, and a server certificate it signed for 127.0.0.1.
pub struct Certificates {
    /// The authority's certificate, PEM.
    pub authority: String,
    /// File with the authority's certificate.
    pub authority_file: PathBuf,
    /// File with the server's certificate.
    pub certificate_file: PathBuf,
    /// File with the server's private key.
    pub key_file: PathBuf,
}

impl Certificates {
    /// Makes them, and writes them into a folder.
    pub fn make(folder: &Path) -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key pair");
        let authority = CertifiedIssuer::self_signed(params, key).expect("an authority");

        let server_key = KeyPair::generate().expect("a key pair");
        let names = vec!["127.0.0.1".to_owned()];
        let params = CertificateParams::new(names).expect("an address");
        let certificate = params.signed_by(&server_key, &authority).expect("a certificate");

        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).expect("the folder can be written to");
            path
        };
        Self {
            authority_file: write("authority.pem", &authority.pem()),
            certificate_file: write("server.pem", &certificate.pem()),
            key_file: write("server.key", &server_key.serialize_pem()),
            authority: authority.pem(),
        }
    }
}

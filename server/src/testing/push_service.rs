//! A push service and browsers for tests: receives real requests, checks their
//! signature and decrypts what they contain, and answers as the test says.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hmac;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as SigningKey};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A received notification, as the browser sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReceivedPush {
    /// The name of the browser.
    pub browser: String,
    /// What was decrypted: JSON.
    pub content: Value,
    /// TTL, Urgency and Topic.
    pub headers: [String; 3],
    /// The public key that the request was signed with.
    pub signed_by: String,
    /// The claims of the signature.
    pub claims: Value,
}

enum Behaviour {
    Answer(u16, String),
    Redirect(String),
    Silence,
}

#[derive(Default)]
struct Record {
    browsers: Vec<TestBrowser>,
    received: Vec<ReceivedPush>,
    behaviours: VecDeque<Behaviour>,
}

/// A browser that has subscribed at the service.
#[derive(Clone)]
pub struct TestBrowser {
    name: String,
    /// Its address at the service, with a part that only it knows.
    pub endpoint: String,
    private: [u8; 32],
    auth: [u8; 16],
}

impl TestBrowser {
    /// What it sends to subscribe.
    pub fn subscription(&self) -> Value {
        json!({
            "endpoint": self.endpoint, "label": self.name,
            "p256dh": URL_SAFE_NO_PAD.encode(self.public_key()),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
        })
    }

    fn public_key(&self) -> Vec<u8> {
        fixed_agreement_key(&self.private).compute_public_key().unwrap().as_ref().to_vec()
    }

    /// Decrypts a body, step by step as RFC 8291 and RFC 8188 describe it.
    fn decrypt(&self, body: &[u8]) -> Vec<u8> {
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65], "record length, length of the key");
        let (sender, record) = rest[5..].split_at(65);
        assert!(body.len() <= 4096, "one record");
        let theirs = UnparsedPublicKey::new(&ECDH_P256, sender);
        let secret =
            agree_ephemeral(fixed_agreement_key(&self.private), &theirs, <[u8]>::to_vec).unwrap();
        let info = [b"WebPush: info\0".as_slice(), &self.public_key(), sender].concat();
        let material = hkdf(&self.auth, &secret, &info);
        let key = &hkdf(salt, &material, b"Content-Encoding: aes128gcm\0")[..16];
        let nonce = &hkdf(salt, &material, b"Content-Encoding: nonce\0")[..12];
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, key).unwrap());
        let mut record = record.to_vec();
        let nonce = Nonce::try_assume_unique_for_key(nonce).unwrap();
        let opened = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        let end = opened.iter().rposition(|byte| *byte != 0).unwrap();
        assert_eq!(opened[end], 2, "the delimiter of the last record");
        opened[..end].to_vec()
    }
}

/// The first 32 bytes that HKDF derives.
fn hkdf(salt: &[u8], material: &[u8], info: &[u8]) -> Vec<u8> {
    let sign = |key: &[u8], text: &[u8]| {
        hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), text).as_ref().to_vec()
    };
    sign(&sign(salt, material), &[info, &[1]].concat())
}

/// A private key with these bytes: the library makes only random ones, for one use.
#[expect(deprecated, reason = "nothing else makes a key that is known before")]
pub fn fixed_agreement_key(bytes: &[u8; 32]) -> EphemeralPrivateKey {
    let random = ring::test::rand::FixedSliceRandom { bytes };
    EphemeralPrivateKey::generate(&ECDH_P256, &random).unwrap()
}

/// A push service on a free port of this machine. It accepts everything, unless the
/// test has said something else for the next request.
pub struct PushService {
    /// `http://127.0.0.1:PORT`.
    pub url: String,
    record: Arc<Mutex<Record>>,
}

impl PushService {
    /// Starts one; it runs until the test ends.
    pub async fn start() -> Self {
        let record = Arc::<Mutex<Record>>::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(receive).with_state(record.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, record }
    }

    /// A browser that subscribes here.
    pub fn browser(&self, name: &str) -> TestBrowser {
        let token = crate::auth::random_letters(24);
        let browser = TestBrowser {
            name: name.to_owned(),
            endpoint: format!("{}/push/{token}", self.url),
            private: rand::random(),
            auth: rand::random(),
        };
        self.record.lock().unwrap().browsers.push(browser.clone());
        browser
    }

    /// The next request without a behaviour is answered with this.
    pub fn answer(&self, status: u16, body: &str) {
        self.add(Behaviour::Answer(status, body.to_owned()));
    }

    /// The next request without a behaviour is redirected.
    pub fn redirect(&self, location: &str) {
        self.add(Behaviour::Redirect(location.to_owned()));
    }

    /// The next request without a behaviour is never answered.
    pub fn stay_silent(&self) {
        self.add(Behaviour::Silence);
    }

    /// What it received so far.
    pub fn received(&self) -> Vec<ReceivedPush> {
        self.record.lock().unwrap().received.clone()
    }

    /// Browser and title of what it received so far, in alphabetical order.
    pub fn titles(&self) -> Vec<String> {
        let title = |push: ReceivedPush| {
            format!("{}: {}", push.browser, push.content["title"].as_str().unwrap_or_default())
        };
        let mut titles: Vec<String> = self.received().into_iter().map(title).collect();
        titles.sort();
        titles
    }

    fn add(&self, behaviour: Behaviour) {
        self.record.lock().unwrap().behaviours.push_back(behaviour);
    }
}

async fn receive(State(record): State<Arc<Mutex<Record>>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let behaviour = {
        let mut record = record.lock().unwrap();
        let path = parts.uri.path();
        let browser = record.browsers.iter().find(|one| one.endpoint.ends_with(path)).cloned();
        if let Some(browser) = browser {
            let received = read(&browser, parts.method.as_str(), &parts.headers, &body);
            record.received.push(received);
        }
        record.behaviours.pop_front()
    };
    match behaviour.unwrap_or_else(|| Behaviour::Answer(201, String::new())) {
        Behaviour::Answer(status, body) => {
            Response::builder().status(status).body(Body::from(body)).unwrap()
        }
        Behaviour::Redirect(location) => {
            let response = Response::builder().status(307).header("location", location);
            response.body(Body::empty()).unwrap()
        }
        Behaviour::Silence => std::future::pending().await,
    }
}

fn read(browser: &TestBrowser, method: &str, headers: &HeaderMap, body: &[u8]) -> ReceivedPush {
    let header = |name: &str| {
        headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    };
    assert_eq!((method, header("content-encoding").as_str()), ("POST", "aes128gcm"));
    let (claims, signed_by) = verify(&header("authorization"));
    ReceivedPush {
        browser: browser.name.clone(),
        content: serde_json::from_slice(&browser.decrypt(body)).unwrap(),
        headers: ["ttl", "urgency", "topic"].map(header),
        signed_by,
        claims,
    }
}

/// Verifies the signature of a request; returns its claims and the public key.
fn verify(authorization: &str) -> (Value, String) {
    let (token, key) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let (header, claims) = signed.split_once('.').unwrap();
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let json = |text: &str| -> Value { serde_json::from_slice(&decode(text)).unwrap() };
    assert_eq!(json(header), json!({ "typ": "JWT", "alg": "ES256" }));
    let public = SigningKey::new(&ECDSA_P256_SHA256_FIXED, decode(key));
    public.verify(signed.as_bytes(), &decode(signature)).unwrap();
    (json(claims), key.to_owned())
}

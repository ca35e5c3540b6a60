//! Random tokens: API keys, sessions, enrolment. Shown once, stored hashed.

use rand::Rng;

use super::Secret;

const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LETTERS_AND_DIGITS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// 44 characters of 62 are 262 bits.
const TOKEN_LENGTH: usize = 44;
/// The readable part of an API key, so that people can distinguish keys.
const PREFIX_LENGTH: usize = 6;

/// A fresh random token.
pub struct Token {
    /// What the caller receives, once.
    pub text: Secret,
    /// The stored hash.
    pub hash: Vec<u8>,
}

impl Token {
    /// Makes a token of 262 random bits.
    pub fn random() -> Self {
        let text = random_text(LETTERS_AND_DIGITS, TOKEN_LENGTH);
        Self { hash: hash_token(&text), text: Secret::new(text) }
    }

    /// The first characters, stored readable.
    pub fn prefix(&self) -> String {
        self.text.reveal().chars().take(PREFIX_LENGTH).collect()
    }
}

/// The stored form of a token. No salt: the token itself is random.
pub fn hash_token(text: &str) -> Vec<u8> {
    blake3::hash(text.as_bytes()).as_bytes().to_vec()
}

/// Random letters: agent ids.
pub fn random_letters(length: usize) -> String {
    random_text(LETTERS, length)
}

/// A code for people to type: four groups of five letters, 89 bits.
pub fn setup_code() -> String {
    let groups: Vec<String> = (0..4).map(|_| random_text(b"abcdefghijkmnpqrstuvwxyz", 5)).collect();
    groups.join("-")
}

/// A code for people to keep on paper: two groups of five characters, 50 bits.
/// No two characters look alike.
pub fn recovery_code() -> String {
    let groups = (0..2).map(|_| random_text(b"abcdefghijkmnpqrstuvwxyz23456789", 5));
    groups.collect::<Vec<String>>().join("-")
}

fn random_text(alphabet: &[u8], length: usize) -> String {
    let mut random = rand::rng();
    let mut text = String::with_capacity(length);
    while text.len() < length {
        // Bytes past the last whole multiple are thrown away: no letter is
        // likelier than another.
        let byte = usize::from((random.next_u32() & 0xff) as u8);
        if byte < 256 - 256 % alphabet.len() {
            text.push(char::from(alphabet[byte % alphabet.len()]));
        }
    }
    text
}

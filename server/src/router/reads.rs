//! What a handler reads from a request, by the types of its arguments.

use crate::input::{Argument, RequestRules};

/// A handler with these arguments.
pub trait Reads<Arguments> {
    /// What the fields of its requests allow.
    fn rules() -> RequestRules;

    /// The fields of its requests, to be tried out.
    fn attempts() -> Vec<crate::input::Attempt>;
}

/// What a handler reads.
#[derive(Clone, Copy)]
pub struct Handler {
    /// Its name, and that of its operation in the document.
    pub name: &'static str,
    /// What the fields of its requests allow.
    pub rules: fn() -> RequestRules,
    /// The fields of its requests, to be tried out.
    pub attempts: fn() -> Vec<crate::input::Attempt>,
}

impl Handler {
    /// A handler by its path in the code. Its rules are found when the document
    /// is requested.
    pub fn new<A, H: Reads<A>>(path: &'static str, _: H) -> Self {
        Self {
            name: path.rsplit("::").next().unwrap_or(path).trim(),
            rules: H::rules,
            attempts: H::attempts,
        }
    }
}

macro_rules! handlers_with {
    ($($argument:ident)*) => {
        impl<H, A, $($argument: Argument),*> Reads<($($argument,)*)> for H
        where
            H: Fn($($argument),*) -> A,
        {
            fn rules() -> RequestRules {
                let mut rules = RequestRules::default();
                let arguments: &[fn(&mut RequestRules)] = &[$($argument::add_rules),*];
                arguments.iter().for_each(|add| add(&mut rules));
                rules
            }

                    fn attempts() -> Vec<crate::input::Attempt> {
                let mut attempts = Vec::new();
                let arguments: &[fn(&mut Vec<crate::input::Attempt>)] =
                    &[$($argument::add_attempts),*];
                arguments.iter().for_each(|add| add(&mut attempts));
                attempts
            }
        }
    };
}

handlers_with!();
handlers_with!(T1);
handlers_with!(T1 T2);
handlers_with!(T1 T2 T3);
handlers_with!(T1 T2 T3 T4);
handlers_with!(T1 T2 T3 T4 T5);
handlers_with!(T1 T2 T3 T4 T5 T6);
handlers_with!(T1 T2 T3 T4 T5 T6 T7);
handlers_with!(T1 T2 T3 T4 T5 T6 T7 T8);

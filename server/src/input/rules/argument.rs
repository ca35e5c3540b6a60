//! What the arguments of a handler read from a request.

use axum::Extension;
use axum::extract::{OriginalUri, Request, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::explore::{Attempt, Rules, attempts, rules_of};
use crate::input::{Body, FormBody, IfMatch, OnlyGet, Parse, Path, Query, SmallBody};

/// What the fields of the requests for one operation allow.
#[derive(Default)]
pub struct RequestRules {
    /// By the names of parameters.
    pub query: Rules,
    /// By the paths of properties.
    pub body: Rules,
}

/// One argument of a handler. Most of them read neither body nor query.
pub trait Argument {
    /// Adds the rules of its fields.
    fn add_rules(_rules: &mut RequestRules) {}

    /// Adds the fields that it reads, to be tried out.
    fn add_attempts(_attempts: &mut Vec<Attempt>) {}
}

impl<T: Parse> Argument for Body<T> {
    fn add_rules(rules: &mut RequestRules) {
        rules.body.extend(rules_of::<T>(false));
    }

    fn add_attempts(all: &mut Vec<Attempt>) {
        all.extend(attempts::<T>(false));
    }
}

impl<T: Parse> Argument for FormBody<T> {
    fn add_rules(rules: &mut RequestRules) {
        Body::<T>::add_rules(rules);
    }

    fn add_attempts(all: &mut Vec<Attempt>) {
        Body::<T>::add_attempts(all);
    }
}

impl<T: Parse> Argument for SmallBody<T> {
    fn add_rules(rules: &mut RequestRules) {
        Body::<T>::add_rules(rules);
    }

    fn add_attempts(all: &mut Vec<Attempt>) {
        Body::<T>::add_attempts(all);
    }
}

impl<T: Parse> Argument for Query<T> {
    fn add_rules(rules: &mut RequestRules) {
        rules.query.extend(rules_of::<T>(true));
    }

    fn add_attempts(all: &mut Vec<Attempt>) {
        all.extend(attempts::<T>(true));
    }
}

impl<S> Argument for State<S> {}
impl<T> Argument for Path<T> {}
impl<T> Argument for Extension<T> {}
impl Argument for IfMatch {}
impl Argument for OnlyGet {}
impl Argument for OriginalUri {}
impl Argument for HeaderMap {}
impl Argument for Parts {}
impl Argument for Request {}

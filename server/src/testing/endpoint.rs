//! What a route of the API needs and does.

use reqwest::Method;

use crate::auth::Right;

/// One route.
#[derive(Clone, Copy, Debug)]
pub struct Endpoint {
    /// The method, in capitals.
    pub method: &'static str,
    /// The path as the OpenAPI document spells it.
    pub path: &'static str,
    /// The requirements.
    pub needs: Needs,
    /// The effect on the state.
    pub effect: Effect,
    /// Whether it is about a client, site or agent that can be out of scope.
    pub about: About,
}

/// What the caller needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing: everyone may call.
    Nothing,
    /// The monitoring token.
    MonitoringToken,
    /// Any login.
    Login,
    /// A right of the role.
    Right(Right),
    /// Either of two rights of the role.
    Either(Right, Right),
    /// A superuser.
    Superuser,
}

/// The effect of a route on the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: no audit row, unless it reads what belongs to others.
    Reads,
    /// Nothing, but who reads it is logged, once an hour: one audit row.
    Logs,
    /// Something: exactly one audit row.
    Writes,
}

/// The object of a route, for the tests of scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Nothing that belongs to a client.
    Nobody,
    /// One object of a client: out of scope it does not exist.
    One,
    /// A list with objects of clients: out of scope they are not in it.
    List,
}

impl Endpoint {
    /// Method and path: `GET /clients/`.
    pub fn call(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// The method as the HTTP client has it.
    pub fn http_method(&self) -> Method {
        self.method.parse().expect("a method")
    }

    /// Whether a read-only key is sufficient.
    pub fn only_reads(&self) -> bool {
        match self.needs {
            Needs::Right(right) => right.only_reads(),
            Needs::Either(one, other) => one.only_reads() || other.only_reads(),
            _ => true,
        }
    }
}

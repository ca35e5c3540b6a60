//! `GET /remote/v1/connect/`: the relay's socket, for viewers and agents.

use axum::response::Response;

use super::relay_request::RelayRequest;

/// Connect to the relay.
///
/// The first message is `{"ticket": …}`, within five seconds. Once the other side is
/// there, both get `{"type": "paired"}`; from then on binary messages are passed on.
pub async fn connect_remote(request: RelayRequest) -> Response {
    request.serve()
}

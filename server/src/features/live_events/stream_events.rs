//! `GET /events/`: the same events as a stream over HTTP.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use utoipa::IntoParams;

use super::follower::{Follower, NumberedFrame};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::Viewer;
use crate::input::{Fields, Parse, Query};
use crate::sockets::CloseReason;

const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StreamQuery {
    /// Topics, separated by commas: `agents,run:5`.
    topics: String,
    /// Number of the last event that was seen; the header wins.
    since: Option<i64>,
}

impl Parse for StreamQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            topics: fields.text("topics").not_blank().required(),
            since: fields.whole("since").between(0..=i64::MAX).optional(),
        }
    }
}

/// Follow events as a stream.
///
/// Server-sent events whose `data` are the frames of `/ws/events/`. With
/// `Last-Event-ID` it goes on after that event.
#[utoipa::path(
    get,
    path = "/events/",
    tag = "events",
    params(
        StreamQuery,
        ("Last-Event-ID" = Option<i64>, Header, description = "Number of the last event seen"),
    ),
    responses((status = 200, body = String, content_type = "text/event-stream"),
              (status = "default", body = ErrorBody)),
)]
pub async fn stream_events(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Query(query): Query<StreamQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let since = last.and_then(|last| last.trim().parse().ok());
    let since = since.or_else(|| query.since.and_then(|since| u64::try_from(since).ok()));
    let topics: Vec<String> = query.topics.split(',').map(|name| name.trim().to_owned()).collect();

    let viewer = Viewer::new(&app, caller.clone()).await?;
    let mut follower = Follower::new(app.clone(), viewer);
    let new_frames = follower.subscribe(&topics, since).await?;
    let state = StreamState { app, follower: Some(follower), queued: new_frames.into() };
    let alive = KeepAlive::new().interval(KEEP_ALIVE_INTERVAL);
    Ok(Sse::new(frames(state)).keep_alive(alive).into_response())
}

struct StreamState {
    app: App,
    /// `None` once the last frame is sent.
    follower: Option<Follower>,
    queued: VecDeque<NumberedFrame>,
}

fn frames(state: StreamState) -> impl Stream<Item = Result<SseEvent, Infallible>> {
    stream::unfold(state, async |mut state| {
        let event = state.next().await?;
        Some((Ok(event), state))
    })
}

impl StreamState {
    async fn next(&mut self) -> Option<SseEvent> {
        loop {
            if let Some(NumberedFrame { seq, text }) = self.queued.pop_front() {
                return Some(SseEvent::default().id(seq.to_string()).data(text));
            }
            let follower = self.follower.as_mut()?;
            tokio::select! {
                () = follower.wait() => {}
                () = self.app.stopping.cancelled() => return None,
            }
            match follower.read().await {
                Ok(new_frames) => self.queued.extend(new_frames),
                Err(ended) => {
                    self.follower = None;
                    return closing_event(ended);
                }
            }
        }
    }
}

fn closing_event(ended: CloseReason) -> Option<SseEvent> {
    let (message, _) = ended.into_frames()?;
    Some(SseEvent::default().data(message?))
}

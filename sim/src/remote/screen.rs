//! What the screen of a real agent takes while it changes all the time, seen by somebody who
//! watches it.

use std::time::Duration;

use anyhow::{Context, bail, ensure};
use muster_remote::Frame;
use serde_json::json;
use tokio::time::{Instant, timeout};

use super::WORK;
use super::measure::{READ_BYTES, limited};
use super::pictures::{Arrived, Pictures};
use super::pipe::Pipe;
use super::report::ScreenReport;
use super::session::{Caller, said};
use crate::histogram::Histogram;
use crate::process;
use crate::server::Server;

/// The first whole picture, and what the helper does only once, are over by then.
const WARM_UP: Duration = Duration::from_secs(3);
/// A screen on which nothing changes for so long says nothing about its speed.
const STILL: Duration = Duration::from_secs(20);

/// What is measured, and how long.
#[derive(Clone, Debug)]
pub struct ScreenPlan {
    /// The server's address.
    pub server: String,
    /// The key that the session is opened with.
    pub api_key: String,
    /// The agent, which runs on this machine.
    pub agent_id: String,
    /// How long frames are counted.
    pub lasting: Duration,
}

/// Watches the screen of an agent, on which something changes all the time.
pub async fn measure_screen(plan: &ScreenPlan) -> anyhow::Result<ScreenReport> {
    let server = Server::find(&plan.server).await?;
    let caller = Caller { server: &server, key: &plan.api_key, read_bytes: READ_BYTES };
    limited(measure(plan, caller)).await
}

async fn measure(plan: &ScreenPlan, caller: Caller<'_>) -> anyhow::Result<ScreenReport> {
    let (session, pipe) = caller.open(0, &plan.agent_id, "screen").await?;
    let mut watcher = Watcher { pipe, pictures: Pictures::default() };
    let watched = watcher.watch(plan, &session).await;
    let ended = caller.end(&session).await;
    // Why it could not be watched says more than that it is over already.
    let report = watched?;
    ended?;
    Ok(report)
}

/// What was counted.
#[derive(Default)]
struct Counted {
    frames: u64,
    partial: u64,
    bytes: u64,
    copied: u64,
}

impl Counted {
    fn add(&mut self, arrived: Arrived) {
        self.frames += u64::from(arrived.is_picture);
        self.partial += u64::from(arrived.is_partial);
        self.bytes += arrived.bytes;
        self.copied += arrived.copied;
    }
}

/// A viewer who looks, and touches nothing.
struct Watcher {
    pipe: Pipe,
    pictures: Pictures,
}

impl Watcher {
    async fn watch(&mut self, plan: &ScreenPlan, session: &str) -> anyhow::Result<ScreenReport> {
        let warming = Instant::now();
        while warming.elapsed() < WARM_UP {
            self.next().await?;
        }
        let helper = process::with_argument(&format!("remote-helper\0{session}\0"));
        let used = || Some(process::usage(helper?)?.cpu_ms);
        let (began, before) = (Instant::now(), used());
        let (mut counted, between, mut last) = (Counted::default(), Histogram::default(), began);
        while began.elapsed() < plan.lasting {
            let arrived = self.next().await?;
            if arrived.is_picture {
                between.add(last.elapsed());
                last = Instant::now();
            }
            counted.add(arrived);
        }
        let (seconds, after) = (began.elapsed().as_secs_f64(), used());
        let (width, height) = self.pictures.size.context("the screen has no size")?;
        ensure!(counted.frames > 0, "nothing but the pointer changes on the screen");
        let frames = counted.frames as f64;
        Ok(ScreenReport {
            agent_id: plan.agent_id.clone(),
            width,
            height,
            seconds,
            frames: counted.frames,
            partial_frames: counted.partial,
            copied_tiles: counted.copied,
            frames_per_second: frames / seconds,
            bytes_per_frame: counted.bytes as f64 / frames,
            helper_ms_per_frame: before.zip(after).map(|(before, after)| (after - before) / frames),
            between: between.summary(),
        })
    }

    /// Waits for the next frame, and acknowledges it as soon as it is there.
    async fn next(&mut self) -> anyhow::Result<Arrived> {
        let arrived = timeout(STILL, self.hear()).await;
        arrived.with_context(|| format!("nothing changes on the screen for {STILL:?}"))?
    }

    async fn hear(&mut self) -> anyhow::Result<Arrived> {
        loop {
            let plain = self.pipe.receive().await?;
            let (channel, frame) = Frame::decode(&plain)?;
            match &frame {
                Frame::Packet(packet) if channel == WORK => {
                    let Some(arrived) = self.pictures.take(packet)? else { continue };
                    // Without this the agent sends two frames, and no more.
                    let drawn = json!({ "type": "ack", "frame": arrived.number });
                    self.pipe.say(WORK, &drawn).await?;
                    return Ok(arrived);
                }
                Frame::Control(_) => {
                    let heard = said(&frame)?.filter(|heard| heard["type"] == "refused");
                    if let Some(refused) = heard {
                        let reason = refused["reason"].as_str().unwrap_or_default();
                        bail!("the agent refuses: {reason}");
                    }
                }
                Frame::Packet(_) | Frame::Data { .. } | Frame::Credit { .. } => {}
            }
        }
    }
}

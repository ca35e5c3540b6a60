//! A program's terminal is opened, and the server meets the agent as its viewer.

use muster_remote::{Kind, Terminal, ViewerKey};
use reqwest::Client;
use reqwest::redirect::Policy;

use super::frames::Start;
use crate::app::App;
use crate::auth::Right;
use crate::domain::fleet::find_target;
use crate::domain::remote::{SessionDetails, find_served, start_node};
use crate::error::ApiError;
use crate::events::Viewer;
use crate::features::remote::begin::{Wanted, begin};
use crate::features::remote::read_terminal_defaults::default_shell;
use crate::features::remote::relay_request::take_slot;
use crate::features::remote::serving::serve_viewer;
use crate::features::remote::{must_be_on, queries};
use crate::ids::AgentId;
use crate::remote_viewer::{Gone, Opened, Pipe, Socket, connect, in_memory, meet};

/// A session that the agent has opened, and the key it was opened for.
pub(super) struct Invited {
    opened: Opened,
    key: ViewerKey,
}

impl Invited {
    /// The session.
    pub(super) fn session(&self) -> &str {
        &self.opened.session
    }
}

/// Opens a terminal that this server reads, with the rights of a caller.
pub(super) async fn open(
    app: App,
    viewer: Viewer,
    agent_id: AgentId,
    start: Start,
) -> Result<Invited, ApiError> {
    must_be_on(&app)?;
    let caller = &viewer.identity;
    caller.must_have(Right::UseTerminal)?;
    let target = find_target(&app, caller, &agent_id).await?;
    let Start { mut shell, run_as_user, rows, cols, twofactor, .. } = start;
    if shell.is_empty() {
        shell = default_shell(&app, &target).await?.1;
    }
    let terminal = Some(Terminal { shell, run_as_user, rows, cols });
    let details = SessionDetails { terminal, tunnel: None, is_read_by_server: true };
    let key = ViewerKey::generate().ok_or(ApiError::Unavailable("randomness"))?;
    let wanted = Wanted {
        target: &target,
        kind: Kind::Terminal,
        details: &details,
        reason: "",
        view_only: false,
        public_key: key.public(),
        twofactor: twofactor.as_ref(),
    };
    let made = begin(&app, caller, wanted).await?;
    let opened = Opened {
        session: made.session,
        viewer: made.viewer,
        relay_url: made.relay_url,
        ticket: made.ticket,
        grant: made.grant,
        agent_key: made.agent_key,
    };
    Ok(Invited { opened, key })
}

/// Meets the agent: at the relay of this process, or at the one that the operator names.
pub(super) async fn join(app: App, viewer: Viewer, invited: Invited) -> Result<Pipe, Gone> {
    let Invited { opened, key } = invited;
    let (socket, keys) = if opened.relay_url.starts_with('/') {
        let (own, at_relay) = in_memory();
        let uid = opened.viewer.clone();
        app.tasks.clone().spawn(async move {
            if let Err(error) = serve(&app, viewer, &uid, at_relay).await {
                // The other end of the socket learns it by its end.
                tracing::warn!(%error, "a program's terminal could not be relayed");
            }
        });
        meet(own, &opened, key).await?
    } else {
        let address = opened.relay_url.replacen("ws", "http", 1);
        let http = Client::builder().redirect(Policy::none()).http1_only().build();
        let http = http.map_err(Gone::ended)?;
        connect(http.get(address), &opened, key).await?
    };
    Ok(Pipe::new(socket, keys))
}

/// Serves this server's own socket as that of any viewer: what goes over it is counted, and
/// it is cut once the caller may not go on.
async fn serve(app: &App, viewer: Viewer, uid: &str, socket: Socket) -> Result<(), ApiError> {
    let node = start_node(app).await?;
    let db = app.db.read();
    let key = queries::find_viewer_key(db, uid).await?.ok_or(ApiError::NotFound("session"))?;
    let served = find_served(db, key).await?.ok_or(ApiError::NotFound("session"))?;
    let _slot = take_slot(&node.open)?;
    serve_viewer(app, &node, viewer, &served, socket).await;
    Ok(())
}

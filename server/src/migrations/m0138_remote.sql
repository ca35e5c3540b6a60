-- Remote hands: sessions on agents, who takes part in them, tickets that open the
-- sockets of one viewer and of the agent, and what is allowed. `domain/remote` writes
-- the four tables.
create table remote_sessions (
    id             {id},
    -- A UUID: how callers and agents know it.
    uid            text    not null unique,
    agent_id       bigint  not null references agents (id) on delete cascade,
    -- As they were when it began, for the audit log when the agent is gone.
    agent_uid      text    not null,
    hostname       text    not null,
    kind           text    not null check (kind in ('terminal', 'files', 'screen', 'tunnel')),
    status         text    not null check (status in ('opening', 'open', 'ended')),
    -- Who opened it, and with which credential. No references: they outlive both.
    user_id        bigint  not null,
    username       text    not null,
    api_key_id     bigint,
    login_id       bigint,
    reason         text    not null default '',
    -- JSON: what the terminal begins with, or where the tunnel leads.
    details        text    not null default '{}',
    consent        text    not null,
    -- What the agent said of the answer; empty before.
    consent_answer text    not null default '',
    recording      text    not null,
    -- Of the relay that all its sockets go to; empty: that of the server itself.
    relay_url      text    not null default '',
    created        bigint  not null,
    -- When the agent first connected to the relay.
    started        bigint,
    -- When it last had a viewer, as far as is known.
    last_seen      bigint  not null,
    -- When it ends in any case.
    ends_by        bigint  not null,
    ended          bigint,
    end_code       text    not null default '',
    end_reason     text    not null default '',
    -- Bytes of the viewers that have left.
    to_agent       bigint  not null default 0,
    to_viewer      bigint  not null default 0
);
create index remote_sessions_agent on remote_sessions (agent_id);
create index remote_sessions_open on remote_sessions (created) where ended is null;
create index remote_sessions_ended on remote_sessions (ended) where ended is not null;

-- One connection of one browser or program to a session.
create table remote_viewers (
    id         {id},
    uid        text    not null unique,
    session_id bigint  not null references remote_sessions (id) on delete cascade,
    user_id    bigint  not null,
    username   text    not null,
    api_key_id bigint,
    login_id   bigint,
    -- Where they called from.
    address    text    not null default '',
    view_only  boolean not null default false,
    is_driver  boolean not null default false,
    created    bigint  not null,
    connected  bigint,
    left_time  bigint,
    -- The server process that holds the connection, and when it last said so.
    node       text    not null default '',
    seen       bigint,
    to_agent   bigint  not null default 0,
    to_viewer  bigint  not null default 0,
    end_code   text    not null default ''
);
create index remote_viewers_session on remote_viewers (session_id);
create index remote_viewers_open on remote_viewers (node)
    where connected is not null and left_time is null;

-- Each opens one socket, once, within half a minute: of this viewer, or of the agent's
-- helper for it.
create table remote_tickets (
    ticket_hash {bytes} primary key,
    viewer_id   bigint  not null references remote_viewers (id) on delete cascade,
    side        text    not null check (side in ('viewer', 'agent')),
    expires     bigint  not null
);
create index remote_tickets_viewer on remote_tickets (viewer_id);
create index remote_tickets_expires on remote_tickets (expires);

-- What is allowed, for everything (no key), a client, a site or an agent. What a row
-- does not say is as the next wider one says.
create table remote_policies (
    id            {id},
    client_id     bigint references clients (id) on delete cascade,
    site_id       bigint references sites (id) on delete cascade,
    agent_id      bigint references agents (id) on delete cascade,
    -- JSON: for servers and workstations, for each kind of session.
    rules         text   not null,
    modified_by   text   not null,
    modified_time bigint not null,
    constraint remote_policies_owner check (
        (client_id is null or site_id is null)
        and (client_id is null or agent_id is null)
        and (site_id is null or agent_id is null)
    )
);
create unique index remote_policies_owner_key on remote_policies
    ((coalesce(client_id, 0)), (coalesce(site_id, 0)), (coalesce(agent_id, 0)));

-- Whether users of this role prove their second factor before they reach an agent.
alter table roles add column require_2fa_for_remote boolean not null default false;
-- When this login last proved it again; null: not since it began.
alter table sessions add column factor_time bigint;

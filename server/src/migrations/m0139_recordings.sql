-- Recordings of remote sessions, and their sealed parts. `domain/recordings` writes both
-- tables. They outlive the session and the agent: nobody gets rid of a recording by
-- removing its computer.
create table remote_recordings (
    id          {id},
    -- A recording is known by its session and by when it began, in microseconds by the
    -- agent's clock: a helper that starts again begins another one.
    session_uid text    not null,
    began       bigint  not null,
    agent_id    bigint  references agents (id) on delete set null,
    -- As they were when it began, as are kind, user and reason of the session.
    agent_uid   text    not null,
    hostname    text    not null,
    kind        text    not null check (kind in ('terminal', 'files', 'screen', 'tunnel')),
    username    text    not null,
    reason      text    not null default '',
    -- The Ed25519 key that signs its parts, and the X25519 key that seals them.
    agent_key   {bytes} not null,
    seal_key    {bytes} not null,
    -- When it began, as far as that is plausible.
    started     bigint  not null,
    last_stored bigint  not null,
    -- Milliseconds from its beginning to the end of its last part.
    last_ms     bigint  not null default 0,
    parts       bigint  not null default 0,
    bytes       bigint  not null default 0,
    gaps        bigint  not null default 0,
    -- SHA-256 of the last part, which names all before it.
    digest      {bytes} not null,
    is_complete boolean not null default false,
    -- The code with which a part was refused: nothing comes after that. Empty: none was.
    refused     text    not null default '',
    -- When it was last verified, and what was wrong then.
    verified    bigint,
    problem     text    not null default '',
    unique (session_uid, began)
);
create index remote_recordings_agent on remote_recordings (agent_id);
create index remote_recordings_started on remote_recordings (started);

create table recording_parts (
    recording_id bigint  not null references remote_recordings (id) on delete cascade,
    part         bigint  not null,
    first_ms     bigint  not null,
    last_ms      bigint  not null,
    bytes        bigint  not null,
    key_frame    boolean not null,
    gap          boolean not null,
    digest       {bytes} not null,
    -- The sealed part. Null where it is a file, beside SQLite, and after a restore.
    data         {bytes},
    primary key (recording_id, part)
);

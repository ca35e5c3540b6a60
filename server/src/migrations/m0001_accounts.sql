-- Who may call: users, their roles, and the credentials they call with.
-- Times are microseconds since 1970. Credentials are stored hashed only.

create table roles (
    id               {id},
    name             text    not null,
    is_superuser     boolean not null default false,
    -- JSON arrays: names of rights; ids of clients; ids of sites.
    -- Both id lists empty means the whole fleet.
    rights           text    not null default '[]',
    can_view_clients text    not null default '[]',
    can_view_sites   text    not null default '[]',
    created_by       text    not null default '',
    created_time     bigint  not null,
    modified_by      text    not null default '',
    modified_time    bigint  not null
);
create unique index roles_name on roles (lower(name));

create table users (
    id                    {id},
    username              text    not null,
    first_name            text    not null default '',
    last_name             text    not null default '',
    email                 text    not null default '',
    -- Argon2id, PHC text. Empty: no password works.
    password_hash         text    not null default '',
    is_active             boolean not null default true,
    is_superuser          boolean not null default false,
    block_dashboard_login boolean not null default false,
    role_id               bigint  references roles (id) on delete set null,
    last_login            bigint,
    last_login_ip         text,
    -- Encrypted. Counts only once totp_enrolled is true.
    totp_secret           {bytes},
    totp_enrolled         boolean not null default false,
    -- A code is used once: the last time step that was accepted.
    totp_last_step        bigint  not null default 0,
    -- JSON object of the UI preferences that differ from the defaults.
    preferences           text    not null default '{}',
    created_by            text    not null default '',
    created_time          bigint  not null,
    modified_by           text    not null default '',
    modified_time         bigint  not null
);
create unique index users_username on users (lower(username));

create table api_keys (
    id                  {id},
    name                text    not null,
    user_id             bigint  not null references users (id) on delete cascade,
    prefix              text    not null,
    key_hash            {bytes} not null,
    -- The key before a rotation, until its overlap ends.
    old_key_hash        {bytes},
    old_key_until       bigint,
    expiration          bigint,
    read_only           boolean not null default false,
    -- JSON arrays; empty means no narrowing.
    rights              text    not null default '[]',
    clients             text    not null default '[]',
    sites               text    not null default '[]',
    networks            text    not null default '[]',
    last_used           bigint,
    last_used_ip        text,
    created_by          text    not null default '',
    created_time        bigint  not null,
    modified_by         text    not null default '',
    modified_time       bigint  not null
);
create unique index api_keys_name on api_keys (lower(name));
create unique index api_keys_key_hash on api_keys (key_hash);
create unique index api_keys_old_key_hash on api_keys (old_key_hash);
create index api_keys_user on api_keys (user_id);

create table sessions (
    id         {id},
    -- What people may see of it; the token itself is nowhere.
    digest     text    not null unique,
    token_hash {bytes} not null unique,
    user_id    bigint  not null references users (id) on delete cascade,
    -- 'session', or 'enrolment': may set up two-factor login and nothing else.
    kind       text    not null,
    created    bigint  not null,
    -- Moves with use; never past latest_expiry.
    expiry     bigint  not null,
    latest_expiry bigint not null,
    last_used  bigint  not null,
    ip         text    not null default '',
    user_agent text    not null default ''
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expiry);

-- Failed logins per account, for the growing pause.
create table login_failures (
    username    text   primary key,
    failures    bigint not null,
    blocked_until bigint not null
);

-- One row: what the whole installation knows about itself. The fingerprint
-- tells whether the key file on disk belongs to this database.
create table installation (
    id              bigint primary key,
    key_fingerprint text   not null,
    created_time    bigint not null,
    -- Hash of the one-time code of the first start; null once used.
    setup_code_hash {bytes},
    -- The account that cannot be deleted, disabled or demoted.
    owner_user_id   bigint
);

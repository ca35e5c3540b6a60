-- The key pair by which push services know this installation: one row, made at the
-- first start. `domain/push` writes both tables.
create table push_keys (
    id           bigint  primary key check (id = 1),
    -- PKCS #8, sealed. Browsers subscribe with the public half, so it never changes.
    sealed       {bytes} not null,
    created_time bigint  not null
);

-- Browsers that want notifications.
create table push_subscriptions (
    id            {id},
    user_id       bigint  not null references users (id) on delete cascade,
    -- SHA-256 of the browser's address at its push service, in hexadecimal. The
    -- address itself is a secret.
    endpoint_hash text    not null unique,
    endpoint_host text    not null,
    -- Sealed JSON text: address and keys.
    sealed        {bytes} not null,
    -- What its owner calls the browser.
    label         text    not null default '',
    min_severity  text    not null check (min_severity in ('info', 'warning', 'error')),
    created       bigint  not null,
    -- When the push service last accepted a notification.
    last_sent     bigint,
    -- Why the last one was not accepted; empty if it was.
    last_error    text    not null default ''
);
create index push_subscriptions_user on push_subscriptions (user_id);

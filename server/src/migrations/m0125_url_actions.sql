-- Addresses with placeholders: pages that people open from an agent, and
-- webhooks that the server calls.
create table url_actions (
    id             {id},
    name           text    not null,
    description    text    not null default '',
    pattern        text    not null,
    action_type    text    not null check (action_type in ('web', 'rest')),
    rest_method    text    not null
        check (rest_method in ('get', 'post', 'put', 'delete', 'patch')),
    rest_body      text    not null default '',
    -- Sealed JSON text, as it was sent: tokens are among the values. Null: none.
    sealed_headers {bytes},
    -- Sealed; null: requests are not signed.
    sealed_secret  {bytes},
    created_by     text    not null default '',
    created_time   bigint  not null,
    modified_by    text    not null default '',
    modified_time  bigint  not null
);

-- What became of each webhook: the queue of those that are to be sent, and the
-- log of the others.
create table webhook_deliveries (
    id           {id},
    action_id    bigint not null references url_actions (id) on delete cascade,
    -- Why it is sent, for people.
    cause        text   not null,
    -- Who caused it; `system` where nobody did.
    username     text   not null,
    -- The account, and the API key if it was one: nothing is sent in the name of
    -- somebody who was disabled. No references: the log outlives them.
    user_id      bigint,
    api_key      bigint,
    -- What its placeholders are about: one of these, or nothing.
    agent_id     bigint references agents (id) on delete cascade,
    site_id      bigint references sites (id) on delete cascade,
    client_id    bigint references clients (id) on delete cascade,
    -- JSON object: the values of `{{alert.…}}`.
    alert        text   not null default '{}',
    -- As it was last sent, without secrets; empty before the first try.
    url          text   not null default '',
    -- HTTP status of the last answer; null: none came.
    status       bigint,
    -- Why no answer came; empty otherwise.
    error        text   not null default '',
    -- The beginning of the last answer.
    answer       text   not null default '',
    attempts     bigint not null default 0,
    -- Null once it is finished.
    next_attempt bigint,
    created      bigint not null,
    finished     bigint,
    constraint webhook_deliveries_subject check (
        (agent_id is null or site_id is null) and (agent_id is null or client_id is null)
        and (site_id is null or client_id is null)
    ),
    constraint webhook_deliveries_open check ((next_attempt is null) = (finished is not null))
);
create index webhook_deliveries_action on webhook_deliveries (action_id, id);
create index webhook_deliveries_due on webhook_deliveries (next_attempt)
    where next_attempt is not null;
create index webhook_deliveries_finished on webhook_deliveries (finished)
    where finished is not null;
create index webhook_deliveries_agent on webhook_deliveries (agent_id);
create index webhook_deliveries_site on webhook_deliveries (site_id);
create index webhook_deliveries_client on webhook_deliveries (client_id);

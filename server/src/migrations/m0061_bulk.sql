-- Actions on many agents at once. What an agent is to do is a run; who gets
-- none, or not yet, is a member.

create table bulk_actions (
    id               {id},
    mode             text    not null,
    -- JSON objects: whom it was for, and the request without its secrets.
    target           text    not null,
    body             text    not null,
    -- Sealed: the request as it came, for a retry; and, while it goes on, what
    -- the agents are told.
    sealed_request   {bytes} not null,
    sealed_action    {bytes},
    username         text    not null,
    user_id          bigint  not null,
    created          bigint  not null,
    finished         bigint,
    status           text    not null
        check (status in ('running', 'finished', 'cancelled', 'stopped')),
    skip_offline     boolean not null,
    queue_hours      bigint  not null,
    -- Agents at once; null: all.
    batch            bigint,
    -- Percent; null: it goes on whatever fails.
    stop_on_failures bigint,
    -- The order of all its runs, where it is the same for all: kept once. A run
    -- whose own body is empty has this one.
    order_name       text    not null default '',
    order_body       {bytes},
    -- Runs up to this one were handed out.
    sent_through     bigint  not null default 0,
    -- JSON object; null while it goes on.
    counts           text,
    retry_of         bigint  references bulk_actions (id) on delete set null
);
create index bulk_actions_time on bulk_actions (created desc, id desc);
create index bulk_actions_open on bulk_actions (id) where finished is null;

-- By name and without a reference to the agent: the result of removing agents
-- outlives them.
create table bulk_members (
    id        {id},
    bulk_id   bigint not null references bulk_actions (id) on delete cascade,
    agent     bigint not null,
    agent_id  text   not null,
    hostname  text   not null,
    client_id bigint not null,
    site_id   bigint not null,
    -- wait: its turn comes. skip, done, fail, cancel: it had it, without a run.
    outcome   text   not null check (outcome in ('wait', 'skip', 'done', 'fail', 'cancel')),
    reason    text   not null default ''
);
create index bulk_members_bulk on bulk_members (bulk_id, outcome, id);

alter table runs add column bulk_id bigint references bulk_actions (id) on delete set null;
-- Whether it counts as one of those at once until it is over.
alter table runs add column bulk_slot boolean not null default false;
create index runs_bulk on runs (bulk_id, status) where bulk_id is not null;

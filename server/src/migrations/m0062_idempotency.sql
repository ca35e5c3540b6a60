-- Answers to requests that carried an Idempotency-Key, for a day. Runs have
-- keys of their own, stored with the run itself; of them only the path is
-- kept here.
create table idempotent_requests (
    -- The API key or the user that called.
    caller        text    not null,
    key           text    not null,
    path          text    not null,
    created_time  bigint  not null,
    answered      boolean not null default false,
    -- Sealed: status, headers and body. Null when it is too large to be kept.
    sealed_answer {bytes},
    primary key (caller, key)
);
create index idempotent_requests_time on idempotent_requests (created_time);

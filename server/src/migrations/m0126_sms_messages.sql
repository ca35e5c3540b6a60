-- Text messages that were begun, so that none goes out a second time, whatever is
-- enqueued again under its id. `domain/sms` writes it; rows are deleted after a
-- month. Neither the number nor the text is here: they are in the job while it waits.
create table sms_messages (
    -- Named by the part of the server that sends it.
    message_id   text   not null primary key,
    -- waiting: the last try failed, and there will be another. sending: handed to
    -- the provider, or about to be. failed: refused for good.
    state        text   not null check (state in ('waiting', 'sending', 'sent', 'failed')),
    changed_time bigint not null
);

-- The oldest are deleted first.
create index sms_messages_time on sms_messages (changed_time);

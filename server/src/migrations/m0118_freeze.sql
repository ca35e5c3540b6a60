-- What is frozen: while a row is open, no order goes to the agents of its client,
-- or to any agent where it names none, and they start nothing by themselves.
create table freezes (
    id           {id},
    -- Null: everything.
    client_id    bigint references clients (id) on delete cascade,
    frozen_by    text   not null,
    frozen_time  bigint not null,
    -- The superuser who asked for the thaw; a second one has to confirm it.
    thaw_user_id bigint,
    thaw_by      text   not null default '',
    thaw_time    bigint,
    -- Null while it is frozen.
    ended        bigint
);
create unique index freezes_open on freezes ((coalesce(client_id, 0))) where ended is null;

-- Grows with every freeze and thaw: agents tell a newer flag from an older one by
-- it. It is apart because rows of the table above go with their client.
create table freeze_serial (
    id      bigint primary key check (id = 1),
    serial  bigint not null,
    changed bigint not null
);
insert into freeze_serial (id, serial, changed) values (1, 0, 0);

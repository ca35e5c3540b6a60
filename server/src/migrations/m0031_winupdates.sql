-- Updates of operating systems, as scans found them. Read by /winupdate/.

create table winupdates (
    id             {id},
    agent_id       bigint not null references agents (id) on delete cascade,
    -- On Windows the update's GUID, elsewhere package and version.
    guid           text   not null,
    kb             text   not null,
    title          text   not null,
    description    text   not null,
    severity       text   not null,
    categories     text   not null default '[]',
    source         text   not null,
    -- What people decided: inherit, approve, ignore, nothing.
    own_action     text   not null default 'inherit',
    -- available, reboot_pending, installed, failed or superseded. Whether it is
    -- being installed, its run tells.
    state          text   not null,
    result         text   not null default 'n/a',
    -- Null: nothing went wrong.
    error          text,
    attempts       bigint not null default 0,
    -- The run that is to install it or last was, by the id agents know. Null:
    -- none since it was last offered. No reference: the update outlives runs.
    install_run    text,
    -- The run that was last counted in attempts: each is counted once.
    counted_run    text,
    date_installed bigint
);
create unique index winupdates_guid on winupdates (agent_id, guid);
create index winupdates_fleet on winupdates (guid);
create index winupdates_run on winupdates (install_run) where install_run is not null;
create index winupdates_pending on winupdates (agent_id)
    where own_action = 'approve' and state not in ('installed', 'superseded');

-- The scan that is stored, and the lock of an agent's updates.
create table update_scans (
    agent_id        bigint  primary key references agents (id) on delete cascade,
    -- When the run of the scan ended: an older one must not undo a newer.
    scanned_at      bigint  not null,
    source          text    not null,
    reboot_required boolean not null
);

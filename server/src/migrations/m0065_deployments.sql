-- Installer links and installers. A token is signed and names its row here
-- instead of being stored, so the table of stored tokens goes; those in use
-- lasted hours, and a new one is made with one command.

create table deployments (
    id            {id},
    uid           text    not null unique,
    kind          text    not null,
    site_id       bigint  not null references sites (id) on delete cascade,
    mon_type      text    not null,
    plat          text    not null,
    goarch        text    not null,
    expiry        bigint  not null,
    power         boolean not null default false,
    ping          boolean not null default false,
    rdp           boolean not null default false,
    -- Null: as often as wanted until it expires.
    max_uses      bigint,
    uses          bigint  not null default 0,
    -- A JSON list; empty: from anywhere.
    networks      text    not null default '[]',
    revoked       boolean not null default false,
    -- The address agents are told to use; empty: the server's own.
    api           text    not null default '',
    created_by    text    not null default '',
    created_time  bigint  not null,
    modified_by   text    not null default '',
    modified_time bigint  not null
);
create index deployments_site on deployments (site_id);

drop table enrolment_tokens;

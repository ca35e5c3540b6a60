-- How somebody likes to look at a table: what it shows, in which order, which
-- rows. Views go with the user who made them, also shared ones.
create table saved_views (
    id      {id},
    user_id bigint  not null references users (id) on delete cascade,
    -- Which table: agents, alerts, checks, ….
    page    text    not null,
    name    text    not null,
    -- JSON object: what the rows are filtered by.
    query   text    not null,
    -- JSON array of texts: the columns in their order.
    columns text    not null,
    sort    text    not null,
    -- Everybody may see it.
    shared  boolean not null
);
create index saved_views_user on saved_views (user_id);

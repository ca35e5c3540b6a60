-- Tickets open a WebSocket once, within half a minute, for whoever asked for
-- them. They are stored because the socket may arrive at another replica, and
-- go with the credential they stand for.
create table socket_tickets (
    ticket_hash {bytes} primary key,
    api_key_id bigint references api_keys (id) on delete cascade,
    session_id bigint references sessions (id) on delete cascade,
    expires bigint not null
);
create index socket_tickets_api_key on socket_tickets (api_key_id);
create index socket_tickets_session on socket_tickets (session_id);
create index socket_tickets_expires on socket_tickets (expires);

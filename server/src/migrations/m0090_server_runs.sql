-- Scripts that run on the server's own machine in the name of an agent.

-- The process of the server that runs it; empty: the agent does.
alter table runs add column server text not null default '';

-- What a server that died may have left open.
create index runs_on_server on runs (id)
    where server <> '' and status in ('queued', 'running');

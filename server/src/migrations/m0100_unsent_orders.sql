-- The orders of a bulk action go out in the order of their runs, some hundreds
-- at a time: none of these looks at those before it.
create index runs_unsent on runs (bulk_id, id) where bulk_id is not null and status = 'queued';

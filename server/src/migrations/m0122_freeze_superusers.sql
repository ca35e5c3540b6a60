-- The superusers who could log in when it was frozen, as a JSON list of their
-- keys: they thaw it. An account that was made since cannot confirm a thaw, and
-- disabling the others does not make one superuser enough.
alter table freezes add column superusers text not null default '[]';

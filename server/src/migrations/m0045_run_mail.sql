-- Who gets the result of a run by mail: a JSON list of addresses, fixed when
-- the run was asked for. Empty for nobody.
alter table runs add column mail_to text not null default '[]';

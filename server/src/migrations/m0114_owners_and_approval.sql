-- The clients that a script, snippet or policy belongs to: a JSON list of keys.
-- Empty: it is everybody's. A caller who sees only some clients changes only
-- what belongs to clients among them.
alter table scripts add column owner_clients text not null default '[]';
alter table snippets add column owner_clients text not null default '[]';
alter table policies add column owner_clients text not null default '[]';

-- Which version of its script a run ran; null for what is no script of the
-- library, and for runs from before this step.
alter table runs add column script_version bigint;

-- A change that waits for a second person: since when, whose it is (a JSON list
-- of keys and names of users), and as JSON what all others go on running; null
-- where nothing was ever approved.
alter table scripts add column unapproved_since bigint;
alter table scripts add column unapproved_by text not null default '[]';
alter table scripts add column approved text;

-- Who changed notes and saved views last, so that two people do not overwrite
-- each other's.
alter table notes add column modified_by text not null default '';
alter table notes add column modified_time bigint not null default 0;
update notes set modified_by = username, modified_time = entry_time;
alter table saved_views add column modified_by text not null default '';
alter table saved_views add column modified_time bigint not null default 0;
update saved_views
   set modified_by = coalesce((select u.username from users u where u.id = saved_views.user_id), '');

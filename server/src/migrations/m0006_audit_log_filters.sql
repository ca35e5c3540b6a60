-- What the audit log is filtered by most, beside agent and user: counting the
-- rows that pass must not read the whole log. Scope looks at client and site.
create index audit_log_action on audit_log (action, entry_time desc, id desc);
create index audit_log_client on audit_log (client_id, entry_time desc, id desc);
create index audit_log_site on audit_log (site_id, entry_time desc, id desc);

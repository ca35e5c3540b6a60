// A fleet as a real one would be after some months: agents that enrolled and
// told their inventory themselves, and what came with the time in SQL.

import { say } from "./server.mjs";
import { simulate } from "./sim.mjs";

export async function fill(server, agents, auditRows) {
  await server.start();
  const client = { client: { name: "Acme" }, site: { name: "Main" } };
  await server.call("POST", "/clients/", client);
  server.site = (await server.call("GET", "/clients/"))[0].sites[0].id;
  say("enrolling");
  const report = await simulate(server, { agents, seconds: 1 });
  server.enrolment = report.link.enrolling;
  await server.stop();
  say("filling in software, custom fields, tasks and the audit log");
  server.sql(SPREAD + SOFTWARE + FIELDS + TASKS + audit(auditRows));
  if (server.engine === "postgres") server.sql("vacuum analyze;");
}

const numbers = (count) =>
  `with recursive n (i) as (select cast(1 as bigint) union all select i + 1 from n where i < ${count})`;

const SPREAD = `
insert into clients (name, created_time, modified_time) ${numbers(50)} select 'Client ' || i, 0, 0 from n;
insert into sites (client_id, name, created_time, modified_time)
${numbers(4)} select c.id, 'Site ' || i, 0, 0 from clients c, n where c.name like 'Client %' order by c.id, i;
update agents set site_id = (select min(id) from sites where name like 'Site %') + id % 200;
`;

const SOFTWARE = `
insert into software_inventories (agent_id, collected_at) select id, 1790000000000000 from agents;
insert into software (agent_id, name, version, publisher, install_date, size, source, location, uninstall)
${numbers(100)} select a.id, 'Program ' || i, '1.' || (a.id % 9), 'Contoso', '2026-01-01', i * 100000,
       'registry', '', '' from agents a, n;
`;

const FIELDS = `
insert into custom_fields (model, name, name_key, type, options, created_time, modified_time)
values ('agent', 'Place', 'place', 'text', '[]', 0, 0), ('agent', 'Price', 'price', 'number', '[]', 0, 0),
       ('agent', 'Owner', 'owner', 'single', '["sales", "office"]', 0, 0),
       ('agent', 'Tags', 'tags', 'multiple', '["new", "loan"]', 0, 0),
       ('agent', 'Insured', 'insured', 'checkbox', '[]', 0, 0);
insert into custom_field_values (field_id, agent_id, value)
select f.id, a.id, case f.type when 'text' then 'Room ' || a.id when 'number' then '42.5'
       when 'single' then 'sales' when 'multiple' then 'new' else 'true' end
  from agents a, custom_fields f order by a.id, f.id;
`;

// Two tasks for every fifth agent; manual ones, so that nothing runs meanwhile.
const TASKS = `
insert into tasks (agent_id, name, win_task_name, enabled, actions, has_placeholders, collector_all_output,
       continue_on_error, alert_severity, email_alert, text_alert, dashboard_alert,
       task_supported_platforms, task_type, run_time_zone, stop_task_at_duration_end,
       run_asap_after_missed, task_instance_policy, remove_if_not_scheduled, timeout_seconds,
       created_time, modified_time)
${numbers(2)} select a.id, 'Task ' || i, 'bench-' || a.id || '-' || i, true,
       '[{"type": "cmd", "command": "true", "shell": "bash", "timeout": 60, "name": ""}]', false, false,
       true, 'info', false, false, false, '[]', 'manual', 'utc', false, false, 0, false, 60, 0, 0
  from agents a, n where a.id % 5 = 0;
`;

// Their hashes are none: only for reading. What is there already is older, so that times follow ids as in a real log.
const audit = (rows) => `
update audit_log set entry_time = 1780000000000000;
insert into audit_log (id, entry_time, username, agent, agent_id, site, action, object_type, object_id,
       message, before_value, after_value, ip_address, debug_info, hash)
${numbers(rows)} select (select last_id from audit_head) + i, 1780000000000000 + i * 1000, 'anna',
       'DESKTOP-1', 'agent' || (i % 10000), 'Site 1', 'modify', 'agent', '' || i,
       'anna changed agent DESKTOP-1', '{"description": "before"}', '{"description": "after"}',
       '192.168.1.7', '{}', '0' from n;
update audit_head set last_id = last_id + ${rows}, last_time = 1780000000000000 + ${rows} * 1000, ordered_from = 1;
`;

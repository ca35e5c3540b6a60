-- Code that is not in the library has a right of its own, so that a role can be
-- limited to the scripts that are. Those who could run such code until now still
-- can: roles, and API keys that are narrowed to some rights.
update roles
   set rights = replace(rights, '"can_run_scripts"', '"can_run_scripts","can_run_adhoc_code"')
 where rights like '%"can_run_scripts"%';
update api_keys
   set rights = replace(rights, '"can_run_scripts"', '"can_run_scripts","can_run_adhoc_code"')
 where rights like '%"can_run_scripts"%';

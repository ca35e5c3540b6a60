//! Where the samples of an earlier schema are shown.

/// What lists show of the samples of each step.
pub const SHOWN: &[(&str, &str, &str)] = &[
    ("m0001", "/accounts/users/", "user"),
    ("m0001", "/accounts/roles/", "role"),
    ("m0002", "/clients/", "client"),
    ("m0002", "/clients/sites/", "site"),
    ("m0002", "/agents/", "host"),
    ("m0003", "/runs/?page_size=1000", "run"),
    ("m0007", "/core/customfields", "field"),
    ("m0020", "/scripts/", "script"),
    ("m0020", "/scripts/snippets/", "snippet"),
    ("m0021", "/agents/notes/", "note"),
    ("m0030", "/software/summary/", "program"),
    ("m0031", "/winupdate/", "update"),
    ("m0050", "/automation/policies/", "policy"),
    ("m0055", "/tasks/", "task"),
    ("m0096", "/core/views/", "view"),
    ("m0117", "/agents/pending/", "waiting"),
    ("m0120", "/agents/rollouts/", "release"),
    ("m0124", "/logs/debug/", "entry"),
    ("m0125", "/core/urlaction/", "action"),
    ("m0129", "/alerts/templates/", "template"),
    ("m0130", "/maintenance/windows/", "window"),
    ("m0128", "/alerts/", "alert"),
    ("m0127", "/checks/", "check"),
    ("m0139", "/remote/v1/recordings/", "host"),
];

//! The rights a role can have, each as a type.

use crate::error::ApiError;

/// Declares every right once: its variant, its flag in the API, and the type
/// `may::<Right>` that a handler writes into its signature.
macro_rules! rights {
    ($($name:ident $flag:literal $sentence:literal,)*) => {
        /// Something a role may allow.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Right {
            $(#[doc = $sentence] $name,)*
        }

        impl Right {
            /// Every right, in the order the API lists them.
            pub const ALL: &'static [Right] = &[$(Right::$name,)*];

            /// The right's name in the API.
            pub fn flag(self) -> &'static str {
                match self { $(Right::$name => $flag,)* }
            }

            /// What it allows, as a phrase that follows "may".
            pub fn sentence(self) -> &'static str {
                match self { $(Right::$name => $sentence,)* }
            }
        }

        /// What a handler demands of its caller.
        pub mod may {
            use super::{Requirement, Right};
            $(
                #[doc = $sentence]
                pub enum $name {}
                impl Requirement for $name {
                    const RIGHT: Option<Right> = Some(Right::$name);
                }
            )*

            /// Nothing beyond being logged in.
            pub enum BeLoggedIn {}
            impl Requirement for BeLoggedIn {
                const RIGHT: Option<Right> = None;
            }

            /// Running URL actions, or changing them.
            pub enum SeeUrlactions {}
            impl Requirement for SeeUrlactions {
                const RIGHT: Option<Right> = Some(Right::RunUrlactions);
                const OTHER_RIGHT: Option<Right> = Some(Right::EditCoreSettings);
            }

            /// Opening remote sessions, of one kind or another.
            pub enum OpenRemote {}
            impl Requirement for OpenRemote {
                const RIGHT: Option<Right> = Some(Right::UseTerminal);
                const OTHER_RIGHT: Option<Right> = Some(Right::UseRemote);
            }

            /// Being a superuser, with a credential that is not narrowed.
            pub enum BeSuperuser {}
            impl Requirement for BeSuperuser {
                const RIGHT: Option<Right> = None;
                const NEEDS_SUPERUSER: bool = true;
            }

            // Some have no handler yet that asks for them.
            const _: &[Option<Right>] = &[$($name::RIGHT,)*];
        }
    };
}

/// A demand on the caller, as a type.
pub trait Requirement: Send + 'static {
    /// The right, or none when being logged in is enough.
    const RIGHT: Option<Right>;
    /// Another right that is enough as well.
    const OTHER_RIGHT: Option<Right> = None;
    /// Whether only superusers may.
    const NEEDS_SUPERUSER: bool = false;
}

rights! {
    ListAgents "can_list_agents" "list and read agents",
    EditAgent "can_edit_agent" "change agents",
    InstallAgents "can_install_agents" "make installers",
    UninstallAgents "can_uninstall_agents" "remove agents",
    UpdateAgents "can_update_agents" "update the agent software",
    RecoverAgents "can_recover_agents" "repair agents",
    RebootAgents "can_reboot_agents" "reboot or shut down agents",
    SendWol "can_send_wol" "wake agents",
    SendCmd "can_send_cmd" "run shell commands",
    RunScripts "can_run_scripts" "run scripts",
    RunAdhocCode "can_run_adhoc_code" "run code that is not in the library",
    RunBulk "can_run_bulk" "start bulk actions",
    UseTerminal "can_use_terminal" "use the terminal",
    UseRemote "can_use_remote" "control agents remotely",
    UseLanTunnels "can_use_lan_tunnels" "open tunnels to other addresses",
    ViewRecordings "can_view_recordings" "view recordings",
    UseRegistry "can_use_registry" "use the Windows registry",
    ManageProcs "can_manage_procs" "list and end processes",
    ViewEventlogs "can_view_eventlogs" "read system event logs",
    ListAgentHistory "can_list_agent_history" "read the run history",
    ListNotes "can_list_notes" "read notes",
    ManageNotes "can_manage_notes" "write notes",
    ManageWinsvcs "can_manage_winsvcs" "list and control services",
    ListSoftware "can_list_software" "read the software inventory",
    ManageSoftware "can_manage_software" "refresh, install and uninstall software",
    ManageWinupdates "can_manage_winupdates" "manage operating-system updates",
    ListChecks "can_list_checks" "read checks",
    ManageChecks "can_manage_checks" "write checks",
    RunChecks "can_run_checks" "run checks",
    ListAutotasks "can_list_autotasks" "read tasks",
    ManageAutotasks "can_manage_autotasks" "write tasks",
    RunAutotasks "can_run_autotasks" "run tasks",
    ListAutomationPolicies "can_list_automation_policies" "read policies",
    ManageAutomationPolicies "can_manage_automation_policies" "write policies",
    ListClients "can_list_clients" "read clients",
    ManageClients "can_manage_clients" "write clients",
    ListSites "can_list_sites" "read sites",
    ManageSites "can_manage_sites" "write sites",
    ListDeployments "can_list_deployments" "read installer links",
    ManageDeployments "can_manage_deployments" "make and revoke installer links",
    ListScripts "can_list_scripts" "read scripts",
    ManageScripts "can_manage_scripts" "write scripts",
    ListAlerts "can_list_alerts" "read alerts",
    ManageAlerts "can_manage_alerts" "manage alerts",
    ListAlerttemplates "can_list_alerttemplates" "read alert templates",
    ManageAlerttemplates "can_manage_alerttemplates" "write alert templates",
    ViewAuditlogs "can_view_auditlogs" "read the audit log",
    ViewDebuglogs "can_view_debuglogs" "read the debug log",
    ListPendingactions "can_list_pendingactions" "read pending actions",
    ManagePendingactions "can_manage_pendingactions" "cancel pending actions",
    ViewCoreSettings "can_view_core_settings" "read the settings",
    EditCoreSettings "can_edit_core_settings" "write the settings",
    DoServerMaint "can_do_server_maint" "run server maintenance",
    RunUrlactions "can_run_urlactions" "run URL actions",
    ViewCustomfields "can_view_customfields" "read custom field definitions",
    ManageCustomfields "can_manage_customfields" "write custom field definitions",
    ViewGlobalKeystore "can_view_global_keystore" "read the key store",
    EditGlobalKeystore "can_edit_global_keystore" "write the key store",
    ViewSchedules "can_view_schedules" "read shared schedules",
    ManageSchedules "can_manage_schedules" "write shared schedules",
    RunServerScripts "can_run_server_scripts" "run scripts on the server",
    ListAccounts "can_list_accounts" "read users",
    ManageAccounts "can_manage_accounts" "write users",
    ListRoles "can_list_roles" "read roles",
    ManageRoles "can_manage_roles" "write roles",
    ListApiKeys "can_list_api_keys" "read API keys",
    ManageApiKeys "can_manage_api_keys" "make, change and revoke API keys",
    ViewReports "can_view_reports" "run and read reports",
    ManageReports "can_manage_reports" "write reports",
}

impl Right {
    /// The right of a flag, if there is one of that name.
    pub fn from_flag(flag: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|right| right.flag() == flag)
    }

    /// Whether it only reads. A read-only key keeps these.
    pub fn only_reads(self) -> bool {
        self.flag().starts_with("can_list_") || self.flag().starts_with("can_view_")
    }

    /// The refusal for a caller who lacks it.
    pub fn refusal(self) -> ApiError {
        ApiError::Forbidden(format!("your role may not {} ({})", self.sentence(), self.flag()))
    }
}

/// A set of rights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rights(u128);

impl Rights {
    /// Every right there is.
    pub fn all() -> Self {
        Right::ALL.iter().copied().collect()
    }

    /// Whether the right is in the set.
    pub fn has(self, right: Right) -> bool {
        self.0 & (1 << right as u8) != 0
    }

    /// What both sets have in common.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The rights in the set, in the order of the API.
    pub fn iter(self) -> impl Iterator<Item = Right> {
        Right::ALL.iter().copied().filter(move |right| self.has(*right))
    }

    /// The flags of a stored list. A name from a newer release grants nothing.
    pub fn from_flags<'a>(flags: impl IntoIterator<Item = &'a str>) -> Self {
        flags.into_iter().filter_map(Right::from_flag).collect()
    }

    /// The flags, for storage and answers.
    pub fn flags(self) -> Vec<&'static str> {
        self.iter().map(Right::flag).collect()
    }
}

impl FromIterator<Right> for Rights {
    fn from_iter<I: IntoIterator<Item = Right>>(rights: I) -> Self {
        Self(rights.into_iter().fold(0, |set, right| set | 1 << right as u8))
    }
}

/** What the palette finds in lists that are read as a whole: clients, scripts, policies, users, views. */
import {
  IconBookmark,
  IconBuilding,
  IconCode,
  IconMapPin,
  IconShieldCheck,
  IconUser,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { usersQuery } from "../../accounts/queries";
import { clientsQuery } from "../../clients/queries";
import { policiesQuery } from "../../policies/queries";
import { scriptsQuery } from "../../scripts/queries";
import { pathOf } from "../../views/content";
import { viewsQuery } from "../../views/queries";
import { frame } from "../messages";
import { type Group, ICON } from "./group";
import { useListed } from "./listed";

export function useClients(words: string): Group {
  const navigate = useNavigate();
  return useListed(words, {
    label: frame.clients,
    query: clientsQuery,
    right: "can_list_clients",
    list: "/clients",
    entry: (client) => [
      {
        id: `client-${client.id}`,
        label: client.name,
        description: frame.paletteClient,
        icon: <IconBuilding {...ICON} />,
        run: () => void navigate({ to: "/agents", search: { client: String(client.id) } }),
      },
      ...client.sites.map((site) => ({
        id: `site-${site.id}`,
        label: site.name,
        also: client.name,
        description: frame.paletteSite(client.name),
        icon: <IconMapPin {...ICON} />,
        run: () => void navigate({ to: "/agents", search: { site: String(site.id) } }),
      })),
    ],
  });
}

export function useScripts(words: string): Group {
  const navigate = useNavigate();
  return useListed(words, {
    label: frame.scripts,
    query: scriptsQuery(),
    right: "can_list_scripts",
    list: "/scripts",
    entry: (script) => [
      {
        id: `script-${script.id}`,
        label: script.name,
        also: `${script.category ?? ""} ${script.description}`,
        description: script.category ?? undefined,
        icon: <IconCode {...ICON} />,
        run: () =>
          void navigate({ to: "/scripts/$scriptId", params: { scriptId: String(script.id) } }),
      },
    ],
  });
}

export function usePolicies(words: string): Group {
  const navigate = useNavigate();
  return useListed(words, {
    label: frame.policies,
    query: policiesQuery,
    right: "can_list_automation_policies",
    list: "/policies",
    entry: (policy) => [
      {
        id: `policy-${policy.id}`,
        label: policy.name,
        icon: <IconShieldCheck {...ICON} />,
        run: () =>
          void navigate({ to: "/policies/$policyId", params: { policyId: String(policy.id) } }),
      },
    ],
  });
}

export function useUsers(words: string): Group {
  const navigate = useNavigate();
  return useListed(words, {
    label: frame.users,
    query: usersQuery,
    right: "can_list_accounts",
    list: "/settings/users",
    entry: (user) => {
      const about = [`${user.first_name} ${user.last_name}`.trim(), user.email];
      return [
        {
          id: `user-${user.id}`,
          label: user.username,
          also: about.join(" "),
          description: about.filter(Boolean).join(" · "),
          icon: <IconUser {...ICON} />,
          run: () => void navigate({ to: "/settings/users", search: { search: user.username } }),
        },
      ];
    },
  });
}

export function useViews(words: string): Group {
  const navigate = useNavigate();
  return useListed(words, {
    label: frame.paletteViews,
    query: viewsQuery,
    entry: (view) => {
      if (!pathOf(view)) return [];
      const params = { viewId: String(view.id) };
      return [
        {
          id: `view-${view.id}`,
          label: view.name,
          icon: <IconBookmark {...ICON} />,
          run: () => void navigate({ to: "/views/$viewId", params }),
        },
      ];
    },
  });
}

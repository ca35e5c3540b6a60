/** Ctrl-K: any agent, page or action, from anywhere. */
import "@mantine/spotlight/styles.css";
import { Center, useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconMoon, IconPlus, IconSearch, IconShieldCheck, IconSun } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useRights } from "../accounts/me";
import { StatusDot } from "../agents/AgentStatus";
import { findAgentsQuery } from "../agents/queries";
import { clients } from "../clients/messages";
import { policies } from "../policies/messages";
import { policiesQuery } from "../policies/queries";
import { frame } from "./messages";
import { pages } from "./navigation";

const [store, spotlight] = createSpotlight();

interface Entry {
  id: string;
  label: string;
  description?: string;
  icon: ReactNode;
  run: () => void;
}

/** Opens each time `asked` changes. */
export default function Palette({ asked }: { asked: number }) {
  const [query, setQuery] = useState("");
  useEffect(() => {
    if (asked > 0) spotlight.open();
  }, [asked]);
  const words = query.trim();
  const agents = useFoundAgents(words);
  const matching = (entries: Entry[]) =>
    entries.filter((entry) => entry.label.toLowerCase().includes(words.toLowerCase()));
  const groups: [string, Entry[]][] = [
    [frame.paletteAgents, agents],
    [frame.policies, matching(useFoundPolicies(words))],
    [frame.palettePages, matching(usePages())],
    [frame.paletteActions, matching(useActions())],
  ];
  const shown = groups.filter(([, entries]) => entries.length > 0);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      overlayProps={{ blur: 1 }}
    >
      <Spotlight.Search
        placeholder={frame.searchEverything}
        aria-label={frame.searchEverything}
        leftSection={<IconSearch size={18} />}
      />
      <Spotlight.ActionsList>
        {shown.map(([label, entries]) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {entries.map((entry) => (
              <Spotlight.Action
                key={entry.id}
                label={entry.label}
                description={entry.description}
                leftSection={entry.icon}
                onClick={entry.run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length === 0 && <Spotlight.Empty>{frame.paletteNothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function useFoundAgents(words: string): Entry[] {
  const navigate = useNavigate();
  const [asked] = useDebouncedValue(words, 120);
  const allowed = useRights().may("can_list_agents");
  const { data } = useQuery({ ...findAgentsQuery(asked), enabled: asked !== "" && allowed });
  if (words === "") return [];
  return (data?.results ?? []).map((agent) => ({
    id: agent.agent_id,
    label: agent.hostname,
    description: `${agent.client_name} · ${agent.site_name}`,
    icon: (
      <Center w={18}>
        <StatusDot status={agent.status} />
      </Center>
    ),
    run: () => void navigate({ to: "/agents/$agentId", params: { agentId: agent.agent_id } }),
  }));
}

function useFoundPolicies(words: string): Entry[] {
  const navigate = useNavigate();
  const allowed = useRights().may("can_list_automation_policies");
  const { data } = useQuery({ ...policiesQuery, enabled: words !== "" && allowed });
  if (words === "") return [];
  return (data ?? []).map((policy) => ({
    id: `policy-${policy.id}`,
    label: policy.name,
    icon: <IconShieldCheck size={18} stroke={1.6} />,
    run: () =>
      void navigate({ to: "/policies/$policyId", params: { policyId: String(policy.id) } }),
  }));
}

function usePages(): Entry[] {
  const navigate = useNavigate();
  const { may } = useRights();
  return pages
    .filter((page) => !page.right || may(page.right))
    .map((page) => ({
      id: page.to,
      label: page.label,
      icon: <page.icon size={18} stroke={1.6} />,
      run: () => void navigate({ to: page.to }),
    }));
}

function useActions(): Entry[] {
  const navigate = useNavigate();
  const { may } = useRights();
  const { setColorScheme } = useMantineColorScheme();
  const entries: Entry[] = [
    {
      id: "light",
      label: `${frame.theme}: ${frame.themeLight}`,
      icon: <IconSun size={18} stroke={1.6} />,
      run: () => setColorScheme("light"),
    },
    {
      id: "dark",
      label: `${frame.theme}: ${frame.themeDark}`,
      icon: <IconMoon size={18} stroke={1.6} />,
      run: () => setColorScheme("dark"),
    },
  ];
  if (may("can_manage_clients")) {
    entries.unshift({
      id: "add-client",
      label: clients.addClient,
      icon: <IconPlus size={18} stroke={1.6} />,
      run: () => void navigate({ to: "/clients", search: { dialog: "add-client" } }),
    });
  }
  if (may("can_manage_automation_policies")) {
    entries.unshift({
      id: "add-policy",
      label: policies.add,
      icon: <IconPlus size={18} stroke={1.6} />,
      run: () => void navigate({ to: "/policies", search: { dialog: "add-policy" } }),
    });
  }
  return entries;
}

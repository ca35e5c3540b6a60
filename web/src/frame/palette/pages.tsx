/** Pages and actions in the palette: known without a request. */
import { useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconPlus, IconSun } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { clients } from "../../clients/messages";
import { policies } from "../../policies/messages";
import { useRights } from "../../session/me";
import { frame } from "../messages";
import { isOpen, pages } from "../navigation";
import { type Entry, type Group, ICON } from "./group";
import { find } from "./hits";
import { type InnerPage, innerPages } from "./innerPages";

/** The pages of the navigation, and the tabs inside them once something is typed. */
export function usePages(words: string): Group {
  const navigate = useNavigate();
  const { may } = useRights();
  const known: InnerPage[] = words === "" ? pages : [...pages, ...innerPages];
  const entries = known
    .filter((page) => isOpen(page, may))
    .map((page) => ({
      id: page.to,
      label: page.label,
      ...(page.inside && { also: page.inside, description: page.inside }),
      icon: <page.icon {...ICON} />,
      run: () => void navigate({ to: page.to }),
    }));
  const found = words === "" ? { shown: entries, more: 0 } : find(entries, words);
  return { label: frame.palettePages, entries: found.shown, more: 0, asking: false };
}

export function useActions(words: string): Group {
  const navigate = useNavigate();
  const { may } = useRights();
  const { setColorScheme } = useMantineColorScheme();
  const entries: Entry[] = [
    {
      id: "light",
      label: `${frame.theme}: ${frame.themeLight}`,
      icon: <IconSun {...ICON} />,
      run: () => setColorScheme("light"),
    },
    {
      id: "dark",
      label: `${frame.theme}: ${frame.themeDark}`,
      icon: <IconMoon {...ICON} />,
      run: () => setColorScheme("dark"),
    },
  ];
  if (may("can_manage_clients")) {
    entries.unshift({
      id: "add-client",
      label: clients.addClient,
      icon: <IconPlus {...ICON} />,
      run: () => void navigate({ to: "/clients", search: { dialog: "add-client" } }),
    });
  }
  if (may("can_manage_automation_policies")) {
    entries.unshift({
      id: "add-policy",
      label: policies.add,
      icon: <IconPlus {...ICON} />,
      run: () => void navigate({ to: "/policies", search: { dialog: "add-policy" } }),
    });
  }
  return {
    label: frame.paletteActions,
    entries: find(entries, words).shown,
    more: 0,
    asking: false,
  };
}

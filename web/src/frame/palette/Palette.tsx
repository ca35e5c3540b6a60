/** Ctrl-K: any agent, client, script, user, page or action, from anywhere. */
import "@mantine/spotlight/styles.css";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconArrowRight, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { formatNumber } from "../../texts/format";
import { frame } from "../messages";
import { useAgents } from "./agents";
import { useConnections } from "./connections";
import type { Group } from "./group";
import { useClients, usePolicies, useScripts, useUsers, useViews } from "./lists";
import { useActions, usePages } from "./pages";

const [store, spotlight] = createSpotlight();

/** Opens each time `asked` changes. */
export default function Palette({ asked }: { asked: number }) {
  const [query, setQuery] = useState("");
  useEffect(() => {
    if (asked > 0) spotlight.open();
  }, [asked]);
  const words = query.trim();
  const groups = useGroups(words);
  const asking = groups.some((group) => group.asking);
  const shown = groups.filter(({ entries }) => entries.length > 0);
  const onKeyDownCapture = useFirstHit(words, shown, asking);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      overlayProps={{ blur: 1 }}
      attributes={{ content: { "aria-label": frame.searchEverything } }}
    >
      <Spotlight.Search
        placeholder={frame.searchEverything}
        aria-label={frame.searchEverything}
        leftSection={<IconSearch size={18} />}
        onKeyDownCapture={onKeyDownCapture}
      />
      <Spotlight.ActionsList>
        {shown.map((group) => (
          <GroupEntries key={group.label} group={group} />
        ))}
        {shown.length === 0 && (
          <Spotlight.Empty role="status">
            {asking ? frame.paletteAsking : frame.paletteNothing}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function useGroups(words: string): Group[] {
  return [
    useAgents(words),
    useConnections(words),
    useClients(words),
    useScripts(words),
    usePolicies(words),
    useViews(words),
    useUsers(words),
    usePages(words),
    useActions(words),
  ];
}

function GroupEntries({ group }: { group: Group }) {
  return (
    <Spotlight.ActionsGroup label={group.label}>
      {group.entries.map((entry) => (
        <Spotlight.Action
          key={entry.id}
          label={entry.label}
          description={entry.description}
          leftSection={entry.icon}
          onClick={entry.run}
        />
      ))}
      {group.more > 0 && group.showMore && (
        <Spotlight.Action
          label={frame.paletteMore(formatNumber(group.more))}
          leftSection={<IconArrowRight size={18} stroke={1.6} />}
          onClick={group.showMore}
        />
      )}
    </Spotlight.ActionsGroup>
  );
}

/**
 * Enter takes the first hit. While requests are pending it is not known yet: then Enter waits
 * for them, unless the arrows have chosen another one.
 */
function useFirstHit(words: string, shown: Group[], asking: boolean) {
  const waiting = useRef<string | null>(null);
  const hits = shown.flatMap(({ entries }) => entries.map(({ id }) => id)).join(" ");
  const settle = useEffectEvent(() => {
    if (words === "") return;
    if (store.getState().selected <= 0) selectFirst();
    if (asking || waiting.current === null) return;
    const isWanted = waiting.current === words;
    waiting.current = null;
    if (isWanted) selectedAction()?.click();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other hits have another first one
  useEffect(() => settle(), [hits, words, asking]);

  return (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !asking || store.getState().selected > 0) return;
    event.preventDefault();
    event.stopPropagation();
    waiting.current = words;
  };
}

function actions(): HTMLElement[] {
  const list = document.getElementById(store.getState().listId);
  return [...(list?.querySelectorAll<HTMLElement>("[data-action]") ?? [])];
}

const selectedAction = () => actions().find((action) => action.hasAttribute("data-selected"));

/** As the library's arrow keys do it: the mark is an attribute, the position is in its store. */
function selectFirst() {
  const [first, ...others] = actions();
  for (const other of others) other.removeAttribute("data-selected");
  first?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: first ? 0 : -1 }));
}

/** One's own browsers that show notifications: which alerts, a test, and an end to it. */
import { Badge, Group, Select, Stack, Text } from "@mantine/core";
import { IconBellRinging, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { answer, api, type Schema } from "../api/client";
import { asWord } from "../api/word";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { Ago } from "../ui/Moment";
import { useAction } from "../ui/useAction";
import { push as words } from "./messages";
import type { Browser } from "./queries";
import { unsubscribe } from "./subscription";

const REFRESH = [["push"]];
const SEVERITIES = Object.entries(words.severities).map(([value, label]) => ({ value, label }));

const nameOf = (browser: Browser) => browser.label || words.unnamed;

export function BrowserTable({ browsers, hash }: { browsers: Browser[]; hash: string | null }) {
  const { actions, result } = useBrowserActions(hash);
  const columns: Column<Browser>[] = [
    {
      id: "browser",
      title: words.browser,
      cell: (one) => <Name browser={one} isHere={one.endpoint_hash === hash} />,
      sort: nameOf,
    },
    { id: "service", title: words.service, cell: (one) => one.endpoint_host, wide: true },
    {
      id: "severity",
      title: words.severity,
      cell: (one) => (
        <Select
          size="xs"
          aria-label={words.severityOf(nameOf(one))}
          data={SEVERITIES}
          value={one.min_severity}
          onChange={(chosen) => chosen && actions.change(one, chosen)}
          allowDeselect={false}
        />
      ),
    },
    {
      id: "sent",
      title: words.lastSent,
      cell: (one) => (one.last_sent ? <Ago time={one.last_sent} /> : words.never),
      sort: (one) => one.last_sent,
      wide: true,
    },
    {
      id: "actions",
      title: "",
      width: 84,
      cell: (one) => (
        <Group gap={4} wrap="nowrap">
          <IconAction label={words.test(nameOf(one))} onClick={() => actions.test(one)}>
            <IconBellRinging size={16} />
          </IconAction>
          <IconAction label={words.remove(nameOf(one))} onClick={() => actions.remove(one)}>
            <IconTrash size={16} />
          </IconAction>
        </Group>
      ),
    },
  ];
  return (
    <Stack gap="xs">
      <DataTable
        label={words.title}
        columns={columns}
        rows={browsers}
        id={(one) => one.id}
        order="browser"
        sortFilter="browsers"
        empty={
          <Text size="sm" c="dimmed">
            {words.none}
          </Text>
        }
      />
      {result && (
        <Text
          size="sm"
          role={result.failed ? "alert" : "status"}
          {...(result.failed && { c: "var(--tone-bad)" })}
        >
          {result.text}
        </Text>
      )}
    </Stack>
  );
}

function useBrowserActions(hash: string | null) {
  const [result, setResult] = useState<{ text: string; failed: boolean } | null>(null);
  const at = ({ id }: Browser) => ({ params: { path: { id } } });
  const change = useAction({
    act: ({ browser, body }: { browser: Browser; body: Schema<"PushForm"> }) =>
      answer(api.PUT("/accounts/push/{id}/", { ...at(browser), body })),
    done: words.severitySaved,
    refresh: REFRESH,
  });
  const test = useAction({
    act: (browser: Browser) => answer(api.POST("/accounts/push/{id}/test/", at(browser))),
    onDone: ({ status, answer: text }) =>
      setResult({ text: words.tested(status, text), failed: false }),
    onProblem: ({ message }) => setResult({ text: words.testFailed(message), failed: true }),
    refresh: REFRESH,
  });
  const remove = useAction({
    act: async (browser: Browser) => {
      await answer(api.DELETE("/accounts/push/{id}/", at(browser)));
      if (browser.endpoint_hash === hash) await unsubscribe();
    },
    done: (_, browser) => words.removed(nameOf(browser)),
    refresh: REFRESH,
  });
  const actions = {
    change: (browser: Browser, severity: string) =>
      change.mutate({ browser, body: { min_severity: asWord(severity) } }),
    test: (browser: Browser) => {
      setResult(null);
      test.mutate(browser);
    },
    remove: (browser: Browser) => remove.mutate(browser),
  };
  return { actions, result };
}

function Name({ browser, isHere }: { browser: Browser; isHere: boolean }) {
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text size="sm">{nameOf(browser)}</Text>
        {isHere && (
          <Badge size="sm" variant="light" tt="none">
            {words.thisOne}
          </Badge>
        )}
      </Group>
      {browser.last_error && (
        <Text size="xs" c="var(--tone-bad)">
          {words.failed(browser.last_error)}
        </Text>
      )}
    </Stack>
  );
}

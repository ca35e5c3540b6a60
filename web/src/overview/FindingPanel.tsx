/** One kind of what may be wrong: how many, the first few, and the way to all of them. */
import { Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { TextLink } from "../ui/links";
import { Panel, PanelTitle } from "../ui/Page";
import { LinesSkeleton, QueryProblem } from "../ui/states";
import { type Tone, toneColor } from "../ui/theme";
import type { Filters } from "../ui/useFilter";
import type { Found } from "./findings";

interface FindingPanelProps {
  title: string;
  found: Found;
  /** "3 agents overdue"; leads to all of them. */
  text: string;
  to: string;
  search: Filters;
  tone: Tone;
  /** When nothing was found. */
  none: string;
  /** Why it is not known. */
  why?: string | undefined;
  query?: Pick<UseQueryResult, "error" | "refetch" | "isError">;
  /** The first few. */
  children?: ReactNode;
  /** Below all of it, also when nothing was found. */
  note?: ReactNode;
  className?: string;
}

export function FindingPanel(props: FindingPanelProps) {
  return (
    <Panel {...(props.className && { className: props.className })}>
      <PanelTitle>{props.title}</PanelTitle>
      <Stack gap="xs">
        <Content {...props} />
      </Stack>
    </Panel>
  );
}

function Content({ found, text, to, search, tone, none, why, query, ...more }: FindingPanelProps) {
  if (why) {
    return (
      <Said icon={<IconInfoCircle size={16} />} tone="quiet">
        {why}
      </Said>
    );
  }
  if (query?.isError && found === null) return <QueryProblem query={query} />;
  if (found === null) return <LinesSkeleton lines={2} />;
  return (
    <>
      {found === 0 ? (
        <Said icon={<IconCircleCheck size={16} />} tone="good">
          {none}
        </Said>
      ) : (
        <TextLink to={to} search={search} fw={600} size="lg" c={toneColor(tone)} preload={false}>
          {text}
        </TextLink>
      )}
      {found > 0 && more.children}
      {more.note && (
        <Text size="sm" c="dimmed" component="div">
          {more.note}
        </Text>
      )}
    </>
  );
}

function Said({ icon, tone, children }: { icon: ReactNode; tone: Tone; children: ReactNode }) {
  return (
    <Text size="sm" c={toneColor(tone)} style={{ display: "flex", gap: 6, alignItems: "center" }}>
      {icon}
      {children}
    </Text>
  );
}

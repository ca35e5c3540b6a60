/** What a page shows when it has nothing to show yet, nothing at all, or a problem. */
import { Alert, Button, Code, Group, Skeleton, Stack, Text, ThemeIcon } from "@mantine/core";
import {
  IconAlertTriangle,
  IconInfoCircle,
  IconMapQuestion,
  IconMoodEmpty,
} from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Problem } from "../api/problem";
import { sentence } from "../texts/texts";
import { ButtonLink } from "./links";
import { ui } from "./messages";

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** Lines of grey while the first answer is on its way. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The answer of a query; until then a skeleton, and a problem instead of nothing. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <QueryProblem query={query} />;
  return skeleton ?? <LinesSkeleton />;
}

/** Why a query has no answer: what is missing and what a computer cannot do are no faults. */
export function QueryProblem({ query }: { query: Pick<UseQueryResult, "error" | "refetch"> }) {
  const problem = Problem.from(query.error);
  if (problem.isMissing) return <NotFound />;
  if (problem.isUnsupported) {
    const icon = <IconInfoCircle size={26} stroke={1.5} />;
    return <Empty title={ui.notSupported} hint={sentence(problem.message)} icon={icon} />;
  }
  return <ProblemNotice error={problem} onRetry={() => void query.refetch()} />;
}

/** What an address leads to when there is nothing. */
export function NotFound() {
  return (
    <Empty
      title={ui.notFound}
      hint={ui.notFoundHint}
      icon={<IconMapQuestion size={26} stroke={1.5} />}
    >
      <ButtonLink to="/agents" variant="default">
        {ui.toStart}
      </ButtonLink>
    </Empty>
  );
}

export function LinesSkeleton({ lines = 6 }: { lines?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label={ui.loading}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have no identity
        <Skeleton key={line} height={18} width={`${95 - ((line * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}

export function ProblemNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = Problem.from(error);
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />} title={ui.refused} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{sentence(problem.message)}</Text>
        {problem.requestId && (
          <Text size="xs" c="dimmed">
            {ui.requestId} <Code>{problem.requestId}</Code>
          </Text>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {ui.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

interface EmptyProps {
  title: string;
  hint?: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
}

/** Nothing here, why, and what to do about it. */
export function Empty({ title, hint, icon, children }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md">
      <ThemeIcon variant="light" color="gray" size={48} radius="xl">
        {icon ?? <IconMoodEmpty size={26} stroke={1.5} />}
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {hint && (
        <Text size="sm" c="dimmed" ta="center" maw={420}>
          {hint}
        </Text>
      )}
      {children && <Group mt="xs">{children}</Group>}
    </Stack>
  );
}

export function NothingFound() {
  return <Empty title={ui.nothingFound} hint={ui.nothingFoundHint} />;
}

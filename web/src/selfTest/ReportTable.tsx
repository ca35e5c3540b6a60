/** The result of a self-test: who tested, what was found, and a way to pass it on. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy, IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { DataTable } from "../ui/DataTable";
import { FilterBar } from "../ui/FilterBar";
import { Moment } from "../ui/Moment";
import { Status } from "../ui/Status";
import { Empty, NothingFound } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { stepColumns } from "./columns";
import { selfTest as words } from "./messages";
import type { Report } from "./queries";
import { reportText, shownSteps } from "./steps";

interface ReportTableProps {
  report: Report;
  /** What starts another test. */
  children: ReactNode;
}

export function ReportTable({ report, children }: ReportTableProps) {
  const [filters] = useFilters();
  const show = filters.show ?? "all";
  const steps = shownSteps(report.steps, show, filters.search ?? "");
  const isWell = report.problems === 0;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Status tone={isWell ? "good" : "bad"} label={words.problems(report.problems)} />
        <Text size="sm" c="dimmed" component="div">
          {words.summary(report.version, report.account)} · <Moment time={report.started} />
        </Text>
      </Group>
      {!report.has_full_rights && (
        <Alert color="yellow" variant="light" icon={<IconLock />}>
          {words.limited}
        </Alert>
      )}
      <FilterBar label={words.result} kinds={{ all: words.all, problems: words.onlyProblems }}>
        <CopyReport report={report} />
        {children}
      </FilterBar>
      <DataTable
        label={words.title}
        columns={stepColumns}
        rows={steps}
        id={(step) => step.name}
        empty={
          isWell && show === "problems" ? (
            <Empty title={words.noProblems} hint={words.noProblemsHint} icon={<IconCheck />} />
          ) : (
            <NothingFound />
          )
        }
      />
    </Stack>
  );
}

function CopyReport({ report }: { report: Report }) {
  const { copied, copy } = useClipboard();
  return (
    <Button
      variant="default"
      leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      onClick={() => copy(reportText(report))}
    >
      {copied ? words.copied : words.copy}
    </Button>
  );
}

import { IconMapQuestion } from "@tabler/icons-react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { ButtonLink } from "../ui/links";
import { ui } from "../ui/messages";
import { Page } from "../ui/Page";
import { Empty, ProblemNotice } from "../ui/states";

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

export function PageProblem({ error, reset }: ErrorComponentProps) {
  return (
    <Page title={ui.failed}>
      <ProblemNotice error={error} onRetry={reset} />
    </Page>
  );
}

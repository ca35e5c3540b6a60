/** The pages for an address that leads nowhere, and for a page that failed. */
import type { ErrorComponentProps } from "@tanstack/react-router";
import { ui } from "../ui/messages";
import { Page } from "../ui/Page";
import { NotFound, ProblemNotice } from "../ui/states";

export function NotFoundPage() {
  return (
    <Page title={ui.notFound} bare>
      <NotFound />
    </Page>
  );
}

export function PageProblem({ error, reset }: ErrorComponentProps) {
  return (
    <Page title={ui.failed}>
      <ProblemNotice error={error} onRetry={reset} />
    </Page>
  );
}

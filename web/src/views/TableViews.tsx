/** The named views of a table without columns to choose: they keep its filters and its order. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useDialog } from "../ui/dialog";
import { useFilters } from "../ui/useFilter";
import { queryOf } from "./content";
import { type ViewPage, viewsOf } from "./queries";
import { ViewMenu } from "./ViewMenu";

const ViewDialogs = lazy(() => import("./ViewDialogs"));

interface TableViewsProps {
  page: ViewPage;
  /** The words of the address that narrow the table. */
  filters: readonly string[];
}

export function TableViews({ page, filters: names }: TableViewsProps) {
  const [filters] = useFilters();
  const { open } = useDialog();
  const { data: views } = useQuery(viewsOf(page));
  const view = views?.find((one) => String(one.id) === filters.view);
  // Columns come from elsewhere, should another program have chosen some.
  const columns = view?.columns ?? [];
  const now = { query: queryOf(filters, names), columns, sort: filters.sort ?? "" };
  return (
    <>
      <ViewMenu page={page} view={view} now={now} />
      <Suspense>{open?.name.startsWith("view-") && <ViewDialogs page={page} now={now} />}</Suspense>
    </>
  );
}

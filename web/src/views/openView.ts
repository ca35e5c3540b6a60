/** A view has an address of its own; what it leads to says what is shown. */
import { notFound, redirect } from "@tanstack/react-router";
import { queryClient } from "../api/queries";
import { pathOf, searchOf } from "./content";
import { viewsQuery } from "./queries";

export async function openView(viewId: string): Promise<never> {
  const views = await queryClient.ensureQueryData(viewsQuery);
  const view = views.find((one) => String(one.id) === viewId);
  const to = view && pathOf(view);
  if (!to) throw notFound();
  throw redirect({ to, search: searchOf(view), replace: true });
}

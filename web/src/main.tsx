// The library's styles come first, so that ours can change them.
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./ui/base.css";

import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { api } from "./api/client";
import { queryClient } from "./api/queries";
import { conflicts } from "./conflicts/asking";
import { ConflictDialog } from "./frame/conflict/ConflictDialog";
import { reloadWhenPartsAreGone } from "./frame/newBuild";
import { themeManager } from "./frame/theme";
import { followRemembered } from "./preferences/preferences";
import { router } from "./routes";
import { credentials } from "./session/credentials";
import { session, watchOtherTabs } from "./session/session";
import { LeaveQuestion } from "./ui/LeaveQuestion";
import { theme, variables } from "./ui/theme";
import { unsaved } from "./ui/unsaved";

// The last one sees an answer first: a change that may still succeed is no problem yet.
api.use(credentials, conflicts);
watchOtherTabs(unsaved.any);
reloadWhenPartsAreGone();
followRemembered();

// What one person read must not be shown to the next.
let reader = session.current()?.username;
session.subscribe(() => {
  const next = session.current()?.username;
  if (next !== undefined && next !== reader) queryClient.clear();
  if (next !== undefined) reader = next;
});

const rootElement = document.getElementById("root");
if (!rootElement) throw new Error("index.html has no #root");
createRoot(rootElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={themeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} />
        <ConflictDialog />
        <RouterProvider router={router} />
        <LeaveQuestion />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

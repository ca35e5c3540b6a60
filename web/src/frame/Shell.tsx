/** The frame around every page of someone signed in. */
import { AppShell, Burger, Group, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, Outlet, useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { AlertBell } from "../alerts/AlertBell";
import { AlertHost } from "../alerts/AlertHost";
import { FreezeBanner } from "../freeze/FreezeBanner";
import { FreezeHost } from "../freeze/FreezeHost";
import { connection } from "../live/live";
import { RemoteHost } from "../remote/RemoteHost";
import { useMe, useRights, useSession } from "../session/me";
import { session } from "../session/session";
import { Logo } from "../ui/Logo";
import { WatchHost } from "../watches/WatchHost";
import { AccountMenu } from "./AccountMenu";
import { ConnectionBanner, ConnectionChip } from "./ConnectionState";
import { FleetCounts } from "./FleetCounts";
import { frame } from "./messages";
import { Navigation } from "./Navigation";
import { NoRight } from "./NoRight";
import { closedPage } from "./navigation";
import { PaletteButton, PaletteHost, PaletteIcon } from "./PaletteHost";
import { ReloadBanner } from "./ReloadBanner";
import classes from "./Shell.module.css";
import { Shortcuts } from "./Shortcuts";
import { ThemeMenu } from "./ThemeMenu";
import { VersionChip } from "./VersionChip";

const SignInAgain = lazy(() => import("../accounts/SignInAgain"));

export function Shell() {
  const signedIn = useSession();
  const locked = useSyncExternalStore(session.subscribe, session.isLocked);
  const [menu, { toggle, close }] = useDisclosure(false);

  useEffect(() => {
    if (!signedIn || locked) return;
    connection.open();
    return () => connection.close();
  }, [signedIn, locked]);

  useReturnToDoor(signedIn !== null);
  if (!signedIn) return null;
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 216, breakpoint: "sm", collapsed: { mobile: !menu } }}
      classNames={{ main: classes.main, navbar: classes.panel, header: classes.panel }}
      transitionDuration={120}
    >
      <a href="#content" className={classes.skip}>
        {frame.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="sm" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={menu}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={frame.openNavigation}
            />
            <UnstyledButton component={Link} to="/agents" aria-label={`Muster: ${frame.agents}`}>
              <Logo />
            </UnstyledButton>
            <VersionChip />
          </Group>
          <PaletteButton />
          <Group gap={6} wrap="nowrap">
            <PaletteIcon />
            <FleetCounts />
            <ConnectionChip />
            <AlertBell />
            <ThemeMenu />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <Navigation onFollow={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <FreezeBanner />
        <ConnectionBanner />
        <ReloadBanner />
        <Content />
      </AppShell.Main>
      <PaletteHost />
      <Shortcuts />
      <FreezeHost />
      <AlertHost />
      <WatchHost />
      <RemoteHost />
      {locked && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
    </AppShell>
  );
}

/** The page, or what to do about it when the role does not allow it. */
function Content() {
  const { pathname } = useLocation();
  const me = useMe();
  const { may } = useRights();
  const closed = closedPage(pathname, may);
  if (!closed || !me) return <Outlet />;
  return <NoRight page={closed} hasRole={me.rights.length > 0} />;
}

/** Goes to the sign-in page when the session ends; after an expired session it returns here. */
function useReturnToDoor(signedIn: boolean) {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    if (signedIn) return;
    const here = router.state.location.href;
    const reason = session.ending();
    const search = reason ? { next: here, reason } : {};
    void navigate({ to: "/sign-in", search, replace: true });
  }, [signedIn, navigate, router]);
}

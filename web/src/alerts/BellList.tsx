/** The newest alerts, below the bell: what to do about each, and the way to all. */
import { Box, Group, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Loaded } from "../ui/states";
import { AlertActions, type Bell } from "./AlertActions";
import { SeveritySign } from "./AlertSigns";
import classes from "./BellList.module.css";
import { locationOf } from "./columns";
import { alerts as words } from "./messages";
import type { Alert, BellAlerts } from "./queries";
import { titleOf } from "./title";

interface BellListProps {
  query: UseQueryResult<BellAlerts>;
  onClose: () => void;
  onMenu: (isOpen: boolean) => void;
}

export default function BellList({ query, onClose, onMenu }: BellListProps) {
  const head = useRef<HTMLDivElement>(null);
  const bell: Bell = {
    // The row that had the focus may be gone.
    onDone: () => head.current?.focus(),
    onDialog: onClose,
    onMenu,
  };
  return (
    <Stack gap={0}>
      <Group justify="space-between" px="sm" py="xs" ref={head} tabIndex={-1}>
        <Text fw={600}>{words.bell}</Text>
        <TextLink to="/alerts" size="sm" onClick={onClose}>
          {words.seeAll}
        </TextLink>
      </Group>
      <Loaded query={query}>
        {({ count, newest }) => (
          <>
            {count === 0 && (
              <Text size="sm" c="dimmed" px="sm" pb="sm">
                {words.bellNone}
              </Text>
            )}
            <ul className={classes.list}>
              {newest.map((alert) => (
                <Row key={alert.id} alert={alert} bell={bell} />
              ))}
            </ul>
            {count > newest.length && (
              <Text size="sm" c="dimmed" px="sm" py="xs">
                {words.bellMore(count - newest.length)}
              </Text>
            )}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Row({ alert, bell }: { alert: Alert; bell: Bell }) {
  return (
    <li className={classes.row}>
      <Box miw={0}>
        <TextLink
          to="/alerts/$alertId"
          params={{ alertId: String(alert.id) }}
          size="sm"
          c="var(--mantine-color-text)"
          lineClamp={2}
          onClick={bell.onDialog}
        >
          {titleOf(alert)}
        </TextLink>
        <Text size="xs" c="dimmed" component="div">
          <SeveritySign severity={alert.severity} />
          {" · "}
          {[alert.hostname, locationOf(alert)].filter(Boolean).map((part) => `${part} · `)}
          <Ago time={alert.alert_time} />
        </Text>
      </Box>
      <AlertActions alert={alert} bell={bell} />
    </li>
  );
}

import { Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useRights } from "../session/me";
import { frame } from "./messages";
import { navigation, openTo } from "./navigation";
import classes from "./Shell.module.css";

/** Pages that would only refuse are left out; what they hold is in the role's description. */
export function Navigation({ onFollow }: { onFollow: () => void }) {
  const { may } = useRights();
  return (
    <Stack component="nav" aria-label={frame.navigation} className={classes.pages} gap="md">
      {openTo(navigation, may).map((group) => (
        <div key={group.label}>
          <Text size="xs" fw={600} c="dimmed" px={10} pb={4}>
            {group.label}
          </Text>
          {group.pages.map((page) => (
            <Link key={page.to} to={page.to} className={classes.link} onClick={onFollow}>
              <page.icon size={18} stroke={1.6} />
              {page.label}
            </Link>
          ))}
        </div>
      ))}
    </Stack>
  );
}

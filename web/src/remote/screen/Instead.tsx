/** What is shown where the picture will be, or why there is none. */
import { Group, Loader, Text } from "@mantine/core";
import { IconScreenShareOff } from "@tabler/icons-react";
import { sentence } from "../../texts/texts";
import { Empty } from "../../ui/states";
import type { OpenSession } from "../sessions";
import { usePipe } from "../usePipe";
import { screen as words } from "./messages";
import classes from "./Screen.module.css";

export function Instead({ session }: { session: OpenSession }) {
  const { phase } = usePipe(session.pipe);
  if (phase.is === "open") {
    return (
      <div className={classes.instead}>
        <Group gap="sm" role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">{words.waiting}</Text>
        </Group>
      </div>
    );
  }
  // What else it waits for is said above.
  if (phase.is !== "ended") return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it
    <div className={classes.instead} tabIndex={0}>
      <Empty
        title={words.none}
        hint={sentence(phase.reason)}
        icon={<IconScreenShareOff size={26} stroke={1.5} />}
      />
    </div>
  );
}

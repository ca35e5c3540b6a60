/** One stream of a run as a terminal shows it. New output is followed until somebody scrolls up. */
import { Anchor, Box, Group, Text, Title } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconDownload, IconSearch, IconTextWrap } from "@tabler/icons-react";
import { useState } from "react";
import { plainText } from "../terminal/terminal";
import { formatBytes } from "../texts/format";
import { IconAction } from "../ui/actions";
import { CopyAction } from "../ui/CopyValue";
import { saveFile } from "../ui/saveFile";
import { runs } from "./messages";
import classes from "./OutputPane.module.css";
import { OutputSearch } from "./OutputSearch";
import { OutputText } from "./OutputText";
import { head, SHOWN, tail } from "./output";
import { useFollowing } from "./useFollowing";

interface OutputPaneProps {
  title: string;
  text: string;
  /** Errors are set apart. */
  bad?: boolean;
  done: boolean;
  /** Whether it was still running when it was opened: then its end is shown first. */
  live?: boolean;
  fileName: string;
  /** Not higher than a few lines: one of many. */
  small?: boolean;
}

export function OutputPane({ title, text, bad, done, live, fileName, small }: OutputPaneProps) {
  const [atEnd, setAtEnd] = useState(live ?? false);
  const { frame, content, listeners } = useFollowing(live ?? false, done, text === "");
  const [wraps, setWraps] = useLocalStorage({ key: "muster.output.wrap", defaultValue: true });
  const [searches, setSearches] = useState(false);
  const shown = atEnd ? tail(text) : head(text);
  if (text === "") {
    return (
      <Box>
        <Title order={3} mb={4}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {done ? runs.noOutput : runs.noOutputYet}
        </Text>
      </Box>
    );
  }
  return (
    <Box>
      <Group justify="space-between" mb={4} gap="xs">
        <Title order={3}>{title}</Title>
        <Group gap={2}>
          {searches && (
            <OutputSearch frame={frame} text={shown} onClose={() => setSearches(false)} />
          )}
          <IconAction
            label={runs.searchOutput}
            size="sm"
            aria-pressed={searches}
            onClick={() => setSearches(!searches)}
          >
            <IconSearch size={14} />
          </IconAction>
          <IconAction
            label={runs.wrap}
            size="sm"
            aria-pressed={wraps}
            variant={wraps ? "light" : "subtle"}
            onClick={() => setWraps(!wraps)}
          >
            <IconTextWrap size={14} />
          </IconAction>
          <CopyAction value={() => plainText(text)} />
          <IconAction
            label={runs.download}
            size="sm"
            onClick={() => saveFile(fileName, plainText(text))}
          >
            <IconDownload size={14} />
          </IconAction>
        </Group>
      </Group>
      {shown.length < text.length && (
        <Text size="xs" c="dimmed" mb={4}>
          {atEnd ? runs.onlyEnd(formatBytes(SHOWN)) : runs.onlyBeginning(formatBytes(SHOWN))}{" "}
          <Anchor component="button" type="button" size="xs" onClick={() => setAtEnd(!atEnd)}>
            {atEnd ? runs.showBeginning : runs.showEnd}
          </Anchor>
        </Text>
      )}
      <pre
        ref={frame}
        className={classes.output}
        data-bad={bad || undefined}
        data-wraps={wraps || undefined}
        data-small={small || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it
        tabIndex={0}
        role="log"
        aria-label={title}
        {...listeners}
      >
        <span ref={content} className={classes.content}>
          <OutputText text={shown} />
        </span>
      </pre>
    </Box>
  );
}

/** One stream of a run, as it was printed; follows its end until somebody scrolls up. */
import { Box, Group, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { formatBytes } from "../texts/format";
import { IconAction } from "../ui/actions";
import { CopyIcon } from "../ui/CopyValue";
import { saveFile } from "../ui/saveFile";
import { runs } from "./messages";
import classes from "./OutputPane.module.css";
import { SHOWN, tail } from "./output";

interface OutputPaneProps {
  title: string;
  text: string;
  /** Errors are set apart. */
  bad?: boolean;
  done: boolean;
  fileName: string;
}

export function OutputPane({ title, text, bad = false, done, fileName }: OutputPaneProps) {
  const frame = useRef<HTMLPreElement>(null);
  const following = useRef(true);
  const shown = tail(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what moves the end
  useEffect(() => {
    const pre = frame.current;
    if (pre && following.current) pre.scrollTop = pre.scrollHeight;
  }, [shown]);

  return (
    <Box>
      <Group justify="space-between" mb={4}>
        <Title order={3}>{title}</Title>
        {text !== "" && (
          <Group gap={2}>
            <CopyIcon value={text} />
            <IconAction label={runs.download} size="sm" onClick={() => saveFile(fileName, text)}>
              <IconDownload size={14} />
            </IconAction>
          </Group>
        )}
      </Group>
      {shown.length < text.length && (
        <Text size="xs" c="dimmed" mb={4}>
          {runs.onlyEnd(formatBytes(SHOWN))}
        </Text>
      )}
      {text === "" ? (
        <Text size="sm" c="dimmed">
          {done ? runs.noOutput : runs.noOutputYet}
        </Text>
      ) : (
        <pre
          ref={frame}
          className={classes.output}
          data-bad={bad || undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it
          tabIndex={0}
          role="log"
          aria-label={title}
          onScroll={({ currentTarget: pre }) => {
            following.current = pre.scrollHeight - pre.scrollTop - pre.clientHeight < 24;
          }}
        >
          {shown}
        </pre>
      )}
    </Box>
  );
}

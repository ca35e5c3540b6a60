/** Keys that work on every page, and the sheet that lists them. */
import { Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { OFFERED } from "../remote/kind";
import { KINDS } from "../remote/kinds";
import { remote } from "../remote/messages";
import { useDialog } from "../ui/dialog";
import { useKeySequence } from "../ui/useKeySequence";
import { MOD } from "./keys";
import { frame } from "./messages";
import { pages } from "./navigation";
import { openPalette } from "./PaletteHost";

export function Shortcuts() {
  const dialog = useDialog();
  // Also while somebody types: pages put the cursor into their inputs themselves.
  useHotkeys([["mod+K", openPalette]], [], true);
  useHotkeys([
    ["/", focusSearch],
    ["shift+?", () => dialog.show("shortcuts")],
    ["?", () => dialog.show("shortcuts")],
  ]);
  useGoKeys();
  if (dialog.open?.name !== "shortcuts") return null;
  return (
    <Modal opened onClose={dialog.close} title={frame.shortcuts}>
      <Stack gap={8}>
        <Line keys={[MOD, "K"]} text={frame.shortcutPalette} />
        <Line keys={["/"]} text={frame.shortcutSearch} />
        <Line keys={["?"]} text={frame.shortcutHelp} />
        <Line keys={["Esc"]} text={frame.shortcutClose} />
        {pages.map(
          (page) =>
            page.letter && (
              <Line key={page.to} keys={["g", page.letter]} text={frame.shortcutGo(page.label)} />
            ),
        )}
        <Text size="sm" fw={600} mt="xs">
          {frame.shortcutsOfAgent}
        </Text>
        {OFFERED.map((kind) => (
          <Line key={kind} keys={["c", KINDS[kind].letter]} text={remote.opens[kind]} />
        ))}
      </Stack>
    </Modal>
  );
}

function Line({ keys, text }: { keys: string[]; text: string }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{text}</Text>
      <Group gap={4} wrap="nowrap">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </Group>
    </Group>
  );
}

/** The search of this page; a page without one has the palette. */
function focusSearch() {
  const box = document.querySelector<HTMLInputElement>("input[data-page-search]");
  if (box) {
    box.focus();
    box.select();
  } else {
    openPalette();
  }
}

/** `g` and a letter go to a page. */
function useGoKeys() {
  const navigate = useNavigate();
  useKeySequence("g", (letter) => {
    const page = pages.find((one) => one.letter === letter);
    if (page) void navigate({ to: page.to });
  });
}

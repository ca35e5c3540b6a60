/** Keys that work on every page, and the sheet that lists them. */
import { Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { useDialog } from "../ui/dialog";
import { MOD } from "./keys";
import { frame } from "./messages";
import { pages } from "./navigation";
import { openPalette } from "./PaletteHost";

/** How long `g` waits for its second letter. */
const SECOND_LETTER = 1500;

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
  const since = useRef(0);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const waiting = Date.now() - since.current < SECOND_LETTER;
    since.current = event.key === "g" && !waiting ? Date.now() : 0;
    const page = waiting && pages.find((one) => one.letter === event.key);
    if (page) void navigate({ to: page.to });
  });
  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

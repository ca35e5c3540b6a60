/** Colours, sizes and defaults of every component. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import { ui } from "./messages";

const teal: MantineColorsTuple = [
  "#e4f6f8",
  "#cbebef",
  "#98d8e0",
  "#62c3cf",
  "#38b1c0",
  "#1ba3b3",
  "#0a92a3",
  "#087f8f",
  "#056a78",
  "#03535f",
];

/** Cool greys, so that panels and lines stay quiet on a dark screen. */
const dark: MantineColorsTuple = [
  "#d5dbe1",
  "#b4bcc6",
  "#919ba6",
  "#7d8792",
  "#3b434d",
  "#2d343d",
  "#222830",
  "#181d24",
  "#12161c",
  "#0b0e13",
];

/** Dark enough for white text on it, and for itself as text on white; its palest carry quiet text. */
const red: MantineColorsTuple = [
  "#fdecec",
  "#fde3e3",
  "#f2a6a9",
  "#ea767b",
  "#e24d54",
  "#dc363e",
  "#d1343b",
  "#c4242b",
  "#a81c22",
  "#8a1419",
];

export const theme = createTheme({
  primaryColor: "teal",
  primaryShade: { light: 7, dark: 7 },
  colors: { teal, red, dark },
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.375rem", lineHeight: "1.3" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.4" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" },
    },
  },
  defaultRadius: "md",
  cursorType: "pointer",
  components: {
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, multiline: true, maw: 320 } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": ui.close } } },
    Modal: {
      defaultProps: {
        centered: false,
        yOffset: "8vh",
        overlayProps: { blur: 1 },
        closeButtonProps: { "aria-label": ui.close },
      },
      styles: { title: { fontWeight: 600, fontSize: "1.0625rem" } },
    },
    Anchor: { defaultProps: { underline: "hover" } },
    // In the colour of the notice, titles of yellow ones could not be read.
    Alert: { styles: { title: { color: "var(--mantine-color-text)" } } },
    // The first item gets the focus: a placeholder for it would not be an item for screen readers.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // A list is rendered only while it is open: two hundred sites in a closed one are half of a page's elements.
    Combobox: { defaultProps: { keepMounted: false } },
    // Enter takes the first match, except where any text is allowed: there it would replace what was typed.
    Select: { defaultProps: { selectFirstOptionOnChange: true } },
    MultiSelect: { defaultProps: { selectFirstOptionOnChange: true } },
    Table: { defaultProps: { verticalSpacing: 7, horizontalSpacing: "sm" } },
  },
});

/**
 * What something is, in colour. Each is dark enough on its surface to be read
 * as text (4.5 to 1), in both themes.
 */
const LIGHT = {
  good: "#17703a",
  bad: "#c4242b",
  warning: "#8f5b00",
  info: "#0b62b8",
  maintenance: "#7443c4",
  quiet: "#5a6470",
};
const DARK = {
  good: "#4cc26b",
  bad: "#ff7b72",
  warning: "#e0a534",
  info: "#69b1ff",
  maintenance: "#c09bff",
  quiet: "#98a2ad",
};

export type Tone = keyof typeof LIGHT;

export const toneColor = (tone: Tone) => `var(--tone-${tone})`;

function tones(colors: Record<Tone, string>) {
  return Object.fromEntries(
    Object.entries(colors).map(([tone, color]) => [`--tone-${tone}`, color]),
  );
}

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...tones(LIGHT),
    "--canvas": "#f5f7f9",
    "--surface": "#ffffff",
    "--surface-raised": "#f0f3f6",
    "--line": "#dce1e6",
    "--row-hover": "#f2f6f8",
    "--mantine-color-dimmed": "#5a6470",
    "--mantine-color-placeholder": "#5f6873",
    "--mantine-color-body": "#ffffff",
    "--mantine-color-anchor": "#056a78",
    "--mantine-color-error": "#c4242b",
  },
  dark: {
    ...tones(DARK),
    "--canvas": "#0f1318",
    "--surface": "#181d24",
    "--surface-raised": "#222830",
    "--line": "#2d343d",
    "--row-hover": "#1e252d",
    "--mantine-color-dimmed": "#98a2ad",
    "--mantine-color-placeholder": "#87919c",
    "--mantine-color-body": "#181d24",
    "--mantine-color-anchor": "#62c3cf",
    "--mantine-color-error": "#ff7b72",
  },
});

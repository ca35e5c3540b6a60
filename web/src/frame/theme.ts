/** Light, dark, or as the system: kept where `public/theme.js` finds it before the first paint. */
import { localStorageColorSchemeManager } from "@mantine/core";

export const themeManager = localStorageColorSchemeManager({ key: "muster.theme" });

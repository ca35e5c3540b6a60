/** Which of several monitors is shown. */
import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconDeviceDesktop } from "@tabler/icons-react";
import { formatNumber } from "../../texts/format";
import type { Monitor } from "./geometry";
import { screen as words } from "./messages";
import type { ScreenState } from "./useScreen";

export function MonitorMenu({ screen }: { screen: ScreenState }) {
  const { feed, isOpen, status } = screen;
  const monitors = status.layout?.monitors ?? [];
  if (monitors.length < 2) return null;
  const shown = status.monitor === null ? words.allMonitors : formatNumber(status.monitor + 1);
  const choose = (value: string) => feed.showMonitor(value === "all" ? null : Number(value));
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`${words.monitors}: ${shown}`}
          disabled={!isOpen}
          leftSection={<IconDeviceDesktop size={16} />}
          rightSection={<IconChevronDown size={12} />}
        >
          {shown}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={String(status.monitor ?? "all")} onChange={choose}>
          <Menu.RadioItem value="all" closeMenuOnClick>
            {words.allMonitors}
          </Menu.RadioItem>
          {monitors.map((monitor) => (
            <Menu.RadioItem key={monitor.index} value={String(monitor.index)} closeMenuOnClick>
              {nameOf(monitor)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

function nameOf({ index, name, primary, width, height }: Monitor): string {
  const size = words.size(formatNumber(width), formatNumber(height));
  const text = words.monitor(index + 1, name, size);
  return primary ? `${text} (${words.primary})` : text;
}

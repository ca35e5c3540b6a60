/** How large the picture is. */
import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconRefresh, IconZoom } from "@tabler/icons-react";
import { formatNumber } from "../../texts/format";
import { ActionItem } from "../../ui/actions";
import { screen as words } from "./messages";
import type { ScreenState } from "./useScreen";
import { ZOOMS, type Zoom } from "./view";

export function ViewMenu({ screen }: { screen: ScreenState }) {
  const { zoom, setZoom, feed, isOpen } = screen;
  const choose = (value: string) => setZoom(value === "fit" ? "fit" : Number(value));
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`${words.view}: ${shortName(zoom)}`}
          leftSection={<IconZoom size={16} />}
          rightSection={<IconChevronDown size={12} />}
        >
          {shortName(zoom)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={String(zoom)} onChange={choose}>
          <Menu.RadioItem value="fit" closeMenuOnClick>
            {words.fitLong}
          </Menu.RadioItem>
          {ZOOMS.map((value) => (
            <Menu.RadioItem key={value} value={String(value)} closeMenuOnClick>
              {value === 1 ? words.actualLong : percent(value)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <ActionItem
          leftSection={<IconRefresh size={14} />}
          blocked={isOpen ? undefined : words.notOpen}
          onClick={() => feed.refresh()}
        >
          {words.refresh}
        </ActionItem>
      </Menu.Dropdown>
    </Menu>
  );
}

const percent = (value: number) => words.percent(formatNumber(Math.round(value * 100)));

function shortName(zoom: Zoom): string {
  if (zoom === "fit") return words.fit;
  return zoom === 1 ? words.actual : percent(zoom);
}

import { Menu, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { IconAction } from "../ui/actions";
import { frame } from "./messages";

const CHOICES = [
  { value: "light", label: frame.themeLight, icon: IconSun },
  { value: "dark", label: frame.themeDark, icon: IconMoon },
  { value: "auto", label: frame.themeSystem, icon: IconDeviceDesktop },
] as const;

export function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme("light");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconAction label={frame.theme} size="lg">
          {shown === "dark" ? <IconMoon size={18} /> : <IconSun size={18} />}
        </IconAction>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map((choice) => (
          <Menu.Item
            key={choice.value}
            leftSection={<choice.icon size={16} />}
            rightSection={colorScheme === choice.value && <IconCheck size={14} />}
            onClick={() => setColorScheme(choice.value)}
          >
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

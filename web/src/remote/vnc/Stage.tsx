/** Where VNC is drawn, or why it is not. */
import { Button, Group, Loader, Text } from "@mantine/core";
import { IconScreenShareOff } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { sentence } from "../../texts/texts";
import { Empty } from "../../ui/states";
import { leaves } from "../screen/keys";
import screenClasses from "../screen/Screen.module.css";
import { usePipe } from "../usePipe";
import { vnc as words } from "./messages";
import { inNames, targetName } from "./target";
import type { VncPanelState } from "./useVnc";
import classes from "./Vnc.module.css";

export function Stage({ vnc }: { vnc: VncPanelState }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    vnc.element.className = classes.picture ?? "";
    place.current?.append(vnc.element);
    return () => vnc.element.remove();
  }, [vnc.element]);
  useKeyboard(vnc);
  return (
    <div className={screenClasses.place}>
      <div ref={place} className={classes.stage} data-captured={vnc.isCaptured} />
      <Instead vnc={vnc} />
    </div>
  );
}

/** noVNC takes every key while its picture has the focus: there is one combination that leaves. */
function useKeyboard({ element, setCaptured, leaveKeyboard }: VncPanelState) {
  const capture = useEffectEvent((isCaptured: boolean) => setCaptured(isCaptured));
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (!leaves(event)) return;
    event.preventDefault();
    event.stopPropagation();
    leaveKeyboard();
  });
  useEffect(() => {
    const detach = new AbortController();
    const { signal } = detach;
    element.addEventListener("focusin", () => capture(true), { signal });
    element.addEventListener("focusout", () => capture(false), { signal });
    // Before noVNC has the key.
    element.addEventListener("keydown", (event) => leave(event), { signal, capture: true });
    return () => detach.abort();
  }, [element]);
}

/** What the session as a whole waits for is said above. */
function Instead({ vnc }: { vnc: VncPanelState }) {
  const { session, state, feed } = vnc;
  const { phase } = usePipe(session.pipe);
  if (phase.is !== "open") return null;
  if (state.is === "dialling") {
    return (
      <div className={screenClasses.instead}>
        <Group gap="sm" role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">{words.dialling(targetName(session))}</Text>
        </Group>
      </div>
    );
  }
  if (state.is !== "closed") return null;
  return (
    <div className={screenClasses.instead} role="status">
      <Empty
        title={words.none}
        hint={inNames(sentence(state.reason), session)}
        icon={<IconScreenShareOff size={26} stroke={1.5} />}
      >
        <Button size="compact-sm" onClick={() => feed.connect()}>
          {words.again}
        </Button>
      </Empty>
    </div>
  );
}

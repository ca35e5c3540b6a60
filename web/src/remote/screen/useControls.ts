/** Connects mouse, fingers and keyboard with the computer, as long as they are its own. */
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { sendSilently, writeText } from "./clipboard";
import type { Point } from "./geometry";
import { KeyboardField } from "./keyboardField";
import { PointerArea } from "./pointerArea";
import type { ScreenState } from "./useScreen";
import { pixelBelow, type View, withinZoom, zoomOf } from "./view";

interface Controlled {
  screen: ScreenState;
  view: View | null;
  ratio: number;
  /** What scrolls, when the picture is larger than its room. */
  place: RefObject<HTMLElement | null>;
  sheet: RefObject<HTMLElement | null>;
  onHover: (isAbove: boolean) => void;
}

export function useControls(controlled: Controlled) {
  usePointer(controlled);
  useKeyboard(controlled.screen);
  useSharedClipboard(controlled.screen);
}

function usePointer({ screen, view, ratio, place, sheet, onHover }: Controlled) {
  const { feed, mayDrive } = screen;
  const below = useEffectEvent((point: Point) => {
    const corner = sheet.current?.getBoundingClientRect() ?? { x: 0, y: 0 };
    return view ? pixelBelow(view, corner, point) : { x: 0, y: 0 };
  });
  const zoom = useEffectEvent((factor: number, right: number, down: number) => {
    if (view) screen.setZoom(withinZoom(zoomOf(view, ratio) * factor));
    place.current?.scrollBy(-right, -down);
  });
  const press = useEffectEvent(screen.focusKeyboard);
  const hover = useEffectEvent(onHover);
  useEffect(() => {
    const element = sheet.current;
    if (!element || !mayDrive) return;
    const area = new PointerArea(element, {
      mayDrive: () => feed.mayDrive(),
      send: (inputs) => feed.send(inputs),
      pixelBelow: (point) => below(point),
      onPressed: () => press(),
      onHover: (isAbove) => hover(isAbove),
      onZoom: (factor, right, down) => zoom(factor, right, down),
    });
    return () => area.detach();
  }, [feed, mayDrive, sheet]);
}

function useKeyboard(screen: ScreenState) {
  const { feed, mayDrive, keyboard, isShown, options } = screen;
  const field = useRef<KeyboardField>(null);
  const capture = useEffectEvent((isCaptured: boolean) => {
    screen.setCaptured(isCaptured);
    // What was copied elsewhere meanwhile.
    if (isCaptured && screen.options.sharesClipboard) void sendSilently(feed);
  });
  const leave = useEffectEvent(() => screen.leaveKeyboard());
  const shares = useEffectEvent(() => screen.options.sharesClipboard);
  useEffect(() => {
    if (!keyboard.current || !mayDrive || !isShown) return;
    const made = new KeyboardField(keyboard.current, {
      send: (inputs) => feed.send(inputs),
      onCaptured: (isCaptured) => capture(isCaptured),
      onLeave: () => leave(),
      sharesClipboard: () => shares(),
      onPaste: (text) => {
        if (!feed.hasClipboard(text)) feed.sendClipboard(text);
      },
    });
    field.current = made;
    return () => made.detach();
  }, [feed, mayDrive, isShown, keyboard]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field begins with the usual mode
  useEffect(() => field.current?.setMode(options.mode), [options.mode, mayDrive, isShown]);
}

/** What is copied on the computer comes into the viewer's clipboard by itself, if that was chosen. */
function useSharedClipboard({ status, options, isShown, mayDrive }: ScreenState) {
  const { remoteText } = status;
  const isWanted = options.sharesClipboard && isShown && mayDrive;
  const take = useEffectEvent((text: string) => {
    // Where the browser wants a click first, the menu has the text.
    if (isWanted) void writeText(text);
  });
  useEffect(() => {
    if (remoteText !== null) take(remoteText);
  }, [remoteText]);
}

/** How a piece of output looks, as `ESC [ … m` sets it. */

/** One of the 256 numbered colours, or red, green and blue. */
export type Color = number | readonly [red: number, green: number, blue: number];

export interface Style {
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strike?: boolean;
  /** Text and ground are exchanged. */
  inverse?: boolean;
  text?: Color;
  ground?: Color;
}

/** The style after a sequence of numbers; `null` is how everything looks at first. */
export function restyled(style: Style | null, params: string): Style | null {
  const groups = params.split(";").map((group) => group.split(":").map(numberOf));
  let next: Style = { ...style };
  for (let at = 0; at < groups.length; at += 1) {
    const group = groups[at] ?? [];
    const code = group[0] ?? 0;
    if (code === 38 || code === 48) {
      const { color, used } = group.length > 1 ? inColons(group) : inSemicolons(groups, at);
      at += used;
      if (color !== undefined) next = { ...next, [code === 38 ? "text" : "ground"]: color };
    } else {
      next = withCode(next, code);
    }
  }
  return Object.keys(next).length === 0 ? null : next;
}

export function isSameStyle(one: Style | null, other: Style | null): boolean {
  if (one === other) return true;
  if (one === null || other === null) return false;
  return (
    isSameColor(one.text, other.text) &&
    isSameColor(one.ground, other.ground) &&
    one.bold === other.bold &&
    one.italic === other.italic &&
    one.underline === other.underline &&
    one.strike === other.strike &&
    one.inverse === other.inverse
  );
}

function isSameColor(one: Color | undefined, other: Color | undefined): boolean {
  return one === other || (typeof one === "object" && String(one) === String(other));
}

export const keyOf = (style: Style): string =>
  `${style.bold}|${style.italic}|${style.underline}|${style.strike}|${style.inverse}|${style.text}|${style.ground}`;

/** An empty parameter means 0; one that is not a small number is unknown. */
function numberOf(text: string): number {
  if (text === "") return 0;
  return /^\d{1,5}$/.test(text) ? Number(text) : -1;
}

const ON: Record<number, Partial<Style>> = {
  1: { bold: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { strike: true },
  21: { underline: true },
};
const OFF: Record<number, (keyof Style)[]> = {
  22: ["bold"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  29: ["strike"],
  39: ["text"],
  49: ["ground"],
};

function withCode(style: Style, code: number): Style {
  if (code === 0) return {};
  const on = ON[code];
  if (on) return { ...style, ...on };
  const off = OFF[code];
  if (off) {
    const rest = Object.entries(style).filter(([name]) => !off.includes(name as keyof Style));
    return Object.fromEntries(rest);
  }
  if (code >= 30 && code <= 37) return { ...style, text: code - 30 };
  if (code >= 90 && code <= 97) return { ...style, text: code - 82 };
  if (code >= 40 && code <= 47) return { ...style, ground: code - 40 };
  if (code >= 100 && code <= 107) return { ...style, ground: code - 92 };
  return style;
}

interface Read {
  color: Color | undefined;
  /** Groups that belonged to it, beside the first. */
  used: number;
}

/** `38;5;n` and `38;2;r;g;b`. */
function inSemicolons(groups: number[][], at: number): Read {
  const [kind, ...values] = groups.slice(at + 1, at + 5).map((group) => group[0] ?? 0);
  if (kind === 5) return { color: numbered(values[0]), used: 2 };
  if (kind === 2) return { color: mixed(values), used: 4 };
  return { color: undefined, used: 0 };
}

/** `38:5:n`, `38:2:r:g:b` and `38:2:space:r:g:b`. */
function inColons([, kind, ...values]: number[]): Read {
  if (kind === 5) return { color: numbered(values[0]), used: 0 };
  return { color: kind === 2 ? mixed(values.slice(-3)) : undefined, used: 0 };
}

const isByte = (value: number | undefined): value is number =>
  value !== undefined && value >= 0 && value <= 255;

const numbered = (value: number | undefined): Color | undefined =>
  isByte(value) ? value : undefined;

function mixed([red, green, blue]: number[]): Color | undefined {
  return isByte(red) && isByte(green) && isByte(blue) ? [red, green, blue] : undefined;
}

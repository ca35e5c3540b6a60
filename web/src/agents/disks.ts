/** The disks an agent reports. */
import type { Schema } from "../api/client";

export interface Disk {
  device: string;
  fstype: string;
  total: number;
  used: number;
  percent: number;
}

/** The numbers behind the bars; a disk without a size is left out. */
export function disksOf(reported: Schema<"ShownDisk">[]): Disk[] {
  return reported
    .filter((disk) => disk.total_bytes > 0)
    .map(({ device, fstype, total_bytes: total, used_bytes: used, percent }) => ({
      device,
      fstype,
      total,
      used,
      percent,
    }));
}

/** Full is red from 95 %, yellow from 80 %. */
export function fillTone(percent: number): string {
  if (percent >= 95) return "var(--tone-bad)";
  return percent >= 80 ? "var(--tone-warning)" : "var(--mantine-color-teal-6)";
}

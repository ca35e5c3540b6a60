/** The disks an agent reports. */

export interface Disk {
  device: string;
  fstype: string;
  total: number;
  used: number;
  percent: number;
}

/** What agents of any age have sent; what makes no sense is left out. */
export function disksOf(reported: object[]): Disk[] {
  return (reported as Partial<Disk>[])
    .filter((disk) => disk.device !== undefined && Number(disk.total) > 0)
    .map((disk) => ({
      device: String(disk.device),
      fstype: String(disk.fstype ?? ""),
      total: Number(disk.total),
      used: Number(disk.used),
      percent: Number(disk.percent),
    }));
}

/** Full is red from 95 %, yellow from 80 %. */
export function fillTone(percent: number): string {
  if (percent >= 95) return "var(--tone-bad)";
  return percent >= 80 ? "var(--tone-warning)" : "var(--mantine-color-teal-6)";
}

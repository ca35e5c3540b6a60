import { expect, test } from "vitest";
import type { Schema } from "../api/client";
import { disksOf } from "./disks";

function disk(device: string, total_bytes: number): Schema<"ShownDisk"> {
  const texts = { total: "2.0 KB", used: "1.0 KB", free: "1.0 KB" };
  const numbers = { total_bytes, used_bytes: 1024, free_bytes: 1024, percent: 50 };
  return { device, source: "/dev/sda1", fstype: "ext4", ...texts, ...numbers };
}

test("disks are drawn from their bytes, and one without a size is left out", () => {
  expect(disksOf([disk("/", 2048), disk("/proc", 0)])).toEqual([
    { device: "/", fstype: "ext4", total: 2048, used: 1024, percent: 50 },
  ]);
});

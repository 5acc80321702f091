import { expect, it } from "vitest";
import { LatencyHistogram } from "../src/stream/latency-histogram.ts";

it("tells percentiles to within three percent", () => {
  const histogram = new LatencyHistogram();
  for (let ms = 1; ms <= 1000; ms += 1) histogram.add(ms * 1000);
  for (const share of [0.5, 0.99, 1]) {
    const expected = share * 1000;
    const found = histogram.percentileMs(share);
    expect(Math.abs(found - expected) / expected).toBeLessThan(0.03);
  }
});

it("knows no percentile of nothing", () => {
  const histogram = new LatencyHistogram();
  histogram.add(5);
  histogram.clear();
  expect(histogram.count).toBe(0);
  expect(histogram.percentileMs(0.5)).toBeNaN();
});

import type { TimelinePoint } from "../api.js";

/** So many are kept at most, so that half of them can be given. */
const KEPT_POINTS = 4_000;

/** Tokens over offsets, thinned out as they come: neighbours share a point, which has the most of them. */
export class Chart {
  #points: TimelinePoint[] = [];
  /** Offsets that share a point. */
  #stride = 1;

  add(point: TimelinePoint): void {
    const last = this.#points.at(-1);
    if (last !== undefined && this.#isShared(last, point)) {
      this.#points[this.#points.length - 1] = higher(last, point);
      return;
    }
    this.#points.push(point);
    if (this.#points.length <= KEPT_POINTS) return;
    this.#stride *= 2;
    this.#points = merged(this.#points, (one, other) => this.#isShared(one, other));
  }

  /** At most half of `KEPT_POINTS`. */
  points(): readonly TimelinePoint[] {
    if (this.#points.length <= KEPT_POINTS / 2) return this.#points;
    return merged(this.#points, (one, other) => {
      return bucket(one, this.#stride * 2) === bucket(other, this.#stride * 2);
    });
  }

  #isShared(one: TimelinePoint, other: TimelinePoint): boolean {
    return bucket(one, this.#stride) === bucket(other, this.#stride);
  }
}

function bucket({ offset }: TimelinePoint, stride: number): number {
  return Math.floor(offset / stride);
}

function higher(one: TimelinePoint, other: TimelinePoint): TimelinePoint {
  return other.tokens >= one.tokens ? other : one;
}

function merged(
  points: readonly TimelinePoint[],
  isShared: (one: TimelinePoint, other: TimelinePoint) => boolean,
): TimelinePoint[] {
  const left: TimelinePoint[] = [];
  for (const point of points) {
    const last = left.at(-1);
    if (last !== undefined && isShared(last, point)) left[left.length - 1] = higher(last, point);
    else left.push(point);
  }
  return left;
}

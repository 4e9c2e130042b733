import { describe, expect, test } from "vitest";
import { LatestLoader } from "../../../src/ui/page/latest.js";

/** Loads that end when a test says so. */
class Loads {
  readonly started: string[] = [];
  readonly #ends = new Map<string, PromiseWithResolvers<string>>();
  readonly loader = new LatestLoader<string>(() => undefined);

  want(key: string): void {
    this.loader.want({ key, load: () => this.#load(key) });
  }

  prefetch(key: string): Promise<void> {
    return this.loader.prefetch({ key, load: () => this.#load(key) });
  }

  async end(key: string): Promise<void> {
    this.#ends.get(key)?.resolve(`value of ${key}`);
    await settled();
  }

  async fail(key: string): Promise<void> {
    this.#ends.get(key)?.reject(new RangeError(key));
    await settled();
  }

  #load(key: string): Promise<string> {
    this.started.push(key);
    const end = withResolvers<string>();
    this.#ends.set(key, end);
    return end.promise;
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

interface PromiseWithResolvers<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: Error) => void;
}

function withResolvers<Value>(): PromiseWithResolvers<Value> {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((keep, refuse) => {
    resolve = keep;
    reject = refuse;
  });
  return { promise, resolve, reject };
}

describe("while a reader scrubs", () => {
  test("one request is under way, and only the newest wish waits for its end", async () => {
    const loads = new Loads();
    for (const key of ["1", "2", "3", "4"]) loads.want(key);
    expect(loads.started).toEqual(["1"]);
    await loads.end("1");
    expect(loads.started).toEqual(["1", "4"]);
  });

  test("what arrives on the way is shown until the newest is there", async () => {
    const loads = new Loads();
    loads.want("1");
    loads.want("2");
    await loads.end("1");
    expect(loads.loader.latest).toMatchObject({ key: "1", isLoading: true });
    await loads.end("2");
    expect(loads.loader.latest).toEqual({
      ...{ key: "2", value: "value of 2", problem: null, isLoading: false },
    });
  });

  test("a wish that is taken back is not loaded", async () => {
    const loads = new Loads();
    loads.want("1");
    loads.want("2");
    loads.want("1");
    await loads.end("1");
    expect(loads.started).toEqual(["1"]);
  });

  test("what was loaded before is shown at once", async () => {
    const loads = new Loads();
    loads.want("1");
    await loads.end("1");
    void loads.prefetch("2");
    await loads.end("2");
    loads.want("2");
    expect(loads.started).toEqual(["1", "2"]);
    expect(loads.loader.latest).toMatchObject({ key: "2", isLoading: false });
  });
});

test("a failure is told, and ends with the next value", async () => {
  const loads = new Loads();
  loads.want("1");
  await loads.fail("1");
  expect(loads.loader.latest.problem).toEqual(new RangeError("1"));
  loads.want("2");
  await loads.end("2");
  expect(loads.loader.latest.problem).toBeNull();
});

test("a prefetch that fails is no problem of what is shown", async () => {
  const loads = new Loads();
  loads.want("1");
  await loads.end("1");
  void loads.prefetch("2");
  await loads.fail("2");
  expect(loads.loader.latest).toMatchObject({ key: "1", problem: null });
});

test("no more than a few values are kept", async () => {
  const loads = new Loads();
  const keys = Array.from({ length: 100 }, (_, index) => String(index));
  for (const key of keys) {
    loads.want(key);
    await loads.end(key);
  }
  loads.want("0");
  expect(loads.started.filter((key) => key === "0")).toHaveLength(2);
});

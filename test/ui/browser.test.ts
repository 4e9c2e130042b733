import { expect, test } from "vitest";
import { accessibilityFaults } from "./accessibility.js";
import { describeInBrowser, openPage } from "./browser.js";

/** Free of the policy of a page that was there before. */
const EMPTY = "about:blank";

describeInBrowser("a page in the tests' browser", () => {
  test("reports a dialog, an error, a request to elsewhere and what a policy refused", async () => {
    await using watched = await openPage("https://refold.invalid/");
    const { page, surprises } = watched;
    await page.goto(EMPTY);
    await page.setContent("<title>Quiet</title><p>text</p>");
    expect(await page.title()).toBe("Quiet");
    expect(surprises).toEqual([]);
    await page.setContent(`<meta http-equiv="Content-Security-Policy" content="img-src 'none'">
      <script>alert("hello"); setTimeout(() => { throw new Error("thrown") });</script>
      <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
      <link rel="stylesheet" href="http://127.0.0.1:9/outside.css">`);
    await expect.poll(() => surprises.join("\n")).toContain("error: thrown");
    await expect.poll(() => surprises.join("\n")).toContain("Content Security Policy");
    expect(surprises).toContain("dialog: hello");
    expect(surprises).toContain("request: http://127.0.0.1:9/outside.css");
  });

  test("is checked for names and contrast", async () => {
    await using watched = await openPage("https://refold.invalid/");
    await watched.page.goto(EMPTY);
    await watched.page.setContent(`<html lang="en"><title>Faults</title><main><h1>Faults</h1>
      <button></button><p style="color:#aaa;background:#fff">pale</p></main></html>`);
    const faults = await accessibilityFaults(watched.page);
    expect(faults.map((fault) => fault.split(":")[0])).toEqual(["button-name", "color-contrast"]);
  });
});

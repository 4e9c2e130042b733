import { inject } from "vitest";

/** Of the superuser of the server that the files of a run share (offer-server.ts). */
export const postgresUrl = await askedFor();

async function askedFor(): Promise<string> {
  const answer = await fetch(inject("postgresOffer"));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

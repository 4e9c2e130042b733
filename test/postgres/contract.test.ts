import { describe, test } from "vitest";
import { storeContract } from "../../src/testing/store-contract/store-contract.js";
import { newSchema, newStore, openSchema, query, useServer } from "./schemas.js";

useServer();

describe("postgresStore on a server", () => {
  for (const { name, run } of storeContract(newStore, { openFailing })) test(name, run);
});

/** The server's disk is full at one batch: after its head was moved, before it is committed. */
async function openFailing(write: number) {
  const schema = await newSchema();
  await query(`
    create sequence ${schema}.written;
    create function ${schema}.fail_once() returns trigger language plpgsql as $body$ begin
      if nextval('${schema}.written') = ${write} then
        raise exception 'could not extend file: no space left on device' using errcode = '53100';
      end if;
      return new;
    end $body$;
    create trigger fails_once after insert on ${schema}.batch
      for each row execute function ${schema}.fail_once()`);
  return openSchema(schema);
}

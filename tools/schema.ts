import { writeFileSync } from "node:fs";
import { eventSchemaText } from "./event-schema.js";

/** Writes docs/event.schema.json anew: `npm run schema`, from the repository's root. */
writeFileSync("docs/event.schema.json", eventSchemaText());

import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isRefoldError } from "../../errors.js";
import { storeClosed } from "../errors.js";
import type { PostgresAccess, Row, SqlValue } from "./access.js";
import { databaseError, mayTryAgain } from "./failures.js";
import { checkVersion, type SchemaOptions } from "./schema.js";

/** After a lost connection: a server that starts again, or its stand-in, takes a moment. */
const pausesMs = [20, 100, 400, 1_500];

export interface Question {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  /** Of one that is asked often. */
  readonly name?: string;
  readonly doing: string;
  readonly needs: string;
}

/** How a function is called. */
type Call = Pick<Question, "sql" | "name" | "needs">;

/** Asks the database of one store: typed failures, and another try where the connection was lost. */
export class Database {
  /** The schema as it stands in SQL. */
  readonly schema: string;
  /** What messages call it. */
  readonly name: string;
  readonly #access: PostgresAccess;
  readonly #options: SchemaOptions;
  readonly #statements = new Map<string, Call>();
  #isChecked: Promise<void> | undefined;
  #isClosed = false;
  #hasAnswered = false;

  constructor(access: PostgresAccess, options: SchemaOptions & { readonly schema: string }) {
    this.#access = access;
    this.#options = options;
    this.schema = `"${options.schema}"`;
    this.name = options.name ?? `schema ${options.schema}`;
  }

  /** Calls a function of the schema. Each may be called twice: after a lost connection it is. */
  async call(name: string, params: readonly SqlValue[], doing: string): Promise<readonly Row[]> {
    return this.insist(() => this.callOnce(name, params, doing));
  }

  /** The same without another try. */
  async callOnce(
    name: string,
    params: readonly SqlValue[],
    doing: string,
  ): Promise<readonly Row[]> {
    const statement = this.#statements.get(name) ?? this.#callOf(name, params.length);
    this.#statements.set(name, statement);
    return this.#ask({ ...statement, params, doing });
  }

  /** Poolers hand connections on with what was prepared there: the name is that of these very words only. */
  #callOf(name: string, count: number): Call {
    const places = Array.from({ length: count }, (_, index) => `$${index + 1}`).join(", ");
    const sql = `select * from ${this.schema}.${name}(${places})`;
    const digest = createHash("sha256").update(sql).digest("hex").slice(0, 24);
    return {
      sql,
      name: `refold_${name}_${digest}`,
      needs: `execute on function ${this.schema}.${name}`,
    };
  }

  /** Reads tables of the schema, which stand in the SQL as `{batch}`. */
  async read(sql: string, params: readonly SqlValue[], doing = "reading"): Promise<readonly Row[]> {
    const tables = new Set<string>();
    const named = sql.replace(/\{(\w+)\}/g, (_, table: string) => {
      tables.add(`${this.schema}.${table}`);
      return `${this.schema}.${table}`;
    });
    const needs = `select on ${[...tables].join(", ")}`;
    return this.insist(() => this.#ask({ sql: named, params, doing, needs }));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  checkOpen(): void {
    if (this.#isClosed) throw storeClosed();
  }

  close(): void {
    this.#isClosed = true;
  }

  async #ask({ sql, params, doing, needs, name }: Question): Promise<readonly Row[]> {
    await this.#checkVersion();
    try {
      const { rows } = await this.#access.query(sql, params, name);
      this.#hasAnswered = true;
      return rows;
    } catch (error) {
      throw databaseError({ database: this.name, doing, needs }, error);
    }
  }

  /** Asks again, after a while, where the connection was lost, or a server that answered starts again. */
  async insist<T>(ask: () => Promise<T>): Promise<T> {
    for (const pauseMs of pausesMs) {
      try {
        return await ask();
      } catch (error) {
        const isAway = this.#hasAnswered && isRefoldError(error, "database-unreachable");
        if (!mayTryAgain(error) && !isAway) throw error;
        await delay(pauseMs);
      }
    }
    return ask();
  }

  /** Once for a store; what failed is tried again by the next statement. */
  async #checkVersion(): Promise<void> {
    this.#isChecked ??= checkVersion(this.#access, this.#options);
    try {
      await this.#isChecked;
    } catch (error) {
      this.#isChecked = undefined;
      throw error;
    }
  }
}

/** The package has no types of its own. */
declare module "pgpass" {
  interface Connection {
    readonly host: string;
    readonly port: number;
    readonly database?: string;
    readonly user?: string;
  }
  function findPassword(
    connection: Connection,
    found: (password: string | undefined) => void,
  ): void;
  export = findPassword;
}

/** The version in the package's own manifest: the nearest one above this file. */
export declare function packageVersion(): string;

/** Names that are spelled most like another one, nearest first; those that are nothing like it not. */
export declare function nearestNames(name: string, known: Iterable<string>, most?: number): readonly string[];
/** All names, those that are spelled most like another one first. Case counts for nothing. */
export declare function rankNames(name: string, known: Iterable<string>): readonly string[];

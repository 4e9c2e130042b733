import { type ContractChapter } from "./contract-case.js";
export declare const reading: ContractChapter;
export declare const following: ContractChapter;
export declare const blobs: ContractChapter;

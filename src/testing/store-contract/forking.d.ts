import { type ContractChapter } from "./contract-case.js";
export declare const forking: ContractChapter;

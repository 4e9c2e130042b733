import { memoryStore } from "../../src/store/memory.js";
import { testReplayThroughForks } from "./fork-replay-tests.js";

testReplayThroughForks(memoryStore, 50);

// Texts of the user's turns that are put in where an API refuses a conversation without them.

/** Stands before a conversation that begins with the model. */
export const GOES_ON = "[the conversation goes on]";

/** Stands behind a conversation that ends with the model, or is empty. */
export const CONTINUE = "Continue.";

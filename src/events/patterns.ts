/** The forms of short texts. They stand apart so that checking them loads no schema. */
export const ULID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
export const BLOB_HASH_PATTERN = /^sha256-[0-9a-f]{64}$/;
export const TIMESTAMP_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
export const LINE_SUM_PATTERN = /^[0-9a-f]{8}$/;

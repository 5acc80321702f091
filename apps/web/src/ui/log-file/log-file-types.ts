/** What a picker of log files offers. */
export const LOG_FILE_TYPES =
  ".jsonl,.ndjson,application/jsonl,application/x-ndjson";

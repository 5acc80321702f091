/** Judges by the name of a field whether its value is a secret, in any case and spelling. */

/**
 * `secret`: the value is one. `secret_text`: text in it is one, numbers are counts (`tokens`). `plain`: anything else.
 */
export type KeySensitivity = "secret" | "secret_text" | "plain";

const SECRET_PARTS = [
  "apikey",
  "accesskey",
  "privatekey",
  "authorization",
  "password",
  "passwd",
  "passphrase",
  "secret",
  "credential",
];
const SECRET_NAMES = new Set(["bearer", "cookie", "setcookie"]);

/** With one of these, even a single token is a number of them or a fact about it. */
const COUNT_WORD =
  /^(?:input|output|prompt|completion|max|maximum|min|minimum|total|count|counts|limit|limits|usage|used|budget|price|cost|num)$/;
const FACT_WORD = /^(?:type|url|uri|endpoint|expiry|expires|expiration|ttl)$/;
/** With one of these, several tokens are a number of them. */
const MANY_WORD =
  /^(?:cache|cached|reasoning|thinking|context|window|estimated|remaining|per|billed|text|audio|image)$/;
/** The same in a name without any sign of where its words end. */
const COUNT_NAME =
  /^(?:n|max|min|total|input|output|prompt|completion|reasoning|thinking|cached?|cacheread|cachewrite|cachecreation|maxoutput|maxinput|maxcompletion|maxnew)tokens?$|^tokens?(?:count|limit|usage|used|budget)$/;

/** Judges the name of a field; a secretary is no secret. */
export function keySensitivity(key: string): KeySensitivity {
  const words = wordsOf(key);
  const name = words.join("").replaceAll("secretar", "");
  if (SECRET_NAMES.has(name)) return "secret";
  if (SECRET_PARTS.some((part) => name.includes(part))) return "secret";
  return name.includes("token") ? tokenSensitivity(words, name) : "plain";
}

function tokenSensitivity(
  words: readonly string[],
  name: string,
): KeySensitivity {
  if (COUNT_NAME.test(name) || words.some((word) => COUNT_WORD.test(word))) {
    return "plain";
  }
  if (words.includes("tokens") || name.endsWith("tokens")) {
    return words.some((word) => MANY_WORD.test(word)) ? "plain" : "secret_text";
  }
  if (words.includes("token") || name.endsWith("token")) {
    return FACT_WORD.test(words.at(-1) ?? "") ? "plain" : "secret";
  }
  return "plain";
}

/** `x-api-key`, `XApiKey` and `x_API_key` are the words x, api, key. */
function wordsOf(key: string): string[] {
  return key
    .normalize("NFKC")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

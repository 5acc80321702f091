/** The texts of the model settings, loaded with them. `{name}` is filled in. */
export const SETTINGS_EN = {
  "stored.none": "No model is stored for this session.",
  "stored.model": "Stored: {name}",
  "stored.address": "Address in use: {address}",
  "stored.key": "Key: {hint}",
  "stored.keyUnseen": "stored, too short to hint at",
  "stored.noKey": "none",
  "stored.headers": "Headers: {names} (values are stored and never shown)",

  "demo.drops": "Using the demo model forgets the stored key and headers.",

  "presets.label": "Presets",
  "presets.explain": "Choosing one fills in the fields below.",

  "form.label": "Connection",
  "form.providerId": "Provider ID",
  "form.providerIdHint":
    "The preset's, or a name of your own such as my-provider.",
  "form.api": "API",
  "form.apiCompletions": "OpenAI Chat Completions",
  "form.apiResponses": "OpenAI Responses",
  "form.apiMessages": "Anthropic Messages",
  "form.baseUrl": "Base URL",
  "form.baseUrlHint":
    "A whole endpoint may be pasted; what is used is shown after saving.",
  "form.modelId": "Model ID",
  "form.images": "The model reads images",
  "form.optional": "More settings (optional)",
  "form.contextWindow": "Context window in tokens",
  "form.maxOutputTokens": "Longest answer in tokens",
  "form.reasoningEffort": "Reasoning effort",
  "form.effortDefault": "As the provider does it",
  "form.effort.off": "off",
  "form.effort.low": "low",
  "form.effort.medium": "medium",
  "form.effort.high": "high",
  "form.prices": "Prices in US dollars per million tokens",
  "form.priceInput": "Input",
  "form.priceOutput": "Output",
  "form.priceCacheRead": "Read from the cache",
  "form.priceCacheWrite": "Written to the cache",

  "key.label": "API key",
  "key.show": "Show the key",
  "key.shown": "The key is visible for {seconds} seconds.",
  "key.stays": "A key is stored ({hint}). Leave this empty to keep it.",
  "key.staysUnseen": "A key is stored. Leave this empty to keep it.",
  "key.explain":
    "Kept in the memory of the server only, never in this browser.",
  "key.dropped":
    "The stored key and headers were given for {origin} and are dropped when another address is saved. Enter the key of the new address.",

  "headers.title": "Extra headers",
  "headers.explain": "Values are secrets like the key.",
  "headers.stays":
    "Stored: {names}. Leave this empty to keep them; new ones replace them all.",
  "headers.forget": "Remove the stored headers",
  "headers.add": "Add a header",
  "headers.name": "Name of header {number}",
  "headers.value": "Value of header {number}",
  "headers.nameHere": "Name",
  "headers.valueHere": "Value",
  "headers.remove": "Remove header {number}",

  "save.do": "Save",
  "save.busy": "Saving …",
  "save.done": "Saved.",
  "save.address": "Saved. Address in use: {address}",
  "save.keyDropped":
    "The key that was stored before has been dropped, as it was given for another address.",
  "save.failed": "Not saved: {reason} Your entries are still here.",
  "busy.before":
    "A run is in progress. The model can be changed when it is over or stopped.",
  "busy.refused":
    "A run is in progress, and a model is not changed in the middle of one. Wait for it or stop it, then try again. Your entries are still here.",
  "refused.hint": "The server says: {message}",

  "test.do": "Test the connection",
  "test.explain":
    "Unsaved entries are saved first. Then one small request is sent; it takes ten seconds at most.",
  "test.busy": "Testing the connection, ten seconds at most …",
  "test.ok": "The connection works ({ms} ms).",
  "test.deferred": "This provider can't be tried out. Send a message instead.",
  "test.failed": "The test failed ({ms} ms): {reason}",
  "test.notDone": "The connection could not be tested: {reason}",
  "test.auth": "The provider refused the key. Copy it again from its page.",
  "test.unavailable":
    "The provider could not be reached. Check the address and the server's network, then try again.",
  "test.protocol":
    "The provider does not know this model or address. Check the model ID, the base URL and the API.",
  "test.rateLimit":
    "The provider limits requests, or the account has no credit left. Wait a moment, or look at the account.",
  "test.refused": "The provider refused the request. Try another model.",
  "test.address":
    "The server may not connect to this address. Use another base URL, or have the operator allow it.",

  "clear.do": "Forget the model and its key",
  "clear.busy": "Forgetting …",
  "clear.done": "The model, its key and its headers are forgotten.",
  "clear.failed": "Not forgotten: {reason}",

  "problem.needed": "Fill this in.",
  "problem.too_long": "This is too long.",
  "problem.count": "Enter a whole number, at least 1 and not beyond reason.",
  "problem.price": "Enter a number such as 0.25.",
  "problem.price_pair": "Prices need both input and output.",
  "problem.api_mismatch":
    "This provider speaks another API. Choose that one, or enter a provider ID of your own.",
  "problem.key_needed": "This provider needs a key. Enter it.",
  "problem.key_characters":
    "The key has spaces at its ends, a line break or characters that no key has. Copy it again.",
  "problem.header_name":
    "The name of a header is empty or has characters that no header may have.",
  "problem.header_value":
    "The value of a header is empty or has characters that no header may have. Remove the header if it is not needed.",
  "problem.header_twice": "A header is given twice. Keep one of them.",
  "problem.header_count": "At most 20 headers can be sent. Remove some.",
  "problem.header_refused":
    "The server does not accept one of these headers. Those that carry framing or say who asks (Host, Cookie, Authorization and the like) can't be set; a key belongs into the key field.",
} as const satisfies Readonly<Record<string, string>>;

export type SettingsKey = keyof typeof SETTINGS_EN;

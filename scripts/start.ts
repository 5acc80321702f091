// `npm start`: the built page and the server, in one process.
import { LINK_FLAG, main } from "../apps/server/src/main.ts";
import { CHECKOUT } from "./checkout.ts";
import { buildWeb } from "./web-build.ts";

try {
  if (!process.argv.includes(LINK_FLAG)) await buildWeb({ root: CHECKOUT });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await main();

// `npm run build`: the web app into apps/web/dist. The rest runs unbuilt.
import { CHECKOUT } from "./checkout.ts";
import { buildWeb } from "./web-build.ts";

try {
  await buildWeb({ root: CHECKOUT, force: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

// The server alone, as `npm run dev` starts and restarts it.
import { main } from "../apps/server/src/main.ts";

await main();

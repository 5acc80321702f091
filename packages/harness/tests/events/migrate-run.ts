/** A process that is killed in the middle of bringing a database to a later version: `die()` is a step of it. */
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrate } from "../../src/events/sqlite-schema.ts";

const [folder = "", migrations = "[]"] = process.argv.slice(2);
const database = new DatabaseSync(path.join(folder, "studio.db"));
database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL");
// So little that pages go to the write-ahead file long before the commit.
database.exec("PRAGMA cache_size = 10");
database.function("die", () => {
  process.kill(process.pid, "SIGKILL");
  return 0;
});
migrate(database, 1, JSON.parse(migrations) as readonly string[]);

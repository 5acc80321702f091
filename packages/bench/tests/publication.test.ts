import fc from "fast-check";
import { expect, it } from "vitest";
import {
  createPublicationReader,
  encodePublications,
} from "../src/stream/publication.ts";

it("reads the orders that were written, however they are cut", () => {
  const publication = fc.record({
    session: fc.nat({ max: 2 ** 32 - 1 }),
    text: fc.nat({ max: 2 ** 32 - 1 }),
    timeUs: fc.double({ noNaN: true, min: 0, noDefaultInfinity: true }),
  });
  fc.assert(
    fc.property(
      fc.array(publication),
      fc.array(fc.nat({ max: 40 })),
      (written, cuts) => {
        const read = createPublicationReader();
        let rest = encodePublications(written);
        const found = cuts.flatMap((length) => {
          const piece = rest.subarray(0, length);
          rest = rest.subarray(length);
          return read(piece);
        });
        expect([...found, ...read(rest)]).toEqual(written);
      },
    ),
  );
});

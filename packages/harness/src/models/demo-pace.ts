/** How fast the demo model writes. */
export type DemoPace = "natural" | "instant";
